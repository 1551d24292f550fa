import type { Parameter } from "../description/index.js";
import { NoValue } from "../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";

/** A value as text, where no style says otherwise. */
export function inText(value: Json): string {
  return typeof value === "string" ? value : renderJson(value);
}

/** Is it a list or an object, of which only some styles have a form? */
export function hasParts(value: Json): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

/** A part of a list or an object as text. @throws NoValue where it has parts of its own, which only `deepObject` writes */
function partInText(value: Json): string {
  if (hasParts(value)) throw new NoValue("it has parts in parts, and its style writes none");
  return inText(value);
}

/** The parts of a list or an object as texts: names and values in turn. @throws NoValue as `partInText` does */
function partsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map(partInText);
  if (!isJsonObject(value)) return [inText(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, partInText(member)]);
}

/**
 * The texts in a list or an object, each with the names and numbers that lead to it. OpenAPI shows one level of this style;
 * its users write all of them so: https://github.com/ljharb/qs, https://docs.stripe.com/api/metadata.
 * @throws NoValue for a list or an object without parts, which this style cannot write
 */
function deepParts(value: Json, path: readonly string[]): readonly (readonly [readonly string[], string])[] {
  if (!hasParts(value)) return [[path, inText(value)]];
  const parts = Object.entries(value as object) as readonly (readonly [string, Json])[];
  if (parts.length === 0) throw new NoValue(`${path.join(".")} is empty, and no style writes that`);
  return parts.flatMap(([name, part]) => deepParts(part, [...path, name]));
}

/** The description of how a value stands in a query, or in a form. */
type QueryParameter = Pick<Parameter, "name" | "style" | "explode" | "isJson">;

const separators = { spaceDelimited: "%20", pipeDelimited: "%7C" } as const;

/**
 * A parameter of the query, as the names and values that stand in it, encoded. Source: OpenAPI 3.1, section 4.8.12.2.
 * @throws NoValue if its style cannot write the value
 */
export function renderQuery(
  { name, style = "form", explode = style === "form", isJson = false }: QueryParameter,
  value: Json,
): readonly (readonly [name: string, value: string])[] {
  const isWhole = isJson || !hasParts(value);
  const encode = (text: string): string => encodeURIComponent(text);
  if (isWhole) return [[encode(name), encode(isJson ? renderJson(value) : inText(value))]];
  if (style === "deepObject")
    return deepParts(value, []).map(([names, text]) => [
      `${encode(name)}${names.map((each) => `[${encode(each)}]`).join("")}`,
      encode(text),
    ]);
  if (explode && isJsonObject(value))
    return Object.entries(value).map(([member, each]) => [encode(member), encode(partInText(each))]);
  if (explode) return partsOf(value).map((part) => [encode(name), encode(part)]);
  const separator = style === "spaceDelimited" || style === "pipeDelimited" ? separators[style] : ",";
  return [[encode(name), partsOf(value).map(encode).join(separator)]];
}

/** Can a parameter have this value? */
export function isWritableIn(parameter: Parameter, value: Json): boolean {
  return isEncodable(() =>
    parameter.in === "query" ? renderQuery(parameter, value) : renderField(parameter, value),
  );
}

/** Does a style, or a media type, have a form for a value? */
export function isEncodable(encode: () => unknown): boolean {
  try {
    encode();
    return true;
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
}

/** The value of a header, or of a cookie, in the styles `simple` and `form`. @throws NoValue if these cannot write it */
export function renderField({ isJson = false }: Parameter, value: Json): string {
  return isJson ? renderJson(value) : partsOf(value).join(",");
}
