import { describe, expect, it } from "vitest";
import { parseYamlFile } from "../../src/description/file.js";
import { readDescription } from "../../src/description/index.js";
import { parseFile } from "../../src/description/json-file.js";

const text = `{
  "a": [1, { "b": "}],\\"", "c\\u0064": null } ],
  "": {"x" : {}}, "e":[]
}`;

describe("a file that is JSON is read as one of YAML is", () => {
  it("its value", () => {
    expect(parseFile("a.json", text).value).toEqual(parseYamlFile("a.json", text).value);
    expect(parseFile("a.json", `\uFEFF${text}`).value).toEqual(JSON.parse(text));
  });

  it.each([
    [[]],
    [["a"]],
    [["a", 0]],
    [["a", 1]],
    [["a", "1", "cd"]],
    [["a", 1, "b", "nothing"]],
    [["a", 7]],
    [["", "x"]],
    [["e"]],
    [["nothing", "x"]],
  ])("the place of %j", (path) => {
    expect(parseFile("a.json", text).placeOf(path)).toEqual(parseYamlFile("a.json", text).placeOf(path));
  });

  it("refuses too many levels", () => {
    expect(() => parseFile("a.json", "[".repeat(200) + "]".repeat(200))).toThrow(
      "a.json: has more than 100 levels",
    );
    expect(() => parseFile("a.json", "[".repeat(500_000))).toThrow("a.json: has more than 100 levels");
  });
});

it("a large description, with a fault in each of its operations, is read in seconds", () => {
  const item = (index: number) => ({
    get: {
      operationId: "same",
      responses: {
        200: {
          description: "x".repeat(2000),
          content: { "application/json": { schema: { $ref: `#/components/schemas/s${index}` } } },
        },
      },
    },
  });
  const all = Array.from({ length: 3000 }, (_, index) => index);
  const document = {
    openapi: "3.0.0",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(all.map((index) => [`/${index}`, item(index)])),
    components: {
      schemas: Object.fromEntries(
        all.map((index) => [`s${index}`, { type: "object", description: "y".repeat(1000) }]),
      ),
    },
  };
  const { description, limitations } = readDescription("large.json", JSON.stringify(document, null, 2));
  expect(description.operations.size).toBe(3000);
  expect(limitations).toHaveLength(2999);
  expect(limitations.at(-1)).toMatch(/^large\.json:\d{5}: /);
});
