import { expect, it } from "vitest";
import { withDiscriminators } from "../../src/description/discriminators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = { type: "object", properties: { kind: { type: "string" } } };
const named = (name: string, ...words: readonly string[]) => ({
  allOf: [ref(name), { required: ["kind"], properties: { kind: { enum: words } } }],
});

/** The schema `Any`, and one that refers to `Base`, of a document with these. */
const read = (schemas: object) =>
  (withDiscriminators({ components: { schemas } }) as { components: { schemas: Record<string, object> } })
    .components.schemas;

it.each<[string, object | undefined, readonly string[], readonly string[]]>([
  ["by reference", { dog: "#/components/schemas/Dog", cat: "#/components/schemas/Cat" }, ["dog"], ["cat"]],
  ["by name", { dog: "Dog", hound: "Dog", cat: "Cat" }, ["dog", "hound"], ["cat"]],
  ["of one alternative", { dog: "Dog" }, ["dog"], ["Cat"]],
  ["that is not there", undefined, ["Dog"], ["Cat"]],
])("an alternative has the word of a mapping %s", (_, mapping, dog, cat) => {
  const discriminator = { propertyName: "kind", ...(mapping && { mapping }) };
  const { Any } = read({ Dog: kind, Cat: kind, Any: { oneOf: [ref("Dog"), ref("Cat")], discriminator } });
  expect(Any).toEqual({ oneOf: [named("Dog", ...dog), named("Cat", ...cat)], discriminator });
});

it("alternatives that state their words keep these", () => {
  const stated = { type: "object", properties: { kind: { const: "d" } } };
  const any = { anyOf: [ref("Dog")], discriminator: { propertyName: "kind" } };
  expect(read({ Dog: stated, Any: any })["Any"]).toEqual(any);
});

it("what refers to a base with a discriminator refers to one of its heirs", () => {
  const base = { ...kind, discriminator: { propertyName: "kind", mapping: { dog: "Dog" } } };
  const heir = (name: string) => ({ allOf: [ref("Base"), { required: [name] }] });
  const schemas = read({ Base: base, Dog: heir("bark"), Cat: heir("purr"), Any: ref("Base") });
  expect(schemas["Dog"]).toEqual(heir("bark"));
  expect(schemas["Any"]).toEqual({ oneOf: [named("Dog", "dog"), named("Cat", "Cat")] });
});
