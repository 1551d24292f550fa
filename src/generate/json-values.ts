import * as fc from "fast-check";
import type { Schema } from "../description/index.js";
import { type Json, numberAsWritten, parseJson, renderJson } from "../json/index.js";
import { isOfType, wrongTypes } from "./negative-bodies.js";

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
