import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonSchemas } from "../../src/report/json-schemas.js";

describe("the published schemas", () => {
  it.each(Object.entries(jsonSchemas))("spec/%s is what npm run schemas writes", (name, schema) => {
    const published = readFileSync(new URL(`../../spec/${name}`, import.meta.url), "utf8");

    expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});
