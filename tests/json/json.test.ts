import * as fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import {
  fromPlain,
  isJsonObject,
  numberAsWritten,
  parseJson,
  parseJsonBytes,
  renderJson,
  toPlain,
} from "../../src/json/index.js";
import { losslessJson, valueIn } from "./arbitrary-json.js";

const isValid = (text: string): boolean => parseJson(text).status === "valid";
const isValidForJavaScript = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("what is JSON", () => {
  it("is what JSON.parse reads, of every text that is damaged in one place", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom(..."{}[]\",:\\ \t\n0-1.eE+/'xu\u0000\ufeff", ""))
      .map(([text, at, mark]) => text.slice(0, at % text.length) + mark + text.slice((at % text.length) + 1));
    fc.assert(
      fc.property(damaged, (text) => isValid(text) === isValidForJavaScript(text)),
      { numRuns: 1000 },
    );
  });

  const words =
    '{ } [ ] , : "a" "\\x41" "\\u12" "open {a:1} 7 -0 01 +1 1. .5 1e - 1e400 0.5 NaN Infinity true True trueish null nul';
  it.each(["", " ", "\t7\r\n", '"a\nb"', "\u00a01", "\ufeff1", "// c\n1", ...words.split(" ")])(
    "is what JSON.parse reads: %j",
    (text) => {
      expect(parseJson(text)).toMatchObject(
        isValidForJavaScript(text)
          ? { status: "valid" }
          : { status: "invalid", reason: expect.stringMatching(/./) },
      );
    },
  );
});

describe("what is read is what was written", () => {
  it("for every lossless value, indented or not", () => {
    fc.assert(
      fc.property(losslessJson(), fc.nat({ max: 4 }), (value, indent) => {
        expect(valueIn(renderJson(value, indent))).toEqual(value);
      }),
    );
  });

  it("for every lossless value in a file that any JSON reader reads", () => {
    fc.assert(
      fc.property(losslessJson(), (value) => {
        expect(fromPlain(JSON.parse(JSON.stringify(toPlain(value))))).toEqual(value);
      }),
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
    const value = valueIn('{"__proto__":{"admin":true},"a":1}');
    expect(Object.keys(value as object)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(renderJson(value)).toBe('{"__proto__":{"admin":true},"a":1}');
  });

  it("given twice end as the last", () => {
    expect(valueIn('{"a":12345678901234567890,"b":2,"a":0.5,"a":7}')).toEqual({ a: 7n, b: 2n });
  });
});

describe("a number whose value is an integer is read as that bigint", () => {
  it.each([
    ["-0.0", 0n],
    ["0e400", 0n],
    ["1E+3", 1000n],
    ["-70e-1", -7n],
    ["12.50e1", 125n],
    ["9007199254740991", 2n ** 53n - 1n],
    ["-9007199254740993", -(2n ** 53n) - 1n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775809", -(2n ** 63n) - 1n],
    ["9.223372036854775807e18", 2n ** 63n - 1n],
  ])("%s", (text, expected) => {
    expect(valueIn(text)).toBe(expected);
  });
});

describe("any other number keeps its text", () => {
  it.each([
    ...["1.5", "1.50", "-0.1", "75e-1", "1e-400", "9007199254740993.5"],
    // Infinite for JavaScript, and such that its digits would fill the memory.
    ...["1e400", "1e999999999", "1e-999999999", `1e${"9".repeat(400)}`],
  ])("%s", (text) => {
    expect(valueIn(text)).toBeInstanceOf(LosslessNumber);
    expect(renderJson(valueIn(text))).toBe(text);
  });

  it.each(["", "-"])("10,000 digits come out as they went in: %s", (sign) => {
    const digits = `${sign}1${"0123456789".repeat(1000)}`;
    expect(renderJson(valueIn(digits))).toBe(digits);
  });
});

describe("a number is written", () => {
  it.each(["1.0", "1e3", "70e-1", "-0", "1e400", "0.10"])("as it was asked for: %s", (text) => {
    expect(renderJson([numberAsWritten(text)])).toBe(`[${text}]`);
  });

  it.each(["", "-", "01", "+1", "1.", ".5", "0x1", "NaN", "1 ", "1n"])("never as no JSON: %j", (text) => {
    expect(() => numberAsWritten(text)).toThrow();
  });
});

describe("bytes", () => {
  const quoted = (...bytes: number[]) => Buffer.from([0x22, ...bytes, 0x22]);

  it("in UTF-8 are read, beyond the first plane, too", () => {
    expect(parseJsonBytes(Buffer.from('{"name":"Zoë 🐕"}\n'))).toMatchObject({ value: { name: "Zoë 🐕" } });
  });

  it.each([
    ["a lone continuation byte", quoted(0x80)],
    ["a byte that never occurs", quoted(0xff)],
    ["an overlong slash", quoted(0xc0, 0xaf)],
    ["a character cut short", quoted(0xe2, 0x82)],
    ["an encoded surrogate", quoted(0xed, 0xa0, 0x80)],
    ["a code point beyond the last", quoted(0xf4, 0x90, 0x80, 0x80)],
  ])("that are no UTF-8 are refused: %s", (_, bytes) => {
    expect(parseJsonBytes(bytes)).toEqual({ status: "invalid", reason: "the bytes are not valid UTF-8" });
  });

  it.each([
    ["with a byte order mark", Buffer.from("\ufeff{}")],
    ["in UTF-16", Buffer.from('{"a":1}', "utf16le")],
    ["that are none at all", Buffer.of()],
    ["with a null character after the end", Buffer.from("{}\u0000")],
  ])("%s are refused", (_, bytes) => {
    expect(parseJsonBytes(bytes).status).toBe("invalid");
  });
});

describe("nesting", () => {
  it("to 500 levels is read, written and stored", () => {
    const value = valueIn(nested(500));
    expect(renderJson(fromPlain(toPlain(value)) as typeof value)).toBe(nested(500));
  });

  it.each([
    ["one level more", nested(501)],
    ["arrays that are never closed", "[".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ])("to more levels is refused with a reason, not with an overflow: %s", (_, text) => {
    expect(parseJson(text)).toEqual({ status: "invalid", reason: "it is nested more than 500 levels deep" });
  });
});

describe("data for a file that any JSON reader may read", () => {
  it("has an integer as its digits, and an exact number as it was written, but nothing undefined", () => {
    const value = { id: 2n ** 63n - 1n, half: numberAsWritten("1.50"), a: undefined, b: null, $int: "7" };
    expect(Object.entries(toPlain(value) as object)).toEqual([
      ["id", { $int: "9223372036854775807" }],
      ["half", { $number: "1.50" }],
      ["b", null],
      ["$$int", "7"],
    ]);
  });

  it.each(['{"$int":"7"}', '{"$number":"no number"}', '{"$$int":{"$int":"1"}}', '{"__proto__":{"a":1}}'])(
    "has an object of a server that looks like such data as what it is: %s",
    (text) => {
      expect(fromPlain(toPlain(valueIn(text)))).toEqual(valueIn(text));
    },
  );
});

it("an object is neither an array nor null nor a number", () => {
  const values = [...["{}", "[]", "null", "1.5", "1", '"a"'].map(valueIn), undefined];
  expect(values.map(isJsonObject)).toEqual([true, false, false, false, false, false, false]);
});
