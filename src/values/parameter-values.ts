import * as fc from "fast-check";
import type { Parameter } from "../description/index.js";
import type { Dimension } from "../engine/index.js";
import { isJsonObject, type Json, numberAsWritten, renderJson } from "../json/index.js";
import {
  type AnySchema,
  fullShape,
  leavesChoice,
  NoValue,
  plainSchema,
  statedJson,
  textOfLength,
  typeOf,
  valueIfAny,
} from "../schema/index.js";
import { statedParameter } from "./stated-values.js";

/** Values of a parameter by what is particular about them, as JSON texts; null: it is as usual. The usual comes first. */
export function valuesOf(parameter: Parameter): Dimension {
  const { in: where, required, schema } = parameter;
  const plain = plainSchema(schema);
  const kinds: Record<string, fc.Arbitrary<unknown>> = { "as usual": fc.constant(null) };
  const add = (name: string, ...values: readonly Json[]): void => {
    const [first, ...others] = values.map(renderJson);
    if (first !== undefined) kinds[name] = fc.constantFrom(first, ...others);
  };
  const made = madeFor(parameter);
  if (made !== undefined) add("made", made);
  // Of a choice, only what is made of its first part is surely valid.
  if (leavesChoice(schema)) return kinds;
  for (const [name, value] of statedIn(plain))
    if (typeof value !== "string" || isSendable(value, where)) add(name, value);
  // A required value may decide which data a request is about: only stated ones are tried.
  if (required || plain.enum !== undefined) return kinds;
  const type = typeOf(plain);
  if (type === "integer" && plain.multipleOf === undefined) kinds["in between"] = integersIn(plain);
  if (type === "string") add("text", ...textsIn(plain, where));
  if (type === "array") add("several", ...listsIn(plain));
  return kinds;
}

/** A valid value, the same each time; undefined where none is made that can be sent. */
export function madeFor(parameter: Parameter): Json | undefined {
  const { in: where, schema } = parameter;
  const made =
    statedParameter(parameter) ??
    valueIfAny(schema, { marker: () => word, reference: () => undefined, shape: fullShape });
  const isUnfit = typeof made === "string" && !isSendable(made, where);
  return made === undefined || isUnfit || !isWritableIn(parameter, made) ? undefined : made;
}

const word = "abcdefgh";
/** Words of an enumeration that are combined with others, each for itself. */
const mostWords = 8;

function statedIn(plain: AnySchema): readonly (readonly [name: string, value: Json])[] {
  const { enum: words, default: usual, examples = [] } = plain;
  const type = typeOf(plain);
  const stated = Object.entries({ default: usual, example: examples[0] }).flatMap(
    ([name, value]): readonly (readonly [string, Json])[] =>
      value === undefined || value === null ? [] : [[name, statedJson(value)]],
  );
  if (words !== undefined)
    return words
      .filter((each) => each !== null && each !== "")
      .slice(0, mostWords)
      .map((each) => [`word ${String(each)}`, statedJson(each)]);
  if (type === "boolean") return [...stated, ["true", true], ["false", false]];
  if (type !== "integer" && type !== "number") return stated;
  const { minimum, maximum, multipleOf } = plain;
  const bounds = Object.entries({ lowest: minimum, highest: maximum }).flatMap(
    ([name, bound]): readonly (readonly [string, Json])[] =>
      bound === undefined || multipleOf !== undefined || !Number.isSafeInteger(bound)
        ? []
        : [[name, type === "integer" ? BigInt(bound) : numberAsWritten(`${bound}`)]],
  );
  return [...stated, ...bounds];
}

/** Without bounds, integers near to what is stated. */
function integersIn({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: AnySchema) {
  const least = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1));
  const most = Math.floor(maximum ?? (exclusiveMaximum === undefined ? least + 99 : exclusiveMaximum - 1));
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || most < least) return fc.constant(null);
  // To find a smaller one, which takes a number.
  return fc.integer({ min: least, max: Math.min(most, 2 ** 31 - 1) }).map(
    (value) => `${value}`,
    (text) => Number(text),
  );
}

/** Characters that stand for something in an address, in a pattern or in SQL. */
const unusual = ["Zo\u00eb", "it's", "100%", "a+b c&d=e", "null", "x".repeat(100)];
/** Longer ones make addresses that are too long, in characters. */
const longestText = 300;

function textsIn(
  { pattern, format, minLength = 0, maxLength = longestText }: AnySchema,
  where: Parameter["in"],
) {
  if (format === "date") return ["2000-02-29", "2099-12-31"];
  if (format === "date-time") return ["2000-02-29T23:59:59Z", "2099-12-31T00:00:00+02:00"];
  if (pattern !== undefined || format !== undefined) return [];
  const lengths = [minLength, maxLength].filter((length) => length > 0 && length < longestText);
  return [...unusual, ...lengths.map((length) => textOfLength(length, () => word))].filter(
    (text) => text.length >= minLength && text.length <= maxLength && isSendable(text, where),
  );
}

/** A header is of plain characters; what separates cookies or the items of a list stands in none. */
function isSendable(text: string, where: Parameter["in"]): boolean {
  return text !== "" && (where === "query" || /^[\w:./@ -]+$/.test(text));
}

function listsIn({ items = {}, minItems = 0, maxItems = 2 }: AnySchema): readonly Json[] {
  const words = (plainSchema(items).enum ?? []).filter((each) => each !== null);
  const two = words.slice(0, 2).map(statedJson);
  return two.length === 2 && minItems <= 2 && maxItems >= 2 ? [two] : [];
}

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

/** Is a parameter written as its name and a text, and may that be any? */
export function isPlainParameter({ schema, isJson = false, style, isFixed = false }: Parameter): boolean {
  return !isJson && !isFixed && style !== "deepObject" && typeOf(plainSchema(schema)) !== "object";
}

/** May a parameter be left out, and is it in a cookie or written in a media type? No check of a keyword or of a list sends these. */
export function isRarelySent({ in: where, required, isJson = false }: Parameter): boolean {
  return !required && (where === "cookie" || isJson);
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

/** A value as it stands in a path. Source: OpenAPI 3.1, section 4.8.12.2. @throws NoValue if its style cannot write it */
export function renderInPath(
  { name, style = "simple", explode = false }: Pick<Parameter, "name" | "style" | "explode">,
  value: Json,
): string {
  const parts =
    isJsonObject(value) && explode
      ? Object.entries(value).map(
          ([member, each]) => `${encodeURIComponent(member)}=${encodeURIComponent(partInText(each))}`,
        )
      : partsOf(value).map(encodeURIComponent);
  if (style === "label") return `.${parts.join(explode ? "." : ",")}`;
  if (style !== "matrix") return parts.join(",");
  const named = encodeURIComponent(name);
  if (explode && Array.isArray(value)) return parts.map((part) => `;${named}=${part}`).join("");
  return explode && isJsonObject(value) ? `;${parts.join(";")}` : `;${named}=${parts.join(",")}`;
}

/** The value of a header, or of a cookie, in the styles `simple` and `form`. @throws NoValue if these cannot write it */
export function renderField({ isJson = false }: Parameter, value: Json): string {
  return isJson ? renderJson(value) : partsOf(value).join(",");
}
