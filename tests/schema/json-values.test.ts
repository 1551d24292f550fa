import * as fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import type { Schema } from "../../src/description/index.js";
import { renderJson } from "../../src/json/index.js";
import { anyInt64, anyJson, refusedBy } from "../../src/values/index.js";
import { fraction } from "../../src/values/invalid-json.js";
import { judgeOf } from "../engine/judge-of.js";
import { valueIn } from "../json/arbitrary-json.js";

const samples = { seed: 42, numRuns: 300 };

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof LosslessNumber) return "fraction";
  return typeof value === "bigint" ? "integer" : typeof value;
}

describe("random values that a property refuses", () => {
  const structures = ["array", "boolean", "null", "object"];
  const schemas: readonly (readonly [Schema, readonly string[]])[] = [
    [{ type: "string" }, [...structures, "fraction", "integer"]],
    [{ type: "string", enum: ["a", "b"] }, [...structures, "fraction", "integer", "string"]],
    [{ type: "integer", format: "int64" }, [...structures, "fraction", "string"]],
    [{ type: "number" }, [...structures, "string"]],
    [{ type: "boolean" }, ["array", "fraction", "integer", "null", "object", "string"]],
    [{ type: "array" }, ["boolean", "fraction", "integer", "null", "object", "string"]],
    [{ type: "object" }, ["array", "boolean", "fraction", "integer", "null", "string"]],
  ];

  it.each(schemas)("are invalid, and of all these types: %j, %j", (schema, types) => {
    const validate = judgeOf({ Judged: schema });
    const values = fc.sample(refusedBy(schema)!, samples);
    expect(values.filter((value) => validate("Judged", value).length === 0)).toEqual([]);
    expect(new Set(values.map(typeName))).toEqual(new Set(types));
  });

  it.each([{}, { type: "anything" }])("are none where any type is taken: %j", (schema) => {
    expect(refusedBy(schema)).toBeUndefined();
  });
});

describe("random values", () => {
  it("that are to be fractions are no integers, not even in value", () => {
    fc.assert(
      fc.property(fraction(), (value) => {
        expect(valueIn(renderJson(value))).toBeInstanceOf(LosslessNumber);
      }),
    );
  });

  it("that are to be 64-bit integers fit, and are near both ends often", () => {
    const values = fc.sample(anyInt64(), { seed: 3, numRuns: 1000 });
    expect(values.filter((value) => BigInt.asIntN(64, value) !== value)).toEqual([]);
    expect(values.filter((value) => value > 2n ** 63n - 100n).length).toBeGreaterThan(10);
    expect(values.filter((value) => value < -(2n ** 63n) + 100n).length).toBeGreaterThan(10);
  });

  it("that are to be any JSON are of every type, and survive being written and read", () => {
    const values = fc.sample(anyJson(), samples);
    expect(values.map((value) => valueIn(renderJson(value)))).toEqual(values);
    expect(new Set(values.map(typeName)).size).toBe(7);
  });
});
