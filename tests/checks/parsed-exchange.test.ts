import { describe, expect, it } from "vitest";
import {
  createSchemaValidator,
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  type ParsedExchange,
  parseExchange,
} from "../../src/checks/index.js";
import { loadContract } from "../../src/description/index.js";
import type { Acceptable, Case } from "../../src/generate/index.js";
import type { Exchange, Response } from "../../src/transport/index.js";

const validate = createSchemaValidator(loadContract());
const error = '{"code":"bad","message":"Bad","status":400}';

function response(status: number, body: string | Uint8Array = "", contentType?: string): Response {
  const headers = contentType === undefined ? [] : ([["content-type", contentType]] as const);
  return { kind: "response", status, headers, body: Buffer.from(body), cutShort: false };
}

function read(given: Response, ...accepts: Acceptable[]): ParsedExchange {
  const request: Case = {
    operation: "createPet",
    label: "x",
    method: "POST",
    path: "/pets",
    headers: [],
    credential: { kind: "good" },
    accepts,
  };
  const exchange: Exchange = {
    case: request,
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

const pets = { status: 200, schema: "Pets" } as const;
const refused = { status: "4xx", schema: "Error" } as const;

describe("an answer is held against the case's acceptable answers", () => {
  it("by its status", () => {
    expect(read(response(200, "[]"), refused, pets).accepted).toEqual(pets);
    expect(read(response(304, "[]"), refused, pets).accepted).toBeUndefined();
    expect(read(response(201, "[]"), refused).accepted).toBeUndefined();
  });

  it("or, where it is another success with a body, against the success that was asked for", () => {
    expect(read(response(201, "{}"), refused, pets)).toMatchObject({
      accepted: pets,
      isOtherSuccess: true,
      violations: [{ schema: "Pets", keyword: "type" }],
    });
    expect(read(response(204, ""), refused, pets).accepted).toBeUndefined();
    expect(read(response(200, "[]"), refused, pets).isOtherSuccess).toBe(false);
  });

  it.each([400, 403, 404, 413, 422, 499])("4xx stands for %i", (status) => {
    expect(read(response(status, error), refused).accepted).toEqual(refused);
  });

  it.each([200, 399, 401, 500])("4xx does not stand for %i", (status) => {
    expect(read(response(status, error), refused).accepted).toBeUndefined();
  });

  it("and its body against the schema that goes with the status", () => {
    expect(read(response(200, "{}"), pets, refused).violations).toMatchObject([{ schema: "Pets" }]);
    expect(read(response(400, error), pets, refused).violations).toEqual([]);
    expect(read(response(400, "[]"), pets, refused).violations).toMatchObject([{ schema: "Error" }]);
  });

  it("and its body against nothing where its status is none of them", () => {
    expect(read(response(500, "{}"), pets)).toMatchObject({ violations: [], error: undefined });
  });
});

describe("a body", () => {
  it("that is JSON has its value, to the last digit", () => {
    expect(read(response(200, "[9223372036854775807]"), pets)).toMatchObject({
      json: [2n ** 63n - 1n],
      notJson: undefined,
    });
  });

  it("that is empty is neither JSON nor an excuse", () => {
    expect(read(response(200), pets)).toMatchObject({ json: undefined, notJson: undefined, violations: [] });
  });

  it.each(["<html></html>", "[1,2", "[] x", "\ufeff[]", " "])(
    "that is no JSON has the reason: %j",
    (body) => {
      expect(read(response(200, body), pets)).toMatchObject({
        json: undefined,
        notJson: expect.stringMatching(/./),
        violations: [],
      });
    },
  );

  it("that is no UTF-8 has that for a reason", () => {
    expect(read(response(200, Uint8Array.of(0x22, 0xff, 0x22)), pets).notJson).toContain("UTF-8");
  });

  it("of null is JSON, and no Pets", () => {
    expect(read(response(200, "null"), pets)).toMatchObject({ json: null, notJson: undefined });
    expect(read(response(200, "null"), pets).violations).toHaveLength(1);
  });

  it("that should be an Error is one where it is at least an object", () => {
    expect(read(response(400, '{"code":7}'), refused).error).toEqual({ code: 7n });
    expect(read(response(400, "[]"), refused).error).toBeUndefined();
    expect(read(response(400, "1.5"), refused).error).toBeUndefined();
    expect(read(response(200, "{}"), pets).error).toBeUndefined();
  });
});

describe("the media type", () => {
  it.each([
    ["application/json", "application/json"],
    ["Application/JSON; charset=utf-8", "application/json"],
    ["text/html ;x=y", "text/html"],
    ["", ""],
  ])("of %j is %j", (contentType, expected) => {
    expect(read(response(200, "[]", contentType), pets).mediaType).toBe(expected);
  });

  it("of no header is empty", () => {
    expect(read(response(200, "[]"), pets).mediaType).toBe("");
  });

  it.each([
    "application/json",
    "application/json;charset=utf-8",
    "APPLICATION/JSON ; x=y",
    "text/json",
    "application/problem+json",
    "application/vnd.api+json; version=1",
  ])("%s is one of JSON", (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(true);
  });

  it.each([
    "",
    "json",
    "text/plain",
    "text/html; x=application/json",
    "application/jsonp",
    "application/json-seq",
    "application/+jsonx",
    "+json",
    "a/b/c+json",
  ])("%j is none of JSON", (contentType) => {
    expect(isJsonMediaType(contentType)).toBe(false);
  });
});

describe("what stands in front of the server speaks", () => {
  it.each([
    [502, "application/json", true],
    [503, undefined, true],
    [504, "text/html", true],
    [429, "application/json", true],
    [413, "text/html", true],
    [413, undefined, true],
    [413, "application/json", false],
    [500, "text/html", false],
    [501, "text/html", false],
    [400, "text/html", false],
  ])("in %i %s: %s", (status, contentType, expected) => {
    expect(isGatewayResponse(response(status, "x", contentType), false)).toBe(expected);
  });
});

describe("words for people", () => {
  it.each([
    [response(201, "{}", "application/json"), "201 application/json"],
    [response(200, "[]"), "200 no content type"],
    [response(204, "", "application/json"), "204 with an empty body"],
    [{ kind: "transport-error", cause: "closed", detail: "gone" } as const, "no answer (closed: gone)"],
  ])("for what came back", (outcome, expected) => {
    expect(describeOutcome(outcome)).toBe(expected);
  });

  it("for what is accepted", () => {
    expect(describeAccepted([pets, { status: 201, schema: "Pet" }, refused])).toBe(
      "200 with Pets, or 201 with a Pet, or a 4xx other than 401 with an Error",
    );
  });
});
