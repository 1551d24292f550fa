import { expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { fullShape, valueIfAny } from "../../src/schema/index.js";

const plain = { marker: () => "abcdefgh", reference: () => undefined, shape: fullShape };

/** A body of this schema, as a 3.1 document has it. */
function bodyOf(schema: object): unknown {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { "200": { description: "Fine" } } };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { post } } };
  const { description } = readDescription("a.json", JSON.stringify(document));
  const [operation] = description.operations.values();
  return valueIfAny(operation?.body?.schema ?? {}, plain);
}

it.each<[string, object, unknown]>([
  ["anything is allowed", { type: "object", properties: { b: true } }, { b: "abcdefgh" }],
  ["nothing is allowed", { type: "object", properties: { a: { const: 1 }, b: false } }, { a: 1n }],
  ["nothing is allowed, and it has to be there", { required: ["b"], properties: { b: false } }, undefined],
  ["nothing of a choice is allowed but one", { anyOf: [{ const: "x" }, false] }, "x"],
  [
    "items have places",
    { type: "array", prefixItems: [{ const: "x" }, { const: 2 }], items: false, minItems: 2 },
    ["x", 2n],
  ],
  [
    "an object has to have members of any name",
    { type: "object", minProperties: 1, additionalProperties: { const: "x" } },
    { en: "x" },
  ],
  [
    "a member within has to be there, although it may be left out by itself",
    {
      type: "object",
      required: ["a"],
      properties: { a: { type: "object", minProperties: 1, properties: { b: { const: "x" } } } },
    },
    { a: { b: "x" } },
  ],
  [
    "there is an end, after the beginning",
    {
      type: "object",
      properties: {
        startsAt: { type: "string", format: "date-time" },
        end: { type: "object", properties: { dateTime: { type: "string", format: "date-time" } } },
        from: { type: "string", format: "date" },
        valid_to: { type: "string", format: "date" },
      },
    },
    {
      startsAt: "2026-01-15T10:00:00Z",
      end: { dateTime: "2026-01-15T11:00:00Z" },
      from: "2026-01-15",
      valid_to: "2026-01-16",
    },
  ],
  [
    "a member is required that has no schema of its own",
    { required: ["a"], type: "object" },
    { a: "abcdefgh" },
  ],
  [
    "an object has to have more members than it may",
    { type: "object", minProperties: 2, additionalProperties: false, properties: { a: { const: 1 } } },
    undefined,
  ],
  ["a list has to be longer than it may", { type: "array", items: false, minItems: 1 }, undefined],
])("a value is made where %s", (_, schema, expected) => {
  expect(bodyOf(schema)).toEqual(expected);
});

const closed = {
  type: "object",
  additionalProperties: false,
  required: ["a"],
  properties: { a: { const: 1 } },
};

it.each<[string, object, unknown]>([
  [
    "restricts the items of a list",
    {
      allOf: [
        { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
        { required: ["a"], properties: { a: { items: { enum: ["x"] } } } },
      ],
    },
    { a: ["x"] },
  ],
  [
    "restricts a member of a member",
    {
      allOf: [
        { properties: { a: { type: "object", properties: { b: { type: "string" }, c: { const: 1 } } } } },
        { properties: { a: { properties: { b: { enum: ["x"] } } } } },
      ],
    },
    { a: { b: "x", c: 1n } },
  ],
  [
    "allows some of the words",
    { allOf: [{ type: "string", enum: ["x", "y", "z"] }, { enum: ["y", "w"] }] },
    "y",
  ],
  [
    "asks for an integer",
    {
      allOf: [
        { type: "number", minimum: 7 },
        { type: "integer", minimum: 3 },
      ],
    },
    8n,
  ],
  [
    "has bounds of its own",
    { allOf: [{ type: "string", maxLength: 40 }, { maxLength: 3 }, { maxLength: 9 }] },
    "abc",
  ],
  ["is of another type", { allOf: [{ type: "string" }, { type: "array" }] }, undefined],
  [
    "makes an alternative impossible",
    {
      required: ["kind"],
      properties: { kind: { const: "b" } },
      oneOf: [
        { properties: { kind: { const: "a" } } },
        { properties: { kind: { const: "b" }, b: { const: 2 } } },
      ],
    },
    { kind: "b", b: 2n },
  ],
  ["is closed to members of others", { allOf: [closed, { properties: { b: { const: 2 } } }] }, { a: 1n }],
  [
    "is closed to a member that others require, and closes both together",
    { allOf: [closed, { ...closed, required: ["b"], properties: { b: { const: 2 } } }] },
    { a: 1n, b: 2n },
  ],
])("a value is made where a part %s", (_, schema, expected) => {
  expect(bodyOf(schema)).toEqual(expected);
});

it.each<[string, object]>([
  [
    "anyOf",
    {
      anyOf: [
        { type: "string", const: "x" },
        { type: "string", const: "y" },
      ],
    },
  ],
  [
    "titled alternatives of oneOf",
    {
      oneOf: [
        { const: "x", title: "X" },
        { enum: ["y"], description: "Y" },
      ],
    },
  ],
])("words in %s are an enumeration", (_, schema) => {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { "200": { description: "Fine" } } };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { post } } };
  const { description } = readDescription("a.json", JSON.stringify(document));
  const [operation] = description.operations.values();
  expect(operation?.body?.schema).toMatchObject({ type: "string", enum: ["x", "y"] });
});
