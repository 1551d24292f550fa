import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { type Report, runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startServerOf } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
import { failedIn } from "./deviations.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const note = {
  type: "object",
  required: ["title", "text"],
  properties: { title: { type: "string" }, text: { type: "string" } },
};
const kept = { ...note, properties: { ...note.properties, id: { type: "integer" } } };

/** What is described of `If-Match`: nothing, the statuses alone, or a header that may be or has to be there. */
type Described = "nothing" | "statuses" | "optional" | "required";

function describeNotes(described: Described) {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const isHeader = described === "optional" || described === "required";
  const header = {
    name: "If-Match",
    in: "header",
    required: described === "required",
    schema: { type: "string" },
  };
  const statuses =
    described === "nothing" ? {} : { 412: { description: "Changed" }, 428: { description: "No ETag" } };
  const refusals = { 400: { description: "Not valid" }, 404: { description: "None" } };
  const sent = { requestBody: { required: true, ...json(note) } };
  const change = (operationId: string, success: object) => ({
    operationId,
    ...(isHeader ? { parameters: [header] } : {}),
    responses: { ...success, ...refusals, ...statuses },
  });
  const shown = { 200: { description: "A note", ...json(kept) } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        post: {
          operationId: "addNote",
          ...sent,
          responses: { 201: { description: "Added", ...json(kept) }, ...refusals },
        },
      },
      "/notes/{id}": {
        parameters: [id],
        get: { operationId: "getNote", responses: { ...shown, ...refusals } },
        put: { ...change("replaceNote", shown), ...sent },
        patch: {
          ...change("changeNote", shown),
          requestBody: { required: true, ...json({ type: "object", properties: note.properties }) },
        },
        delete: change("removeNote", { 204: { description: "Removed" } }),
      },
    },
  };
  return deriveContract(readDescription("notes.json", JSON.stringify(document)).description);
}

interface Ways {
  /** What a change without `If-Match` is answered with; absent: it is done. */
  readonly without?: number;
  readonly etagOf?: (hash: string) => string | undefined;
  /** Does an ETag count that is not the item's? */
  readonly takesAny?: boolean;
  readonly drops?: "PUT" | "PATCH" | "DELETE";
  /** Changes are refused once that go out while another client changes the item. */
  readonly isBusy?: boolean;
}

async function judge(described: Described, ways: Ways) {
  const { etagOf = (hash) => `"${hash}"` } = ways;
  const notes = new Map<string, Record<string, unknown>>();
  const conditions: (string | undefined)[] = [];
  let isRaced = ways.isBusy === true;
  const baseUrl = await startServerOf(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = await text(request);
    const key = url.split("/").at(-1) ?? "";
    const known = notes.get(key);
    const hash = createHash("sha1")
      .update(JSON.stringify(known ?? {}))
      .digest("hex");
    const etag = etagOf(hash);
    const answer = (status: number, value?: object): void => {
      const shown = method === "GET" && etag !== undefined ? { etag } : {};
      response.writeHead(status, { "content-type": "application/json", ...shown });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (method === "POST" ? !url.endsWith("/notes") : known === undefined) return answer(404, {});
    if (method === "GET") return answer(200, known);
    const condition = request.headers["if-match"];
    if (method !== "POST") {
      conditions.push(condition);
      if (condition === undefined && ways.without !== undefined) return answer(ways.without, {});
      if (condition !== undefined && isRaced) {
        isRaced = false;
        return answer(412, {});
      }
      if (condition !== undefined && condition !== etag && ways.takesAny !== true) return answer(412, {});
    }
    if (method === "DELETE") {
      if (ways.drops !== method) notes.delete(key);
      return answer(204);
    }
    if (sent === "") return answer(400, {});
    const body = sentObject(sent);
    const all = method === "PATCH" ? { ...known, ...body } : body;
    if (typeof all["title"] !== "string" || typeof all["text"] !== "string") return answer(400, {});
    const id = method === "POST" ? notes.size + 1 : Number(key);
    const next = { title: all["title"], text: all["text"], id };
    if (ways.drops !== method) notes.set(`${id}`, next);
    return answer(method === "POST" ? 201 : 200, next);
  });
  const report = await runConformance(openApi, { contract: describeNotes(described), baseUrl, key: "" });
  return { report, conditions, left: notes.size };
}

function verdictsOf({ requirements }: Report): readonly string[] {
  return [
    "replaceNote: replaced",
    "changeNote: changed",
    "removeNote: gone",
    "replaceNote: stale ETag",
    "changeNote: stale ETag",
  ].map((name) => requirements.find(({ id }) => id === name)?.verdict ?? "none");
}

const done = ["passed", "passed", "passed"];
const notDone = ["untested", "untested", "untested"];

describe("what is only changed with its ETag is changed, read and deleted, where", () => {
  it.each<[string, Described, Ways, readonly string[]]>([
    ["428 is all that asks for it", "statuses", { without: 428 }, ["passed", "passed"]],
    ["428 asks for it, of which nothing is described", "nothing", { without: 428 }, ["none", "none"]],
    ["the header is required, and refused with 400", "required", { without: 400 }, ["passed", "passed"]],
    ["the header is required, and 428 asks for it", "required", { without: 428 }, ["passed", "passed"]],
    ["the header is optional, and 428 asks for it", "optional", { without: 428 }, ["passed", "passed"]],
    ["the ETag is weak", "statuses", { without: 428, etagOf: (hash) => `W/"${hash}"` }, ["passed", "passed"]],
    ["others change it as well", "statuses", { without: 428, isBusy: true }, ["passed", "passed"]],
    [
      "the ETag never changes",
      "statuses",
      { without: 428, etagOf: () => '"the same"' },
      ["untested", "untested"],
    ],
  ])("%s", async (_, described, ways, stale) => {
    const { report, left } = await judge(described, ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report)).toEqual([...done, ...stale]);
    expect(left).toBe(0);
  });
});

describe("nothing is found where", () => {
  it.each<[string, Described, Ways, readonly string[]]>([
    ["nobody asks for it", "nothing", {}, [...done, "none", "none"]],
    ["it is optional, and nobody asks for it", "optional", {}, [...done, "not applicable", "not applicable"]],
    [
      "it is asked for, and no item has an ETag",
      "statuses",
      { without: 428, etagOf: () => undefined },
      [...notDone, "untested", "untested"],
    ],
    [
      "no ETag ever matches",
      "statuses",
      { without: 428, etagOf: () => `"${Math.random()}"` },
      [...notDone, "untested", "untested"],
    ],
  ])("%s", async (_, described, ways, verdicts) => {
    const { report, conditions } = await judge(described, ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report)).toEqual(verdicts);
    if (ways.without === undefined) expect(conditions.every((each) => each === undefined)).toBe(true);
  });
});

describe("a broken promise is found where changes ask for If-Match:", () => {
  it.each<[string, Ways, string]>([
    ["a stale ETag overwrites", { takesAny: true }, "replaceNote: stale ETag"],
    ["what is put is not kept", { drops: "PUT" }, "replaceNote: replaced"],
    ["what is changed is not kept", { drops: "PATCH" }, "changeNote: changed"],
    ["what is deleted stays", { drops: "DELETE" }, "removeNote: gone"],
  ])("%s", async (_, ways, requirement) => {
    const { report } = await judge("statuses", { without: 428, ...ways });
    expect(failedIn(report)).toContain(requirement);
  });
});
