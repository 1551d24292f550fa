import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, json, judgeDescribed } from "./described.js";
import { failedIn } from "./deviations.js";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A server whose only response has these headers, and a description of one of them. */
async function judge(name: string, schema: object, headers: Headers): Promise<readonly string[]> {
  const baseUrl = await startJsonServer(() => [200, {}, headers]);
  const shown = { description: "Fine", headers: { [name]: { schema } }, ...json({ type: "object" }) };
  const get = { operationId: "getStatus", responses: { 200: shown } };
  return failedIn(await judgeDescribed(describePaths({ "/status": { get } }), baseUrl));
}

const whole = { type: "integer", minimum: 0, maximum: 1000 };
const word = { type: "string", enum: ["hit", "miss"] };

describe("a response header is what its schema says:", () => {
  it.each<[string, string, object, Headers]>([
    ["it is absent", "X-Left", whole, {}],
    ["it is empty", "X-Left", whole, { "x-left": "" }],
    ["a number", "X-Left", whole, { "x-left": "12" }],
    ["a name in other letters", "x-LEFT", whole, { "X-Left": "12" }],
    ["a number of what stands in front beside it", "X-Left", whole, { "x-left": ["12", "12;w=60"] }],
    ["a number and a policy on one line", "X-Left", whole, { "x-left": "12, 100;w=60" }],
    ["a time to come back at", "Retry-After", whole, { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" }],
    ["a word in capitals", "X-Cache", word, { "x-cache": "HIT" }],
    ["words of several caches", "X-Cache", word, { "x-cache": "none, miss" }],
    ["a boolean as Python writes it", "X-Last", { type: "boolean" }, { "x-last": "True" }],
    ["a list", "X-Tags", { type: "array", items: word }, { "x-tags": "hit,miss" }],
    ["no schema at all", "X-Any", {}, { "x-any": "whatever" }],
    ["one of two kinds", "X-Any", { oneOf: [{ type: "integer" }, word] }, { "x-any": "hit" }],
    ["an ETag in its quotation marks", "ETag", { type: "string", pattern: "^[a-f0-9]+$" }, { etag: '"a1"' }],
    ["a length that the connection decides", "Content-Length", { type: "string", enum: ["0"] }, {}],
    ["a pattern that is none", "X-Any", { type: "string", pattern: "(" }, { "x-any": "hit" }],
  ])("%s", async (_, name, schema, headers) => {
    expect(await judge(name, schema, headers)).toEqual([]);
  });
});

describe("a response header is found that is", () => {
  it.each<[string, string, object, Headers]>([
    ["no number", "X-Left", whole, { "x-left": "many" }],
    ["too large", "X-Left", whole, { "x-left": "1001" }],
    ["too small", "X-Left", whole, { "x-left": "-1" }],
    ["another word", "X-Cache", word, { "x-cache": "maybe" }],
    ["another form", "X-Id", { type: "string", pattern: "^[a-z]{4}$" }, { "x-id": "abc1" }],
    ["too long", "X-Id", { type: "string", maxLength: 4 }, { "x-id": "abcde" }],
    ["no boolean", "X-Last", { type: "boolean" }, { "x-last": "maybe" }],
    ["a list with another word", "X-Tags", { type: "array", items: word }, { "x-tags": "hit,hat" }],
  ])("%s", async (_, name, schema, headers) => {
    expect(await judge(name, schema, headers)).toEqual(["getStatus: responses"]);
  });
});
