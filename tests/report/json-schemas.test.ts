import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { jsonSchemas } from "../../src/report/json-schemas.js";
import type { reportSchema } from "../../src/report/report-schema.js";
import type { Report } from "../../src/run/index.js";

type Plain<T> = T extends object ? { readonly [Member in keyof T]: Plain<T[Member]> } : T;

describe("the published schemas", () => {
  it.each(Object.entries(jsonSchemas))("spec/%s is what npm run schemas writes", (name, schema) => {
    const published = readFileSync(new URL(`../../spec/${name}`, import.meta.url), "utf8");

    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it("have the members that the type of reports has, and no others", () => {
    // The compiler holds them against each other.
    expectTypeOf<Plain<z.infer<typeof reportSchema>>>().toEqualTypeOf<Plain<Report>>();
  });
});
