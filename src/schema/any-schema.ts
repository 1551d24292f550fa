import type { Schema } from "../description/index.js";
import { mergeSchemas } from "./merge-schemas.js";
import type { AnySchema } from "./schema-keywords.js";

export type { AnySchema } from "./schema-keywords.js";

/** The schema without references, its `allOf` folded in, and the first of its alternatives. */
export function plainSchema(schema: Schema | AnySchema): AnySchema {
  const known = plain.get(schema);
  if (known !== undefined) return known;
  // A schema that is a part of itself says nothing there.
  plain.set(schema, {});
  const made = foldSchema(schema);
  plain.set(schema, made);
  return made;
}

/** By the schema that it is of: parts are shared by many. */
const plain = new WeakMap<object, AnySchema>();

/** Does a schema allow nothing, as `false` does? */
export function allowsNothing({ not }: AnySchema): boolean {
  return not !== undefined && Object.keys(not).length === 0;
}

function foldSchema(schema: Schema | AnySchema): AnySchema {
  const { allOf = [], oneOf, anyOf, ...own } = schema as AnySchema;
  const parts = allOf.map(plainSchema);
  const choices = [oneOf, anyOf].filter((each) => each !== undefined);
  if (parts.length === 0 && choices.length === 0) return own;
  for (const alternatives of choices) parts.push(...choiceOf(alternatives, [...parts, own]));
  const merged = merge([...parts, own]);
  const isOfObjects = Object.keys(merged.properties ?? {}).length > 0;
  return { ...merged, ...(isOfObjects ? { required: merged.required ?? [] } : {}) };
}

/** The first alternative that is possible beside the other parts of a schema. */
function choiceOf(alternatives: readonly AnySchema[], others: readonly AnySchema[]): readonly AnySchema[] {
  const isOrNull = isNullable(alternatives);
  const plainOf = (each: AnySchema): AnySchema => (isOrNull ? orNull(plainSchema(each)) : plainSchema(each));
  const all = [...othersThanNull(alternatives), ...alternatives];
  const possible =
    all.length < 2 ? undefined : all.find((each) => !isImpossible(merge([plainOf(each), ...others])));
  const chosen = possible ?? all[0];
  return chosen === undefined ? [] : [plainOf(chosen)];
}

/** Schemas as one, with the conditions of each. */
function merge(parts: readonly AnySchema[]): AnySchema {
  const conditions = parts.flatMap((part) => part.conditions ?? (part.if === undefined ? [] : [part]));
  return { ...mergeSchemas(parts), ...(conditions.length > 0 ? { conditions } : {}) };
}

/** Does a schema, or a member that it requires, allow nothing? */
function isImpossible(schema: AnySchema): boolean {
  const { properties = {}, required = [] } = schema;
  return (
    allowsNothing(schema) ||
    required.some((name) => properties[name] !== undefined && allowsNothing(plainSchema(properties[name])))
  );
}

/** The alternatives that are not merely null. */
export function othersThanNull(alternatives: readonly AnySchema[]): readonly AnySchema[] {
  return alternatives.filter((each) => each.type !== "null");
}

/** A schema that allows null, too. */
function orNull({ enum: words, ...schema }: AnySchema): AnySchema {
  const type = typeOf(schema);
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [...[schema.type ?? type].flat(), "null"] }),
    ...(words === undefined ? {} : { enum: [...words, null] }),
  };
}

/** Is null the only choice? `anyOf: [X, { type: "null" }]` is how generators write an X that may be null. */
function isNullable(alternatives: readonly AnySchema[]): boolean {
  return alternatives.length > 1 && othersThanNull(alternatives).length === 1;
}

/** Does a schema leave a choice, other than that of null? One alternative may take what another refuses. */
export function leavesChoice(schema: Schema | AnySchema, seen: Set<object> = new Set()): boolean {
  const { oneOf, anyOf, allOf = [] } = schema as AnySchema;
  if (seen.has(schema)) return false;
  seen.add(schema);
  const alternatives = [...(oneOf ?? []), ...(anyOf ?? [])];
  const isChoice = alternatives.length > 0 && !isNullable(alternatives);
  return isChoice || [...allOf, ...alternatives].some((part) => leavesChoice(part, seen));
}

/** Does it leave a choice that no member of a value decides, so that nothing is known of what is in the value? */
export function isUndecided(schema: Schema | AnySchema): boolean {
  const { oneOf, anyOf, allOf = [] } = schema as AnySchema;
  const alternatives = othersThanNull(oneOf ?? anyOf ?? []).map(plainSchema);
  if (alternatives.length < 2 || allOf.some((part) => leavesChoice(part))) return leavesChoice(schema);
  return alternatives.some((each) => leavesChoice(each)) || !isToldApart(alternatives);
}

/** Is there a member that each alternative has to have, with a value that no other one allows? */
function isToldApart(alternatives: readonly AnySchema[]): boolean {
  const [{ required: names = [] } = {}] = alternatives;
  return names.some((name) => {
    const values = alternatives.map(({ required = [], properties = {} }) => {
      const { const: only, enum: words = [] } = plainSchema(properties[name] ?? {});
      return required.includes(name) ? (only ?? (words.length === 1 ? words[0] : undefined)) : undefined;
    });
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
}

/** Are the entries of an object described by their values alone, under names of the client's own? */
export function isMap(schema: AnySchema): boolean {
  return entrySchema(schema) !== undefined;
}

/** Returns the schema of the values of a map: under all names, or under those of its first pattern. */
export function entrySchema({
  additionalProperties,
  properties,
  patternProperties,
}: AnySchema): AnySchema | undefined {
  const [ofPattern] = Object.values(patternProperties ?? {});
  if (properties !== undefined) return undefined;
  if (ofPattern !== undefined) return ofPattern;
  const isDescribed =
    typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return isDescribed ? additionalProperties : undefined;
}

/** The one type that a schema asks for, `null` ignored; undefined if it asks for none. */
export function typeOf({ type, properties }: AnySchema): string | undefined {
  const types = [type ?? []].flat().filter((each) => each !== "null");
  return types[0] ?? (properties === undefined ? undefined : "object");
}

/** The plain schema at a path, with `*` for the items of a list; an empty one where nothing is described. */
export function schemaAt(schema: object, path: readonly string[]): AnySchema {
  return path.reduce<AnySchema>(
    ({ properties = {}, items = {} }, name) => plainSchema(name === "*" ? items : (properties[name] ?? {})),
    plainSchema(schema),
  );
}
