import { atPointer, isObject } from "./references.js";

/** A schema above it is not used: its values and their validation would take minutes. Those of large vendors have 3,000. */
export const largestSchema = 10_000;

/**
 * Counts the schemas that a value has to be held against, where a schema is a part of others many times: few lines make
 * thousands of millions. A part that leads back to where it came from counts once.
 */
export function createSchemaSize(document: unknown): (schema: unknown) => number {
  const known = new Map<unknown, number>();
  const sizeOf = (schema: unknown): number => {
    if (!isObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, 1);
    const { properties } = schema;
    const own = isObject(properties) ? Object.keys(properties).length : 0;
    const size = partsOf(document, schema).reduce(
      (sum, [part, times]) => sum + times * sizeOf(part),
      1 + own,
    );
    known.set(schema, size);
    return size;
  };
  return sizeOf;
}

/** Returns the schemas that a value is held against besides the schema itself, and how often at least. */
function partsOf(
  document: unknown,
  { $ref, properties, required, items, minItems, ...schema }: Readonly<Record<string, unknown>>,
): readonly (readonly [part: unknown, times: number])[] {
  const alternatives = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schema[keyword] ?? []);
  const members =
    Array.isArray(required) && isObject(properties) ? required.map((name) => properties[name]) : [];
  const target = typeof $ref === "string" ? [atPointer(document, $ref)?.value] : [];
  const times = typeof minItems === "number" && minItems > 1 ? minItems : 1;
  return [
    ...[...alternatives, ...members, ...target].map((part) => [part, 1] as const),
    // The length of one list alone is bounded when its value is made.
    ...(items === undefined ? [] : [[items, Math.min(times, 10)] as const]),
  ];
}
