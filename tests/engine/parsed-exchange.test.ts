import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import {
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  type ParsedExchange,
  parseExchange,
} from "../../src/engine/index.js";
import { createSchemaValidator } from "../../src/schema/index.js";
import type { Exchange, Response } from "../../src/transport/index.js";
import { type Acceptable, buildCase } from "../../src/transport/index.js";

const contract = loadContract();
const validate = createSchemaValidator(contract);
const pets = { status: 200, schema: "Pets" } as const;
const refused = { status: "4xx", schema: "Error" } as const;
const error = '{"code":"bad","message":"Bad","status":400}';

function response(status: number, body: string | Uint8Array = "", contentType?: string): Response {
  const headers = contentType === undefined ? [] : ([["content-type", contentType]] as const);
  return { kind: "response", status, headers, body: Buffer.from(body), cutShort: false };
}

/** An answer to a creation, taken apart. */
function read(given: Response, ...accepts: Acceptable[]): ParsedExchange {
  const exchange: Exchange = {
    case: buildCase(contract.operations.get("createPet")!, { label: "x", accepts }),
    trace: "",
    sentAt: 0,
    duration: 1,
    retries: 0,
    turnedAway: 0,
    alone: false,
    outcome: given,
  };
  return parseExchange(exchange, given, validate);
}

describe("an answer is held against the case's acceptable answers", () => {
  it.each([
    [200, "[]", pets],
    [201, "{}", pets],
    [204, "", undefined],
    [304, "[]", undefined],
    [399, error, undefined],
    [400, error, refused],
    [401, error, undefined],
    [499, error, refused],
    [500, error, undefined],
  ])("by its status; another success with a body counts as the one that was asked for: %i %s", (...row) => {
    const [status, body, expected] = row;
    expect(read(response(status, body), refused, pets).accepted).toEqual(expected);
  });

  it.each([
    [200, "[]", { isOtherSuccess: false, violations: [] }],
    [200, "{}", { isOtherSuccess: false, violations: [{ schema: "Pets", keyword: "type" }] }],
    [201, "{}", { isOtherSuccess: true, violations: [{ schema: "Pets", keyword: "type" }] }],
    [400, error, { violations: [] }],
    [400, "[]", { violations: [{ schema: "Error" }] }],
    [500, "{}", { violations: [], error: undefined }],
  ])("and its body against the schema that goes with the status: %i %s", (status, body, expected) => {
    expect(read(response(status, body), pets, refused)).toMatchObject(expected);
  });

  it("and not against a success, where none is acceptable", () => {
    expect(read(response(201, "[]"), refused).accepted).toBeUndefined();
  });
});

describe("a body", () => {
  const reason = expect.stringMatching(/./) as string;

  it.each([
    ["[9223372036854775807]", { json: [2n ** 63n - 1n], notJson: undefined }],
    ["null", { json: null, notJson: undefined, violations: [{ schema: "Pets" }] }],
    ["", { json: undefined, notJson: undefined, violations: [] }],
    ["<html></html>", { json: undefined, notJson: reason, violations: [] }],
    ["[] x", { json: undefined, notJson: reason, violations: [] }],
    [Uint8Array.of(0x22, 0xff, 0x22), { json: undefined, notJson: "the bytes are not valid UTF-8" }],
  ])("has its value, to the last digit, or the reason why it is no JSON: %s", (body, expected) => {
    expect(read(response(200, body), pets)).toMatchObject(expected);
  });

  it.each([
    [400, '{"code":7}', { code: 7n }],
    [400, "[]", undefined],
    [400, "1.5", undefined],
    [200, "{}", undefined],
  ])("is an Error where that is expected and it is at least an object: %i %s", (status, body, expected) => {
    expect(read(response(status, body), pets, refused).error).toEqual(expected);
  });
});

describe("the media type", () => {
  it.each([
    [undefined, "", false],
    ["", "", false],
    ["Application/JSON ; charset=utf-8", "application/json", true],
    ["text/json", "text/json", true],
    ["application/vnd.api+json; version=1", "application/vnd.api+json", true],
    ["json", "json", false],
    ["text/html ;x=application/json", "text/html", false],
    ["application/jsonp", "application/jsonp", false],
    ["application/json-seq", "application/json-seq", false],
    ["application/+jsonx", "application/+jsonx", false],
    ["+json", "+json", false],
    ["a/b/c+json", "a/b/c+json", false],
  ])("of %j is %j; is it one of JSON? %s", (contentType, essence, isJson) => {
    expect(read(response(200, "[]", contentType), pets).mediaType).toBe(essence);
    expect(isJsonMediaType(contentType ?? "")).toBe(isJson);
  });
});

describe("what stands in front of the server speaks", () => {
  it.each<[number, string | undefined, boolean, boolean]>([
    [502, "application/json", false, true],
    [503, undefined, false, true],
    [504, "text/html", false, true],
    [429, "application/json", false, true],
    [413, "text/html", false, true],
    [413, undefined, false, true],
    [413, "application/json", false, false],
    [500, "text/html", false, false],
    [500, "text/html", true, true],
    [500, "application/json", true, false],
    [400, "text/html", true, false],
  ])("in %i %s, behind a proxy %s: %s", (status, contentType, isProxied, expected) => {
    expect(isGatewayResponse(response(status, "x", contentType), isProxied)).toBe(expected);
  });
});

it.each([
  ["201 application/json", response(201, "{}", "application/json")],
  ["200 no content type", response(200, "[]")],
  ["204 with an empty body", response(204, "", "application/json")],
  ["no answer (closed: gone)", { kind: "transport-error", cause: "closed", detail: "gone" } as const],
])("what came back is told as: %s", (expected, outcome) => {
  expect(describeOutcome(outcome)).toBe(expected);
});

it("what is accepted is told with statuses and schemas", () => {
  expect(describeAccepted([pets, { status: 201, schema: "Pet" }, refused])).toBe(
    "200 with Pets, or 201 with a Pet, or a 4xx other than 401 with an Error",
  );
});
