import { expect, it } from "vitest";
import { isOfType } from "../../src/schema/index.js";
import { deriveRareViolations } from "../../src/values/index.js";

const words = ["available", "pending", "sold"];
const schema = {
  properties: {
    name: { type: "string" },
    categoryId: { type: "integer", format: "int64" },
    status: { type: "string", enum: words },
  },
} as const;

it("every rare value violates the keyword that is said", () => {
  const violations = deriveRareViolations(schema);
  const [types, formats, enums] = (["type", "format", "enum"] as const).map((keyword) =>
    violations.filter(({ violates }) => violates.keyword === keyword).map(({ value = null }) => value),
  );
  expect(types?.filter((value) => isOfType("integer", value))).toEqual([]);
  expect(formats?.filter((value) => typeof value !== "bigint" || value >= -(2n ** 63n))).toEqual([]);
  expect(enums?.filter((value) => words.some((word) => word === value))).toEqual([]);
  expect(new Set(enums).size).toBe(enums?.length);
  expect([types, formats, enums].map((values) => (values?.length ?? 0) > 0)).toEqual([true, true, true]);
});
