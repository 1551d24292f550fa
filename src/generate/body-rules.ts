import type { Schema } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject, numberAsWritten, renderJson } from "../json/index.js";

/** The one rule of a schema that a body breaks. */
export type Rule =
  | { readonly kind: "object" }
  | { readonly kind: "required"; readonly property: string }
  | { readonly kind: "type"; readonly property: string }
  | { readonly kind: "range"; readonly property: string }
  | { readonly kind: "enum"; readonly property: string };

/** A body that breaks exactly one rule. */
export interface BrokenBody {
  readonly rule: Rule;
  readonly label: string;
  readonly body: Json;
}

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

/**
 * Every rule of an object schema broken once in every way worth trying, each alone in an otherwise valid body.
 * The schema's properties must be resolved (no `$ref`).
 */
export function deriveBrokenBodies(schema: Schema, valid: JsonObject): readonly BrokenBody[] {
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...(schema.required ?? []).map((name) => missing(name, valid)),
    ...properties.flatMap(([name, property]) =>
      [...wrongTypes(property), ...outOfRange(property), ...outsideEnum(property)].map(
        ({ kind, what, value }) => ({
          rule: { kind, property: name },
          label: `${name} is ${what}`,
          body: { ...valid, [name]: value },
        }),
      ),
    ),
    ...notAnObject(valid),
  ];
}

/** Bodies in which more than one thing is wrong, charged to the first: some servers look no further than that. */
export function deriveWorseBodies(
  schema: Schema,
  valid: JsonObject,
  wrappers: readonly string[] = ["data"],
): readonly BrokenBody[] {
  const [first, ...others] = schema.required ?? [];
  if (first === undefined) return [];
  const without = Object.fromEntries(Object.entries(valid).filter(([name]) => name !== first));
  const optional = Object.keys(schema.properties ?? {}).find((name) => !schema.required?.includes(name));
  const wrong = Object.fromEntries([first, ...others].map((name) => [name, []]));
  const wrapped = Object.fromEntries(wrappers.map((name) => [name, valid]));
  const rule = { kind: "required", property: first } as const;
  return [
    { rule, label: "the object is empty", body: {} },
    { rule, label: "the object is inside another", body: wrapped },
    ...(optional === undefined
      ? []
      : [
          {
            rule,
            label: `${first} is missing and ${optional} is wrong`,
            body: { ...without, [optional]: "lost" },
          },
        ]),
    {
      rule: { kind: "type", property: first },
      label: "every required member is an array",
      body: { ...valid, ...wrong },
    },
  ];
}

/** Values that JSON Schema does not count among a property's type, each with a name for it. */
export function wrongTypes(schema: Schema): readonly { kind: "type"; what: string; value: Json }[] {
  const integer = schema.type === "integer" || schema.type === "number";
  const scalars: [string, Json][] = integer
    ? [
        ["a string of digits", "1"],
        ["a string", "cat"],
        ["an empty string", ""],
        ["a fraction", numberAsWritten("1.5")],
        ["a small fraction", numberAsWritten("0.1")],
        ["a negative fraction", numberAsWritten("-2.5e-3")],
      ]
    : [
        ["a number", 1n],
        ["zero", 0n],
        ["a fraction", numberAsWritten("1.5")],
      ];
  // Read as numbers they are 1 and 0; read as a choice, false is none.
  const booleans: [string, Json][] = [
    ...(schema.enum === undefined ? [["true", true] as [string, Json]] : []),
    ...(integer || schema.enum !== undefined ? [["false", false] as [string, Json]] : []),
  ];
  const everywhere: [string, Json][] = [
    ["null", null],
    ...booleans,
    ["an empty array", []],
    ["an array", [integer ? 1n : (schema.enum?.[0] ?? "Rex")]],
    ["an object", { value: integer ? 1n : (schema.enum?.[0] ?? "Rex") }],
    ["an empty object", {}],
  ];
  return [...scalars, ...everywhere]
    .filter(([, value]) => !isOfType(schema.type, value))
    .map(([what, value]) => ({ kind: "type", what, value }));
}

/** Does the value have this type? Any value has a type that is not said, or not known here. */
function isOfType(type: string | undefined, value: Json): boolean {
  switch (type) {
    case "string":
    case "boolean":
      return typeof value === type;
    case "integer":
      return typeof value === "bigint";
    case "number":
      return typeof value === "bigint" || isFraction(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    default:
      return true;
  }
}

function isFraction(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonObject(value);
}

function missing(name: string, valid: JsonObject): BrokenBody {
  const body = Object.fromEntries(Object.entries(valid).filter(([each]) => each !== name));
  return { rule: { kind: "required", property: name }, label: `${name} is missing`, body };
}

function outOfRange(schema: Schema): readonly { kind: "range"; what: string; value: Json }[] {
  if (schema.format !== "int64") return [];
  const values: [string, Json][] = [
    ["2^63", most + 1n],
    ["-2^63 - 1", least - 1n],
    ["2^64", 2n ** 64n],
    ["2^64 + 1", 2n ** 64n + 1n],
    ["an integer of 31 digits", 10n ** 30n],
    ["1e400", numberAsWritten("1e400")],
  ];
  return values.map(([what, value]) => ({ kind: "range", what, value }));
}

function outsideEnum(schema: Schema): readonly { kind: "enum"; what: string; value: Json }[] {
  const [first, ...others] = schema.enum ?? [];
  if (first === undefined) return [];
  const values: [string, string][] = [
    ["an unknown word", "lost"],
    ["empty", ""],
    ["a blank", " "],
    ["in capitals", first.toUpperCase()],
    ["with a capital", first.slice(0, 1).toUpperCase() + first.slice(1)],
    ["followed by a blank", `${first} `],
    ["preceded by a blank", ` ${first}`],
    ["cut short", first.slice(0, -1)],
    ["its index", "0"],
    ["followed by a line break", `${first}\n`],
    ["with marks that end strings", `${first}"\\'`],
    ["a name that objects have from the start", "constructor"],
    ["two values in one", [first, ...others].slice(0, 2).join(",")],
    [
      "in small letters but for the last",
      (others.at(-1) ?? first).replace(/.$/, (last) => last.toUpperCase()),
    ],
  ];
  return values.map(([what, value]) => ({ kind: "enum", what, value }));
}

function notAnObject(valid: JsonObject): readonly BrokenBody[] {
  const nested = Array.from({ length: 300 }).reduce<Json>((inner) => [inner], []);
  const bodies: [string, Json][] = [
    ["an array with a valid object", [valid]],
    ["an empty array", []],
    ["arrays in arrays", nested],
    ["a string", "Rex"],
    ["a string with a valid object in it", renderJson(valid)],
    ["a number", 7n],
    ["null", null],
    ["true", true],
  ];
  return bodies.map(([what, body]) => ({ rule: { kind: "object" }, label: `the body is ${what}`, body }));
}
