import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { describePaths, idInPath, json, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const isJson = (type: string): boolean => type === "application/json";
const form = "application/x-www-form-urlencoded";

/** How a body is described, and what one server makes of its media type. */
interface Ways {
  readonly statuses?: object;
  /** Media types of the body, as they are described. */
  readonly described?: readonly string[];
  readonly takes?: (type: string) => boolean;
  /** What a body of another type is answered with. */
  readonly otherwise?: Reply;
}

async function judge(ways: Ways) {
  const { described = ["application/json"], takes = isJson, otherwise = [415, {}] } = ways;
  const { statuses = { 415: { description: "Another type" } } } = ways;
  const notes = new Map<string, object>();
  const baseUrl = await startJsonServer(({ method, headers, parts: [, id = ""], body }) => {
    const known = notes.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "DELETE") return [notes.delete(id) ? 204 : 404];
    if (method === "GET") return [200, known];
    const type = headers["content-type"] ?? "";
    if (body === "") return [400, {}];
    if (!takes(type)) return otherwise;
    const sent = type === form ? Object.fromEntries(new URLSearchParams(body)) : parsed(body);
    const { title } = (sent ?? {}) as { readonly title?: unknown };
    if (typeof title !== "string") return [400, {}];
    const own = { id: freeId(notes), title };
    notes.set(`${own.id}`, own);
    return [201, own];
  });
  const title = { type: "string" };
  const schema = { type: "object", required: ["title"], properties: { title } };
  const note = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const description = describePaths({
    "/notes": {
      post: {
        operationId: "addNote",
        requestBody: {
          required: true,
          content: Object.fromEntries(described.map((type) => [type, { schema }])),
        },
        responses: {
          201: { description: "Added", ...json(note) },
          400: { description: "Not so" },
          ...statuses,
        },
      },
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", note),
      delete: removes("removeNote"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

describe("what a body is said to be is of no account, where", () => {
  it.each<[string, Ways]>([
    ["another type is refused with 415", {}],
    ["another type is refused with 400", { otherwise: [400, {}] }],
    [
      "another type is answered with a failure in the body",
      {
        otherwise: [200, { error: "not JSON" }],
        statuses: { 415: { description: "No" }, 200: { description: "Done" } },
      },
    ],
    ["no 415 is described", { statuses: {}, takes: () => true }],
    ["any type is described", { described: ["*/*"], takes: () => true }],
    [
      "the other type is described, too",
      {
        described: ["application/json", "text/plain"],
        takes: (type) => isJson(type) || type === "text/plain",
      },
    ],
    ["a form is refused in another type", { described: [form], takes: (type) => type === form }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("it is found that", () => {
  it.each<[string, Ways, string]>([
    [
      "plain text is accepted, although 415 is described",
      { takes: (type) => isJson(type) || type === "text/plain" },
      "addNote: body media type",
    ],
    ["any type is accepted, although 415 is described", { takes: () => true }, "addNote: body media type"],
    [
      "a form of another type makes the server fail",
      { described: [form], takes: (type) => type === form, otherwise: [500, {}] },
      "addNote: no server error",
    ],
  ])("%s", async (_, ways, requirement) => {
    expect(await judge(ways)).toEqual([requirement]);
  });
});
