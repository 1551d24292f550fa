import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, parseJson, renderJson } from "../../src/json/index.js";
import { losslessJson, valueIn } from "./arbitrary-json.js";
import { sameJson } from "./same-json.js";

const isValid = (text: string): boolean => parseJson(text).status === "valid";
const isValidForJavaScript = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("what is JSON and what is not", () => {
  it.each(["null", "true", "false", '"a"', "[]", "{}", ' [ 1 , "x" ] ', '{"a":{"b":[null]}}', "\t1\r\n"])(
    "%j is",
    (text) => {
      expect(isValid(text)).toBe(true);
    },
  );

  it.each([
    "",
    " ",
    "{} x",
    "{}{}",
    "[1,]",
    "[,1]",
    '{"a":1,}',
    "{a:1}",
    "{'a':1}",
    "01",
    "+1",
    "1.",
    ".5",
    "1e",
    "- 1",
    "NaN",
    "Infinity",
    "undefined",
    "True",
    "nul",
    "trueish",
    '"a\nb"',
    '"a\tb"',
    '"\\x41"',
    '"\\u12"',
    '"open',
    "[1",
    '{"a"}',
    "// c\n1",
    "/* c */1",
    "\u00a01",
    "\ufeff1",
  ])("%j is not", (text) => {
    expect(parseJson(text)).toMatchObject({ status: "invalid", reason: expect.stringMatching(/./) });
  });

  it("agrees with JSON.parse on every text, damaged in one place", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(..."{}[]\",:\\ \t\n0-1.eE+/'xu\u0000\ufeff", ""))
      .map(([text, at, mark]) => text.slice(0, at % text.length) + mark + text.slice((at % text.length) + 1));
    fc.assert(
      fc.property(damaged, (text) => isValid(text) === isValidForJavaScript(text)),
      { numRuns: 2000 },
    );
  });
});

describe("what is read is what was written", () => {
  it("for every lossless value, indented or not", () => {
    fc.assert(
      fc.property(losslessJson(), fc.nat({ max: 4 }), (value, indent) =>
        sameJson(valueIn(renderJson(value, indent)), value),
      ),
    );
  });

  it("for every value without large numbers, as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json({ depthSize: "medium" }), (text) => {
        expect(JSON.parse(renderJson(valueIn(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("indents by as many blanks as asked for", () => {
    expect(renderJson({ a: [1n] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
  });
});

describe("members of objects", () => {
  it("named __proto__ are members like any other", () => {
    const value = valueIn('{"__proto__":{"admin":true},"a":1}') as Record<string, Json>;
    expect(Object.keys(value)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value["admin"]).toBeUndefined();
    expect(renderJson(value)).toBe('{"__proto__":{"admin":true},"a":1}');
  });

  it("named constructor or toJSON are members like any other", () => {
    const text = '{"constructor":1,"toJSON":"x","hasOwnProperty":null,"length":3}';
    expect(renderJson(valueIn(text))).toBe(text);
    expect(sameJson(valueIn("{}"), valueIn('{"constructor":1}'))).toBe(false);
    expect(sameJson(valueIn('{"toString":1}'), valueIn('{"a":1}'))).toBe(false);
  });

  it("given twice end as the last", () => {
    expect(parseJson('{"a":1,"b":2,"a":3}')).toEqual({ status: "valid", value: { a: 3n, b: 2n } });
    expect(parseJson('{"a":12345678901234567890,"a":0.5,"a":7}')).toEqual({
      status: "valid",
      value: { a: 7n },
    });
  });
});

describe("sameJson", () => {
  it.each<[string, string]>([
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ["[]", "[ ]"],
    ['"\\u00e9"', '"é"'],
  ])("%s is the same as %s", (left, right) => {
    expect(sameJson(valueIn(left), valueIn(right))).toBe(true);
  });

  it.each<[string, string]>([
    ["[1,2]", "[2,1]"],
    ["[1]", "[1,1]"],
    ["{}", "[]"],
    ["{}", "null"],
    ['{"a":null}', "{}"],
    ['{"a":1}', '{"b":1}'],
    ['{"a":1}', '{"a":1,"b":2}'],
    ['{"__proto__":1}', '{"__proto__":2}'],
    ['{"__proto__":{}}', '{"a":1}'],
    ['"e\\u0301"', '"é"'],
    ["0", "false"],
    ["1.5", "{}"],
  ])("%s is not the same as %s", (left, right) => {
    expect(sameJson(valueIn(left), valueIn(right))).toBe(false);
    expect(sameJson(valueIn(right), valueIn(left))).toBe(false);
  });

  it("what is absent is not null", () => {
    expect(sameJson(undefined, null)).toBe(false);
    expect(sameJson(undefined, undefined)).toBe(true);
  });
});

it("an object is neither an array nor null nor a number", () => {
  expect(isJsonObject(valueIn("{}"))).toBe(true);
  expect(["[]", "null", "1.5", "1", '"a"'].map((text) => isJsonObject(valueIn(text)))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(isJsonObject(undefined)).toBe(false);
});
