import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { parseJson } from "../../src/json/index.js";
import { createSchemaValidator } from "../../src/schema/index.js";

/** Says whether a value is what a response of this schema shows, in a document with such components. */
function judge(schema: object, schemas: object, value: unknown) {
  const content = { "application/json": { schema } };
  const get = { operationId: "get", responses: { 200: { description: "Shown", content } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: { "/x": { get } },
    components: { schemas },
  };
  const { description, limitations } = readDescription("names.json", JSON.stringify(document));
  expect(limitations).toEqual([]);
  const parsed = parseJson(JSON.stringify(value));
  const json = parsed.status === "valid" ? parsed.value : null;
  const validate = createSchemaValidator({ ...description, requirements: [], roles: {} } as never);
  return validate("", json, { operation: "get", status: 200, mediaType: "application/json" }).length === 0;
}

const user = { type: "object", required: ["name"], properties: { name: { type: "string" } } };

const page = {
  $id: "https://example.invalid/page",
  type: "object",
  properties: { items: { type: "array", items: { $dynamicRef: "#item" } } },
  $defs: { item: { $dynamicAnchor: "item" } },
};
const pageOf = (name: string, item: object) => ({
  $id: `https://example.invalid/${name}`,
  $defs: { item: { $dynamicAnchor: "item", ...item } },
  $ref: "page",
});
const tree = {
  $id: "https://example.invalid/tree",
  $dynamicAnchor: "node",
  type: "object",
  properties: { value: {}, children: { type: "array", items: { $dynamicRef: "#node" } } },
};
const strictTree = {
  $id: "https://example.invalid/strict-tree",
  $dynamicAnchor: "node",
  $ref: "tree",
  required: ["value"],
};

describe("a schema is found by its name (JSON Schema 2020-12, core, section 8.2)", () => {
  it.each<[string, object, object, unknown, unknown]>([
    [
      "its address",
      { $ref: "https://example.invalid/user" },
      { User: { $id: "https://example.invalid/user", ...user } },
      { name: "a" },
      {},
    ],
    [
      "an address relative to that of the schema around it",
      { $ref: "#/components/schemas/Team" },
      {
        Team: {
          $id: "https://example.invalid/a/team",
          type: "object",
          properties: { lead: { $ref: "user" } },
        },
        User: { $id: "https://example.invalid/a/user", ...user },
      },
      { lead: { name: "a" } },
      { lead: {} },
    ],
    ["an anchor", { $ref: "#user" }, { User: { $anchor: "user", ...user } }, { name: "a" }, {}],
    [
      "an anchor of another schema",
      { $ref: "https://example.invalid/team#lead" },
      { Team: { $id: "https://example.invalid/team", $defs: { lead: { $anchor: "lead", ...user } } } },
      { name: "a" },
      {},
    ],
    [
      "a place within the schema that has an address",
      { $ref: "#/components/schemas/Team" },
      {
        Team: {
          $id: "https://example.invalid/team",
          type: "object",
          properties: { lead: { $ref: "#/$defs/lead" } },
          $defs: { lead: user },
        },
      },
      { lead: { name: "a" } },
      { lead: {} },
    ],
    [
      "a place within a schema of objects",
      { $ref: "#/components/schemas/Team/properties/lead" },
      { Team: { type: "object", properties: { lead: user } } },
      { name: "a" },
      {},
    ],
    [
      "a place in the whole document, although an address stands around it",
      { $ref: "#/components/schemas/Team" },
      {
        Team: {
          $id: "https://example.invalid/team",
          type: "object",
          properties: { lead: { $ref: "#/components/schemas/User" } },
        },
        User: user,
      },
      { lead: { name: "a" } },
      { lead: {} },
    ],
    [
      "a dynamic anchor: each page has items of its own",
      { $ref: "#/components/schemas/Users" },
      { Page: page, Users: pageOf("users", { $ref: "#/components/schemas/User" }), User: user },
      { items: [{ name: "a" }] },
      { items: [{}] },
    ],
    [
      "a dynamic anchor: another page, and one of anything",
      { allOf: [{ $ref: "#/components/schemas/Numbers" }, { $ref: "#/components/schemas/Page" }] },
      { Page: page, Numbers: pageOf("numbers", { type: "integer" }), Users: pageOf("users", user) },
      { items: [1] },
      { items: [{ name: "a" }] },
    ],
    [
      "a dynamic anchor: a tree that is stricter at every depth",
      { $ref: "#/components/schemas/StrictTree" },
      { Tree: tree, StrictTree: strictTree },
      { value: 1, children: [{ value: 2 }] },
      { value: 1, children: [{ value: 2, children: [{}] }] },
    ],
    [
      "a dynamic anchor: the tree that is not",
      { $ref: "#/components/schemas/Tree" },
      { Tree: tree, StrictTree: strictTree },
      { children: [{}] },
      { children: [1] },
    ],
  ])("by %s", (_, schema, schemas, right, wrong) => {
    expect(judge(schema, schemas, right)).toBe(true);
    expect(judge(schema, schemas, wrong)).toBe(false);
  });
});
