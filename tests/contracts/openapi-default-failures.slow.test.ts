import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, json, judgeDescribed, takes } from "./described.js";
import { failedIn } from "./deviations.js";

const failure = {
  type: "object",
  required: ["type", "message"],
  properties: { type: { enum: ["absent", "invalid"] }, message: { type: "string" } },
};

/** How one server words its failures, and how they are described. */
interface Ways {
  /** What is described of every other status; of failures, if absent. */
  readonly described?: object;
  readonly absent?: Reply;
  readonly invalid?: Reply;
  /** What an operation answers with for whom no key is known. */
  readonly unknownUser?: Reply;
}

async function judge({ described = json(failure), absent, invalid, unknownUser }: Ways) {
  const notes = new Map<string, object>();
  const baseUrl = await startJsonServer(({ method, headers, parts: [, id = ""], body, sent }) => {
    if (headers.authorization !== "Bearer of-the-run") {
      const [status, value = { type: "invalid", message: "No" }] = unknownUser ?? [401];
      return [status, value, { "www-authenticate": "Bearer" }];
    }
    const known = notes.get(id);
    if (id !== "" && known === undefined) return absent ?? [404, { type: "absent", message: "None" }];
    if (method === "DELETE") return [notes.delete(id) ? 204 : 404];
    if (method === "GET") return [200, known];
    if (body === "" || typeof sent["title"] !== "string")
      return invalid ?? [422, { type: "invalid", message: "No" }];
    const own = { id: freeId(notes), title: sent["title"] };
    notes.set(`${own.id}`, own);
    return [201, own];
  });
  const title = { type: "string" };
  const note = { type: "object", required: ["id"], properties: { id: { type: "integer" }, title } };
  const responses = (status: number) => ({
    [status]: { description: "Fine", ...(status === 204 ? {} : json(note)) },
    default: { description: "Not so", ...described },
  });
  const description = describePaths(
    {
      "/notes": {
        post: {
          operationId: "addNote",
          ...takes({ type: "object", required: ["title"], properties: { title } }),
          responses: responses(201),
        },
      },
      "/notes/{id}": {
        parameters: [idInPath()],
        get: { operationId: "getNote", responses: responses(200) },
        delete: { operationId: "removeNote", responses: responses(204) },
      },
    },
    {
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      security: [{ key: [] }],
    },
  );
  return failedIn(await judgeDescribed(description, baseUrl, { key: "of-the-run" }));
}

const other = { error: "Not Found" };

describe("a failure that is described for any other status may be answered", () => {
  it.each<[string, Ways]>([
    ["as it is described", {}],
    ["in another media type", { absent: [404, "None", { "content-type": "text/html" }] }],
    ["in another kind of JSON", { invalid: [400, other, { "content-type": "application/problem+json" }] }],
    ["with an empty body", { absent: [404] }],
    ["in the words of a gateway, where there is no key", { unknownUser: [401, other] }],
    ["in the words of a framework, where the type of the body is another", { invalid: [415, other] }],
    ["in any words, where nothing is described of them", { described: {}, absent: [404, 1] }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});

describe("a failure that is described for any other status is found,", () => {
  const wrong = { type: "gone", message: "None" };
  it.each<[string, Ways, readonly string[]]>([
    ["whose word is another", { absent: [404, wrong] }, ["getNote: responses", "removeNote: responses"]],
    ["which lacks a member", { invalid: [422, { type: "invalid" }] }, ["addNote: responses"]],
    ["which is no object", { invalid: [400, ["no"]] }, ["addNote: responses"]],
    [
      "whose word is another where there is no key",
      { unknownUser: [401, wrong] },
      ["addNote: responses", "getNote: responses", "removeNote: responses"],
    ],
  ])("%s", async (_, ways, requirements) => {
    expect(await judge(ways)).toEqual(requirements);
  });
});
