import * as fc from "fast-check";
import type { Schema } from "../description/index.js";
import { type Json, numberAsWritten, parseJson, renderJson } from "../json/index.js";
import { isOfType } from "../schema/index.js";
import { wrongTypes } from "./negative-bodies.js";

/** Returns texts that are not JSON (RFC 8259): every mistake worth making, once in a valid text of a flat object with a string in it. */
export function deriveInvalidJson(valid: string): readonly { mistake: string; text: string }[] {
  const inner = valid.slice(1, -1);
  const mistakes: [string, string][] = [
    ["truncated before the closing brace", valid.slice(0, -1)],
    ["truncated in the middle", valid.slice(0, Math.ceil(valid.length / 2))],
    ["a bracket for the closing brace", `${valid.slice(0, -1)}]`],
    ["a second closing brace", `${valid}}`],
    ["a bracket after the end", `${valid}]`],
    ["a trailing comma", `{${inner},}`],
    ["two commas in a row", valid.replace(/,(?=")/, ",,")],
    ["single quotes", valid.replaceAll('"', "'")],
    ["names without quotes", valid.replaceAll(/"(\w+)":/g, "$1:")],
    ["a bare word", "undefined"],
    ["form fields", `${new URLSearchParams(Object.entries(JSON.parse(valid) as Record<string, string>))}`],
    ["XML", "<name>Rex</name>"],
    ["no colon", valid.replace(":", " ")],
    ["no comma", valid.replace(/,(?=")/, " ")],
    ["an equals sign for the colon", valid.replace(":", "=")],
    ["text after the end", `${valid} x`],
    ["a second object after the end", valid + valid],
    ["a null character after the end", `${valid}\0`],
    ["the prefix against script inclusion", `)]}'\n${valid}`],
    // White space in many languages, but not in JSON.
    ["a form feed for a blank", `{\f${inner}}`],
    ["a no-break space at the end", `${valid}\u00a0`],
    ["a comment", `{/* dog */${inner}}`],
    ["a line comment", `{// dog\n${inner}}`],
    ["a line break inside a string", valid.replace(/:"/, ':"\n')],
    ["a tab inside a string", valid.replace(/:"/, ':"\t')],
    ["an escape of other languages", valid.replace(/:"/, ':"\\x41')],
    ["half a Unicode escape", valid.replace(/:"([^"]*)"/, ':"$1\\u12"')],
    // In place of a number, so that a reader that lets them pass still finds an invalid value.
    ...["NaN", "Infinity", "undefined", "01", "+1", "1.", ".5", "0x1"].map((literal): [string, string] => [
      `${literal} for a number`,
      valid.replace(/:-?\d+/, `:${literal}`),
    ]),
    ["white space only", " \n "],
  ];
  return mistakes.map(([mistake, text]) => ({ mistake, text }));
}

/** A number that is not an integer, whatever its precision. */
export function fraction(): fc.Arbitrary<Json> {
  return fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => numberAsWritten(`${whole}.${tenth}`));
}

/** Any small JSON value. */
export function anyJson(): fc.Arbitrary<Json> {
  const scalar: fc.Arbitrary<Json> = fc.oneof(
    fc.constantFrom<Json>(null, true, false),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fraction(),
    fc.string({ maxLength: 12 }),
  );
  return fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), scalar, { maxKeys: 3, noNullPrototype: true }),
  );
}

/** JSON values that the schema of a property refuses: of another type, or not in its list; undefined if it takes any type. */
export function refusedBy(schema: Schema): fc.Arbitrary<Json> | undefined {
  if (wrongTypes(schema).length === 0) return undefined;
  const { type, enum: words } = schema;
  const isListed = (value: Json): boolean =>
    words === undefined || words.some((word) => JSON.stringify(word) === renderJson(value));
  return anyJson().filter((value) => !isOfType(type, value) || !isListed(value));
}

/** Any 64-bit integer, the boundaries often. */
export function anyInt64(): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
}

/** One value that a schema allows, as plain as can be; `null` for a schema without a type. */
export function validValue(schema: Schema): Json {
  const { type, enum: words, minLength = 0, maxLength, properties = {}, required = [] } = schema;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (words !== undefined) {
    const parsed = parseJson(JSON.stringify(words[0] ?? null));
    return parsed.status === "valid" ? parsed.value : null;
  }
  switch (type) {
    case "string":
      if (schema.format === "date") return "2026-01-01";
      if (schema.format === "date-time") return "2026-01-01T00:00:00Z";
      return "brown".padEnd(minLength, "n").slice(0, maxLength);
    case "integer":
      return BigInt(nearestToOne(Math.ceil(minimum), Math.floor(maximum)));
    case "number":
      return numberAsWritten(`${nearestToOne(minimum, maximum)}`);
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(required.map((name) => [name, validValue(properties[name] ?? {})]));
    default:
      return null;
  }
}

function nearestToOne(minimum: number, maximum: number): number {
  return Math.min(Math.max(1, minimum), maximum);
}
