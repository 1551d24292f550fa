import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import type { AnySchema } from "./any-schema.js";
import { allowsNothing } from "./any-schema.js";
import { patternIn } from "./pattern.js";

/** Values in values that are looked at. */
const deepest = 20;

/**
 * Finds the first keyword by which a stated value is surely not what a schema of a request allows. Formats are left aside.
 * @returns its place and name, as `/age type`; undefined where there is none
 */
export function misfitOf(schema: AnySchema, value: Json, at = ""): string | undefined {
  if (at.split("/").length > deepest) return undefined;
  const { allOf = [], anyOf, oneOf } = schema;
  const own = ownMisfit(schema, value);
  if (own !== undefined) return `${at} ${own}`.trim();
  for (const part of allOf) {
    const found = misfitOf(part, value, at);
    if (found !== undefined) return found;
  }
  for (const [keyword, parts] of Object.entries({ anyOf, oneOf }))
    if (parts?.every((each) => misfitOf(each, value, `${at}/`) !== undefined))
      return `${at} ${keyword}`.trim();
  return misfitWithin(schema, value, at);
}

function ownMisfit(schema: AnySchema, value: Json): string | undefined {
  const { type, enum: words, const: only, required = [], properties = {} } = schema;
  if (allowsNothing(schema)) return "not";
  const types = [type ?? []].flat();
  if (types.length > 0 && !types.some((each) => isOfType(each, value))) return "type";
  const text = renderJson(value);
  if (words !== undefined && !words.some((each) => JSON.stringify(each) === text)) return "enum";
  if (only !== undefined && JSON.stringify(only) !== text) return "const";
  if (typeof value === "string") return misfitOfText(schema, value);
  if (isOfType("number", value)) return misfitOfNumber(schema, Number(text));
  if (Array.isArray(value)) return misfitOfLength(schema, value.length);
  const isAsked = (name: string): boolean => properties[name]?.readOnly !== true;
  if (isJsonObject(value) && required.some((name) => isAsked(name) && !Object.hasOwn(value, name)))
    return "required";
  return undefined;
}

function misfitOfText({ minLength = 0, maxLength, pattern }: AnySchema, text: string): string | undefined {
  const { length } = [...text];
  if (length < minLength) return "minLength";
  if (maxLength !== undefined && length > maxLength) return "maxLength";
  return pattern !== undefined && patternIn(pattern)?.test(text) === false ? "pattern" : undefined;
}

function misfitOfNumber(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: AnySchema,
  value: number,
): string | undefined {
  if (minimum !== undefined && value < minimum) return "minimum";
  if (maximum !== undefined && value > maximum) return "maximum";
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return "exclusiveMinimum";
  return exclusiveMaximum !== undefined && value >= exclusiveMaximum ? "exclusiveMaximum" : undefined;
}

function misfitOfLength({ minItems = 0, maxItems }: AnySchema, length: number): string | undefined {
  if (length < minItems) return "minItems";
  return maxItems !== undefined && length > maxItems ? "maxItems" : undefined;
}

function misfitWithin(schema: AnySchema, value: Json, at: string): string | undefined {
  const { items, prefixItems = [] } = schema;
  const parts: readonly (readonly [string, AnySchema | undefined, Json])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((each, index) => [`${index}`, prefixItems[index] ?? items, each])
    : isJsonObject(value)
      ? Object.entries(value).map(([name, each]) => [name, memberSchema(schema, name, value), each])
      : [];
  for (const [name, part, each] of parts) {
    const found = part === undefined ? undefined : misfitOf(part, each, `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberSchema(
  { properties = {}, patternProperties = {}, additionalProperties }: AnySchema,
  name: string,
  value: JsonObject,
): AnySchema | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const [, ofPattern] =
    Object.entries(patternProperties).find(([pattern]) => patternIn(pattern)?.test(name) !== false) ?? [];
  if (ofPattern !== undefined) return ofPattern;
  const isClosed = additionalProperties === false && Object.keys(value).length > 0;
  return isClosed ? { not: {} } : typeof additionalProperties === "object" ? additionalProperties : undefined;
}

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => typeof value === "bigint",
  number: (value) => typeof value === "bigint" || isFraction(value),
  array: (value) => Array.isArray(value),
  object: isJsonObject,
  null: (value) => value === null,
};

/** Does the value have this type? Any value has a type that is not said, or not known here. */
export function isOfType(type: string | undefined, value: Json): boolean {
  return types[type ?? ""]?.(value) ?? true;
}
