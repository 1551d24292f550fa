import * as fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import { fromPlain, type Json, numberAsWritten, toPlain } from "../../src/json/index.js";
import { losslessJson, valueIn } from "./arbitrary-json.js";
import { sameJson } from "./same-json.js";

/** Through a file that any JSON reader reads, and back. */
const throughAFile = (value: unknown): unknown => fromPlain(JSON.parse(JSON.stringify(toPlain(value))));

describe("lossless data survives a file that any JSON reader may read", () => {
  it("an integer stands there as its digits", () => {
    expect(toPlain({ id: 2n ** 63n - 1n })).toEqual({ id: { $int: "9223372036854775807" } });
    expect(throughAFile({ id: 2n ** 63n - 1n })).toEqual({ id: 2n ** 63n - 1n });
  });

  it("an exact number stands there as it was written", () => {
    expect(toPlain([numberAsWritten("1.50")])).toEqual([{ $number: "1.50" }]);
    expect(throughAFile(numberAsWritten("1e400"))).toBeInstanceOf(LosslessNumber);
    expect(String(throughAFile(numberAsWritten("1e400")))).toBe("1e400");
  });

  it("members that are undefined are left out, others kept", () => {
    expect(Object.keys(toPlain({ a: undefined, b: null, c: false }) as object)).toEqual(["b", "c"]);
  });

  it("a member named __proto__ stays a member", () => {
    const back = throughAFile(valueIn('{"__proto__":{"admin":1}}')) as Record<string, unknown>;
    expect(Object.keys(back)).toEqual(["__proto__"]);
    expect(back["admin"]).toBeUndefined();
  });

  it("every value comes back the same", () => {
    fc.assert(fc.property(losslessJson(), (value) => sameJson(throughAFile(value) as Json, value)));
  });

  it.each([
    '{"$int":"7"}',
    '{"$int":"x"}',
    '{"$number":"1.5"}',
    '{"$number":"no number"}',
    '{"$int":{"$int":"1"}}',
  ])("an object of a server that looks like such data comes back the same: %s", (text) => {
    expect(sameJson(throughAFile(valueIn(text)) as Json, valueIn(text))).toBe(true);
  });
});
