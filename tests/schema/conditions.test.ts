import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { renderJson } from "../../src/json/index.js";
import { bareShape, fullShape, plainSchema, type Shape, validValueOf } from "../../src/schema/index.js";

const text = { type: "string" };
const ofKind = (kind: string, then: object, otherwise?: object) => ({
  if: { properties: { kind: { const: kind } }, required: ["kind"] },
  then,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});
const object = (properties: object, more: object) => ({ type: "object", properties, ...more });
const members = { kind: { enum: ["b", "a"] }, size: { type: "integer" }, name: text };
const [needsSize, needsName] = [{ required: ["size"] }, { required: ["name"] }];
const within = (schema: object) => ({ type: "object", required: ["it"], properties: { it: schema } });

const schemas: Readonly<Record<string, object>> = {
  then: object(members, { required: ["kind"], ...ofKind("b", needsSize) }),
  else: object(members, { required: ["kind"], ...ofKind("a", needsName, needsSize) }),
  "several conditions": object(members, {
    required: ["kind"],
    allOf: [ofKind("b", needsSize), ofKind("a", needsName)],
  }),
  "a bound in then": object(members, {
    required: ["kind"],
    ...ofKind("b", { properties: { size: { minimum: 50 } } }),
  }),
  "a member that may not be there": object(members, {
    required: ["kind"],
    ...ofKind("b", { not: { required: ["name"] } }),
  }),
  dependentRequired: object(members, { required: ["size"], dependentRequired: { size: ["name"] } }),
  "not required": object(members, { not: { required: ["name"] } }),
  contains: within({ type: "array", items: text, contains: { const: "main" } }),
  minContains: within({ type: "array", items: text, contains: { pattern: "^m+$" }, minContains: 3 }),
  prefixItems: within({ type: "array", prefixItems: [text, { type: "integer" }], items: false }),
  patternProperties: within({
    type: "object",
    patternProperties: { "^x-[a-z]+$": { type: "integer" } },
    additionalProperties: false,
    minProperties: 1,
  }),
  propertyNames: within({
    type: "object",
    propertyNames: { pattern: "^[A-Z]{3}$" },
    additionalProperties: text,
    minProperties: 1,
  }),
  unevaluatedProperties: {
    allOf: [object({ name: text }, {})],
    ...object({ size: text }, {}),
    unevaluatedProperties: false,
  },
};

describe("a value is valid by its schema as a whole, with all that it may have and with the least:", () => {
  it.each(Object.entries(schemas))("%s", (_, schema) => {
    const isValid = new Ajv2020({ strict: false }).compile(schema);
    const madeIn = (shape: Shape): unknown =>
      JSON.parse(
        renderJson(
          validValueOf(plainSchema(asLoaded(schema) as object), {
            marker: () => "abcdefgh",
            reference: () => undefined,
            shape,
          }),
        ),
      );
    for (const shape of [fullShape, bareShape])
      expect([madeIn(shape), isValid(madeIn(shape))]).toEqual([madeIn(shape), true]);
  });
});

/** As descriptions are read: nothing is allowed where a schema is `false`. */
function asLoaded(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"items":false', '"items":{"not":{}}'));
}
