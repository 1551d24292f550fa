import type { Parameter } from "../../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";

/** A value as text, where no style says otherwise. */
export function inText(value: Json): string {
  return typeof value === "string" ? value : renderJson(value);
}

/** The parts of a list or an object as texts: names and values in turn. */
function partsOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).map(inText);
  if (!isJsonObject(value)) return [inText(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, inText(member)]);
}

const separators = { spaceDelimited: "%20", pipeDelimited: "%7C" } as const;

/** A parameter of the query, as the names and values that stand in it, encoded. Source: OpenAPI 3.1, section 4.8.12.2. */
export function renderQuery(
  { name, style = "form", explode = style === "form", isJson = false }: Parameter,
  value: Json,
): readonly (readonly [name: string, value: string])[] {
  const isWhole = isJson || typeof value !== "object" || value === null;
  const encode = (text: string): string => encodeURIComponent(text);
  if (isWhole) return [[encode(name), encode(isJson ? renderJson(value) : inText(value))]];
  if (style === "deepObject" && isJsonObject(value))
    return Object.entries(value).map(([member, each]) => [
      `${encode(name)}[${encode(member)}]`,
      encode(inText(each)),
    ]);
  if (explode && isJsonObject(value))
    return Object.entries(value).map(([member, each]) => [encode(member), encode(inText(each))]);
  if (explode) return partsOf(value).map((part) => [encode(name), encode(part)]);
  const separator = style === "spaceDelimited" || style === "pipeDelimited" ? separators[style] : ",";
  return [[encode(name), partsOf(value).map(encode).join(separator)]];
}

/** The value of a header, or of a cookie, in the styles `simple` and `form`. */
export function renderField({ isJson = false }: Parameter, value: Json): string {
  return isJson ? renderJson(value) : partsOf(value).join(",");
}
