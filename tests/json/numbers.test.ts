import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import { numberAsWritten, renderJson } from "../../src/json/index.js";
import { valueIn } from "./arbitrary-json.js";
import { sameJson } from "./same-json.js";

describe("a number whose value is an integer is read as that bigint", () => {
  it.each([
    ["0", 0n],
    ["-0", 0n],
    ["-0.0", 0n],
    ["0e400", 0n],
    ["1.0", 1n],
    ["1e3", 1000n],
    ["1E+3", 1000n],
    ["70e-1", 7n],
    ["-70e-1", -7n],
    ["12.50e1", 125n],
    ["9007199254740991", 2n ** 53n - 1n],
    ["9007199254740992", 2n ** 53n],
    ["9007199254740993", 2n ** 53n + 1n],
    ["-9007199254740993", -(2n ** 53n) - 1n],
    ["9223372036854775806", 2n ** 63n - 2n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["9223372036854775808", 2n ** 63n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["-9223372036854775809", -(2n ** 63n) - 1n],
    ["9.223372036854775807e18", 2n ** 63n - 1n],
  ])("%s", (text, expected) => {
    expect(valueIn(text)).toBe(expected);
  });
});

describe("a number that is no integer keeps its text", () => {
  it.each(["1.5", "1.50", "-0.1", "75e-1", "5e-1", "1e-400", "9007199254740993.5"])("%s", (text) => {
    const value = valueIn(text);
    expect(value).toBeInstanceOf(LosslessNumber);
    expect(renderJson(value)).toBe(text);
  });
});

describe("a number of any size is read and written without harm", () => {
  it("1e400, which is infinite for JavaScript, keeps its text", () => {
    expect(renderJson(valueIn("1e400"))).toBe("1e400");
  });

  it("a hostile exponent does not fill the memory", () => {
    expect(renderJson(valueIn("1e999999999"))).toBe("1e999999999");
    expect(renderJson(valueIn("1e-999999999"))).toBe("1e-999999999");
    expect(renderJson(valueIn(`1e${"9".repeat(400)}`))).toHaveLength(402);
  });

  it("10,000 digits come out as they went in", () => {
    const digits = `1${"0123456789".repeat(1000)}`;
    expect(renderJson(valueIn(digits))).toBe(digits);
    expect(renderJson(valueIn(`-${digits}`))).toBe(`-${digits}`);
  });

  it("10,000 digits that end in another digit are another number", () => {
    const digits = "7".repeat(10_000);
    expect(sameJson(valueIn(`${digits}1`), valueIn(`${digits}1`))).toBe(true);
    expect(sameJson(valueIn(`${digits}1`), valueIn(`${digits}2`))).toBe(false);
  });
});

describe("numbers are written to the last digit", () => {
  it("a bigint", () => {
    expect(renderJson({ id: 2n ** 63n - 1n, other: -(2n ** 53n) - 1n })).toBe(
      '{"id":9223372036854775807,"other":-9007199254740993}',
    );
  });

  it.each(["1.0", "1e3", "70e-1", "-0", "1e400", "0.10"])("%s as it was asked for", (text) => {
    expect(renderJson([numberAsWritten(text)])).toBe(`[${text}]`);
  });

  it.each(["", "-", "01", "+1", "1.", ".5", "0x1", "NaN", "1 ", "1n"])(
    "never as %j, which is no JSON",
    (text) => {
      expect(() => numberAsWritten(text)).toThrow();
    },
  );
});

describe("numbers are compared by their value", () => {
  it("neighbours beyond 2^53 differ", () => {
    expect(sameJson(valueIn("9007199254740993"), valueIn("9007199254740992"))).toBe(false);
    expect(sameJson(valueIn("9223372036854775807"), valueIn("9223372036854775808"))).toBe(false);
  });

  it("an integer is the same in every spelling", () => {
    expect(sameJson(valueIn("7"), valueIn("7.0"))).toBe(true);
    expect(sameJson(valueIn("7"), valueIn("70e-1"))).toBe(true);
    expect(sameJson(valueIn("0"), valueIn("-0"))).toBe(true);
  });

  it("a fraction is the same in every spelling", () => {
    expect(sameJson(valueIn("1.5"), valueIn("1.50"))).toBe(true);
    expect(sameJson(valueIn("0.5"), valueIn("5e-1"))).toBe(true);
    expect(sameJson(valueIn("1.5"), valueIn("1.51"))).toBe(false);
  });

  it("a number is never a string", () => {
    expect(sameJson(7n, "7")).toBe(false);
    expect(sameJson(valueIn("1.5"), "1.5")).toBe(false);
  });
});
