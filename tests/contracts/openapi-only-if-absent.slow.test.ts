import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads } from "./described.js";
import { failedIn, withoutLaws } from "./deviations.js";

/** How one server replaces notes, and what is described of the header. */
interface Ways {
  /** What a replacement of a note that is there is answered with, for `If-None-Match: *`; absent: the server ignores the header. */
  readonly status?: number;
  /** Has a refusal no body? */
  readonly isBare?: boolean;
  /** Is the note replaced anyway? */
  readonly replacesAnyway?: boolean;
  /** Is the header looked at by the second request with it alone? */
  readonly isLate?: boolean;
  /** Has anyone to send `If-Match`, too? */
  readonly asksForETag?: boolean;
  readonly header?: object;
}

async function judge({ status, isBare, replacesAnyway, isLate, asksForETag, header = {} }: Ways) {
  const notes = new Map<string, object>();
  let [created, asked] = [0, 0];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], headers, sent: { title } }) => {
    const known = notes.get(id);
    const etag = `"${Buffer.from(JSON.stringify(known ?? {})).toString("base64url")}"`;
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known, asksForETag ? { etag } : {}];
    if (typeof title !== "string") return [400, {}];
    const isConditional = headers["if-none-match"] === "*";
    if (isConditional) asked += 1;
    const refused = isConditional && status !== undefined && !(isLate && asked === 1) ? status : undefined;
    if (method === "PUT" && asksForETag && headers["if-match"] !== etag)
      return [headers["if-match"] === undefined ? 428 : 412, {}];
    if (method === "POST") created += 1;
    const key = method === "POST" ? `${created}` : id;
    const next = { id: Number(key), title };
    if (refused === undefined || replacesAnyway) notes.set(key, next);
    if (refused !== undefined) return isBare ? [refused] : [refused, {}];
    return [method === "POST" ? 201 : 200, next];
  });
  const properties = { id: { type: "integer" }, title: { type: "string" } };
  const item = { type: "object", properties };
  const body = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const parameters = [{ name: "If-None-Match", in: "header", schema: { type: "string" }, ...header }];
  const statuses = { 202: { description: "Later" }, 412: { description: "It is there" } };
  const description = describePaths({
    "/notes": { post: adds("addNote", body, item) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", item),
      put: { ...changes("putNote", body, item, statuses), parameters },
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const name = "putNote: If-None-Match: *";
  const verdict = report.requirements.find(({ id }) => id === name)?.verdict ?? "none";
  return { failed: failedIn(report), verdict, asked };
}

describe("a replacement for If-None-Match: * is no failure where", () => {
  it.each<[string, Ways, string]>([
    ["it is refused with 412", { status: 412 }, "passed"],
    ["it is refused with 412 and no body", { status: 412, isBare: true }, "passed"],
    ["If-Match is asked for, too", { status: 412, asksForETag: true }, "passed"],
    ["it is refused with 409", { status: 409 }, "untested"],
    ["it is refused with 428", { status: 428 }, "untested"],
    ["it is accepted for later, and refused then", { status: 202 }, "untested"],
    ["it is done once, and refused when it is tried again", { status: 412, isLate: true }, "untested"],
    [
      "the description names the asterisk, and says of other values that they count for nothing",
      { status: 412, header: { description: "Set to '*' to create alone. Other values will be ignored." } },
      "passed",
    ],
    ["the asterisk is all that there is", { status: 412, header: { schema: { enum: ["*"] } } }, "passed"],
  ])("%s", async (_, ways, wanted) => {
    const { failed, verdict, asked } = await judge(ways);
    expect({ failed, verdict }).toEqual({ failed: [], verdict: wanted });
    expect(asked).toBeGreaterThan(0);
  });
});

describe("a header counts for nothing, and is not sent,", () => {
  it.each<[string, object]>([
    ["that is about something else", { description: "The name of the printer that has no such note." }],
    ["whose schema says so", { schema: { type: "string", description: "The name of the printer." } }],
    ["that does not take the asterisk", { description: "An ETag. The asterisk * is not supported." }],
    ["that has other values", { schema: { type: "string", enum: ["draft", "final"] } }],
    ["that has a pattern", { schema: { type: "string", pattern: '^"[0-9a-f]+"$' } }],
    ["that is a number", { schema: { type: "integer" } }],
    ["that is no header", { in: "query" }],
  ])("%s", async (_, header) => {
    expect(await judge({ header })).toEqual({ failed: [], verdict: "none", asked: 0 });
  });
});

describe("a replacement for If-None-Match: * is a failure where", () => {
  it.each<[string, Ways]>([
    ["the header is ignored", {}],
    ["the item is replaced, and 412 is the answer", { status: 412, replacesAnyway: true }],
    ["304 is the answer, which is for reads", { status: 304, isBare: true }],
    ["it is said to be done, and is not", { status: 200 }],
  ])("%s", async (_, ways) => {
    const { failed, verdict } = await judge(ways);
    expect(withoutLaws(failed)).toEqual(["putNote: If-None-Match: *"]);
    expect(verdict).toBe("failed");
  });
});
