import * as fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { describe, expect, it } from "vitest";
import { anyInt64, anyJson, refusedBy } from "../../src/generate/index.js";
import { fraction } from "../../src/generate/json-values.js";
import { parseJson, renderJson } from "../../src/json/index.js";
import { sameJson } from "../json/same-json.js";
import { brokenRules, newPet, validPet } from "./new-pet.js";

const samples = { seed: 42, numRuns: 600 };

describe("random values that a property refuses", () => {
  it.each(["name", "categoryId", "status"])("never hold a valid %s, alone in a valid body", (property) => {
    const schema = newPet.properties?.[property] ?? {};
    fc.assert(
      fc.property(refusedBy(schema)!, (value) => {
        expect(brokenRules({ ...validPet, [property]: value })).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("are of every other type, and of the right type but not in the list", () => {
    const typesFor = (property: string) =>
      new Set(fc.sample(refusedBy(newPet.properties?.[property] ?? {})!, samples).map(typeName));
    const structures = ["array", "boolean", "fraction", "null", "object"];
    expect([...typesFor("name")].sort()).toEqual([...structures, "integer"].sort());
    expect([...typesFor("categoryId")].sort()).toEqual([...structures, "string"].sort());
    expect([...typesFor("status")].sort()).toEqual([...structures, "integer", "string"].sort());
  });
});

describe("random values that any property refuses", () => {
  it.each([
    [{ type: "boolean" }, ["array", "fraction", "integer", "null", "object", "string"]],
    [{ type: "number" }, ["array", "boolean", "null", "object", "string"]],
    [{ type: "array" }, ["boolean", "fraction", "integer", "null", "object", "string"]],
    [{ type: "object" }, ["array", "boolean", "fraction", "integer", "null", "string"]],
  ])("%j: are of the other types", (schema, types) => {
    expect([...new Set(fc.sample(refusedBy(schema)!, samples).map(typeName))].sort()).toEqual(types);
  });

  it.each([{}, { type: "anything" }])("%j: there are none", (schema) => {
    expect(refusedBy(schema)).toBeUndefined();
  });
});

describe("random numbers", () => {
  it("that are to be fractions are no integers, not even in value", () => {
    fc.assert(
      fc.property(fraction(), (value) => {
        const back = parseJson(renderJson(value));
        expect(back.status === "valid" && back.value).toBeInstanceOf(LosslessNumber);
      }),
      { numRuns: 500 },
    );
  });

  it("that are to be 64-bit integers fit, and reach both ends", () => {
    const values = fc.sample(anyInt64(), { seed: 3, numRuns: 1000 });
    expect(values.filter((value) => BigInt.asIntN(64, value) !== value)).toEqual([]);
    expect(values.some((value) => value > 2n ** 62n)).toBe(true);
    expect(values.some((value) => value < -(2n ** 62n))).toBe(true);
  });

  it("are at the boundaries often", () => {
    const values = fc.sample(anyInt64(), { seed: 3, numRuns: 1000 });
    const nearEnds = values.filter((value) => value > 2n ** 63n - 100n || value < -(2n ** 63n) + 100n);
    expect(nearEnds.length).toBeGreaterThan(20);
  });
});

describe("random JSON", () => {
  it("survives being written and read", () => {
    fc.assert(
      fc.property(anyJson(), (value) => {
        const back = parseJson(renderJson(value));
        expect(back.status === "valid" && sameJson(back.value, value)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is of every type", () => {
    const types = new Set(fc.sample(anyJson(), samples).map(typeName));
    expect([...types].sort()).toEqual([
      "array",
      "boolean",
      "fraction",
      "integer",
      "null",
      "object",
      "string",
    ]);
  });

  it("is the same for the same seed", () => {
    const sample = (seed: number) =>
      fc.sample(anyJson(), { seed, numRuns: 20 }).map((value) => renderJson(value));
    expect(sample(5)).toEqual(sample(5));
    expect(sample(5)).not.toEqual(sample(6));
  });
});

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof LosslessNumber) return "fraction";
  return typeof value === "bigint" ? "integer" : typeof value;
}
