import type { Schema } from "../description/index.js";
import { type Json, type JsonObject, numberAsWritten, renderJson } from "../json/index.js";
import { type AnySchema, isOfType, leavesChoice, plainSchema } from "../schema/index.js";

/** The rule that a negative case violates: a keyword of JSON Schema, at a JSON Pointer into the body. */
export interface Violates {
  readonly pointer: string;
  readonly keyword: "required" | keyof ReturnType<typeof excludedBy>;
}

/** A body that violates one keyword at one place. */
export interface NegativeBody {
  readonly violates: Violates;
  /** Its fault, in a few words. */
  readonly label: string;
  readonly body: Json;
}

/** A value that a schema excludes, with a name for it. */
type Excluded = readonly [what: string, value: Json];

/**
 * Every keyword of an object schema violated in every way worth trying, each alone in an otherwise valid body.
 * The schema's properties must be resolved (no `$ref`).
 */
export function deriveNegativeBodies(schema: Schema, valid: JsonObject): readonly NegativeBody[] {
  const wrong = deriveMemberViolations(schema).map((violation) => ({
    violates: violation.violates,
    label: violation.label,
    body: withWrongMember(valid, violation),
  }));
  return [...wrong, ...notAnObject(valid)];
}

/** One wrong member, whatever the rest of the body is. */
export interface MemberViolation extends Omit<NegativeBody, "body"> {
  readonly member: string;
  /** Absent: the member is missing. */
  readonly value?: Json;
}

/** Every keyword of an object schema's members violated in every way worth trying. */
export function deriveMemberViolations({
  required = [],
  properties = {},
}: Schema): readonly MemberViolation[] {
  return [
    ...required.map(missing),
    ...Object.entries(properties).flatMap(([member, property]) =>
      Object.entries(excludedBy(property)).flatMap(([keyword, values]) =>
        values.map(([what, value]) => ({
          violates: { pointer: `/${member}`, keyword: keyword as Violates["keyword"] },
          label: `${member} is ${what}`,
          member,
          value,
        })),
      ),
    ),
  ];
}

/** The body with this wrong member. */
export function withWrongMember(valid: JsonObject, { member, value }: MemberViolation): JsonObject {
  const { [member]: _, ...others } = valid;
  return value === undefined ? others : { ...valid, [member]: value };
}

/**
 * A schema of an object as the functions here take it, with the members alone whose type leaves no choice. Undefined for one of
 * anything else.
 */
export function flatSchema(schema: Schema | AnySchema | undefined): Schema | undefined {
  if (schema === undefined || leavesChoice(schema)) return undefined;
  const { type, properties = {}, required = [] } = plainSchema(schema);
  if (type !== "object" && Object.keys(properties).length === 0) return undefined;
  const members = Object.entries(properties).flatMap(([name, each]) => {
    const plain = plainSchema(each);
    const isPlain = !leavesChoice(each) && plain.readOnly !== true && plain.const === undefined;
    return isPlain && scalarTypes.some((scalar) => scalar === plain.type) ? [[name, plain] as const] : [];
  });
  // A server fills in the default that is described.
  const isAsked = ([name, { default: usual }]: (typeof members)[number]): boolean =>
    required.includes(name) && usual === undefined;
  return {
    required: members.filter(isAsked).map(([name]) => name),
    properties: Object.fromEntries(members),
  } as Schema;
}

const scalarTypes = ["string", "integer", "number", "boolean"];

/** Bodies in which more than one thing is wrong, named by the first: some servers look no further than that. */
export function deriveWorseBodies(
  schema: Schema,
  valid: JsonObject,
  wrappers: readonly string[] = ["data"],
): readonly NegativeBody[] {
  const { required = [], properties = {} } = schema;
  const [first] = required;
  if (first === undefined) return [];
  const { [first]: _, ...without } = valid;
  const optional = Object.keys(properties)
    .filter((name) => !required.includes(name))
    .slice(0, 1);
  const violates = { pointer: `/${first}`, keyword: "required" } as const;
  return [
    { violates, label: "the object is empty", body: {} },
    { violates, label: "the object is inside another", body: members(wrappers, valid) },
    ...optional.map((name) => ({
      violates,
      label: `${first} is missing and ${name} is wrong`,
      body: { ...without, [name]: "lost" },
    })),
    {
      violates: { ...violates, keyword: "type" },
      label: "every required member is an array",
      body: { ...valid, ...members(required, []) },
    },
  ];
}

function members(names: readonly string[], value: Json): JsonObject {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Returns the values that each keyword of a property's schema excludes. */
function excludedBy(schema: Schema) {
  const { minimum, maximum, minLength = 0, maxLength } = schema;
  return {
    type: wrongTypes(schema),
    format: schema.format === "int64" ? outOfRange : [],
    enum: outsideEnum(schema),
    minimum: minimum === undefined ? [] : [beyond(minimum, -1)],
    maximum: maximum === undefined ? [] : [beyond(maximum, 1)],
    minLength: minLength === 0 ? [] : [["too short", "n".repeat(minLength - 1)]],
    maxLength: maxLength === undefined ? [] : [["too long", "n".repeat(maxLength + 1)]],
  } as const satisfies Readonly<Record<string, readonly Excluded[]>>;
}

/** The next number: exactly, also where a double has none. */
function beyond(bound: number, step: 1 | -1): Excluded {
  const next = Number.isInteger(bound) ? `${BigInt(bound) + BigInt(step)}` : `${bound + step}`;
  return [next, numberAsWritten(next)];
}

/** Values that JSON Schema does not count among a property's type, each with a name for it. */
export function wrongTypes({ type, enum: words }: Schema): readonly Excluded[] {
  const isNumeric = type === "integer" || type === "number";
  const scalars: readonly Excluded[] = isNumeric
    ? [
        ["a string of digits", "1"],
        ["a string", "cat"],
        ["an empty string", ""],
        ["a fraction", numberAsWritten("1.5")],
        ["a tiny fraction", numberAsWritten("1e-10")],
        ["a negative fraction", numberAsWritten("-2.5e-3")],
      ]
    : [
        ["a number", 1n],
        ["zero", 0n],
        ["a fraction", numberAsWritten("1.5")],
      ];
  // Read as numbers they are 1 and 0; where a choice or a text is looked for, false is taken for none.
  const booleans: readonly Excluded[] = [...(isNumeric ? [["true", true] as const] : []), ["false", false]];
  const valid = isNumeric ? 1n : (words?.[0] ?? "Rex");
  const everywhere: readonly Excluded[] = [
    ["null", null],
    ...booleans,
    ["an empty array", []],
    ["an array", [valid]],
    ["an object", { id: valid, value: valid }],
    ["an empty object", {}],
  ];
  return [...scalars, ...everywhere].filter(([, value]) => !isOfType(type, value));
}

function missing(member: string): MemberViolation {
  return { violates: { pointer: `/${member}`, keyword: "required" }, label: `${member} is missing`, member };
}

const outOfRange: readonly Excluded[] = [
  ["2^63", 2n ** 63n],
  ["-2^63 - 1", -(2n ** 63n) - 1n],
  ["2^64", 2n ** 64n],
  ["2^64 + 1", 2n ** 64n + 1n],
  ["an integer of 31 digits", 10n ** 30n],
  ["an integer of 401 digits", 10n ** 400n],
  ["1e400", numberAsWritten("1e400")],
];

function outsideEnum(schema: Schema): readonly Excluded[] {
  const [first, ...others] = (schema.enum ?? []).filter((each) => typeof each === "string");
  if (first === undefined) return [];
  const values: readonly (readonly [what: string, value: string])[] = [
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
    ["in small letters but for the last", withCapitalAtEnd(others.at(-1) ?? first)],
  ];
  return values.filter(([, value]) => !schema.enum?.includes(value));
}

function withCapitalAtEnd(word: string): string {
  return word.slice(0, -1) + word.slice(-1).toUpperCase();
}

function notAnObject(valid: JsonObject): readonly NegativeBody[] {
  const nested = Array.from({ length: 300 }).reduce<Json>((inner) => [inner], []);
  const bodies: readonly Excluded[] = [
    ["an array with a valid object", [valid]],
    ["an empty array", []],
    ["arrays in arrays", nested],
    ["a string", "Rex"],
    ["a string with a valid object in it", renderJson(valid)],
    ["a number", 7n],
    ["null", null],
    ["true", true],
  ];
  return bodies.map(([what, body]) => ({
    violates: { pointer: "", keyword: "type" },
    label: `the body is ${what}`,
    body,
  }));
}

type Rare = readonly [keyword: Violates["keyword"], what: string, value: Json];

/** Wrong members that few servers take for right ones: there are too many to send each of them in a short run. */
export function deriveRareViolations({ properties = {} }: Schema): readonly MemberViolation[] {
  return Object.entries(properties).flatMap(([member, property]) =>
    rareValues(property).map(([keyword, what, value]) => ({
      violates: { pointer: `/${member}`, keyword },
      label: `${member} is ${what}`,
      member,
      value,
    })),
  );
}

function rareValues({ type, format, enum: words }: Schema): readonly Rare[] {
  if (words !== undefined) return rareWords(words.filter((each) => typeof each === "string"));
  if (type !== "integer") return [];
  return [
    ["type", "digits and a blank", "1 "],
    ["type", "digits and a null character", "1\0"],
    ["type", "hexadecimal digits", "0x1F"],
    ["type", "digits with a point", "1.0"],
    ["type", "an array of digits", ["1"]],
    ["type", "nearly an integer", numberAsWritten("1.0000001")],
    ["type", "nearly the next integer", numberAsWritten("1.9999999")],
    ...(format === "int64"
      ? ([
          ["format", "a negative integer of 31 digits", -(10n ** 30n)],
          ["format", "-2^64", -(2n ** 64n)],
        ] as const)
      : []),
  ];
}

/** States that other services have, and words that are nearly the right ones. */
function rareWords(words: readonly string[]): readonly Rare[] {
  const others = ["reserved", "adopted", "archived", "deleted", "unknown", "none", "null", "true", "*", "%"];
  const altered = words.flatMap((word) => [
    `${word}\0`,
    `${word}s`,
    `un${word}`,
    `\ufeff${word}`,
    `${word}\u200b`,
    `"${word}"`,
    word.slice(0, 1) + word.slice(2),
    // In letters of full width.
    word.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ]);
  const values = [...new Set([...others, ...altered])].filter((each) => !words.includes(each));
  return values.map((value) => ["enum", JSON.stringify(value), value]);
}
