import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { responseTo } from "../../src/description/index.js";
import { wrongHeaders } from "../../src/values/index.js";
import { describePaths, json } from "../contracts/described.js";

type Headers = Readonly<Record<string, readonly string[]>>;

/** The keywords that a response with these headers breaks, by a description of one of them. */
function brokenBy(name: string, schema: object, headers: Headers): readonly string[] {
  const shown = { description: "Fine", headers: { [name]: { schema } }, ...json({ type: "object" }) };
  const get = { operationId: "getStatus", responses: { 200: shown } };
  const operation = deriveContract(describePaths({ "/status": { get } })).operations.get("getStatus");
  const response = operation && responseTo(operation, 200);
  if (response === undefined) throw new Error("the response is not described");
  return wrongHeaders(response, (wanted) => headers[wanted] ?? []).map(({ keyword }) => keyword);
}

const whole = { type: "integer", minimum: 0, maximum: 1000 };
const word = { type: "string", enum: ["hit", "miss"] };

describe("a response header is what its schema says:", () => {
  it.each<[string, string, object, Headers]>([
    ["it is absent", "X-Left", whole, {}],
    ["it is empty", "X-Left", whole, { "x-left": [""] }],
    ["a number", "X-Left", whole, { "x-left": ["12"] }],
    ["a name in other letters", "x-LEFT", whole, { "x-left": ["12"] }],
    ["a number of what stands in front beside it", "X-Left", whole, { "x-left": ["12", "12;w=60"] }],
    ["a number and a policy on one line", "X-Left", whole, { "x-left": ["12, 100;w=60"] }],
    ["a time to come back at", "Retry-After", whole, { "retry-after": ["Wed, 21 Oct 2026 07:28:00 GMT"] }],
    ["a word in capitals", "X-Cache", word, { "x-cache": ["HIT"] }],
    ["words of several caches", "X-Cache", word, { "x-cache": ["none, miss"] }],
    ["a boolean as Python writes it", "X-Last", { type: "boolean" }, { "x-last": ["True"] }],
    ["a list", "X-Tags", { type: "array", items: word }, { "x-tags": ["hit,miss"] }],
    ["no schema at all", "X-Any", {}, { "x-any": ["whatever"] }],
    ["one of two kinds", "X-Any", { oneOf: [{ type: "integer" }, word] }, { "x-any": ["hit"] }],
    [
      "an ETag in its quotation marks",
      "ETag",
      { type: "string", pattern: "^[a-f0-9]+$" },
      { etag: ['"a1"'] },
    ],
    ["a length that the connection decides", "Content-Length", { enum: ["0"] }, { "content-length": ["2"] }],
    ["a pattern that is none", "X-Any", { type: "string", pattern: "(" }, { "x-any": ["hit"] }],
  ])("%s", (_, name, schema, headers) => {
    expect(brokenBy(name, schema, headers)).toEqual([]);
  });
});

describe("a response header is found that is", () => {
  it.each<[string, string, object, Headers, string]>([
    ["no number", "X-Left", whole, { "x-left": ["many"] }, "type"],
    ["too large", "X-Left", whole, { "x-left": ["1001"] }, "maximum"],
    ["too small", "X-Left", whole, { "x-left": ["-1"] }, "minimum"],
    ["another word", "X-Cache", word, { "x-cache": ["maybe"] }, "enum"],
    ["another form", "X-Id", { type: "string", pattern: "^[a-z]{4}$" }, { "x-id": ["abc1"] }, "pattern"],
    ["too long", "X-Id", { type: "string", maxLength: 4 }, { "x-id": ["abcde"] }, "maxLength"],
    ["no boolean", "X-Last", { type: "boolean" }, { "x-last": ["maybe"] }, "type"],
    ["a list with another word", "X-Tags", { type: "array", items: word }, { "x-tags": ["hit,hat"] }, "enum"],
  ])("%s", (_, name, schema, headers, keyword) => {
    expect(brokenBy(name, schema, headers)).toEqual([keyword]);
  });
});
