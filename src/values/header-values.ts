import type { ResponseSpec } from "../description/index.js";
import { type AnySchema, leavesChoice, patternIn, plainSchema, shorten, typeOf } from "../schema/index.js";

/** A header whose value is not what its schema says. */
export interface WrongHeader {
  /** As the description writes it. */
  readonly name: string;
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

/** Headers that describe the message itself, or come from a gateway as often as from the server. */
const ofMessage =
  /^(content-.*|transfer-encoding|connection|keep-alive|date|set-cookie|link|vary|via|server|www-authenticate|proxy-.*)$/i;

/**
 * The headers of a response that are not what is described: their type, words, pattern, length or bounds. A header that is
 * absent is none of them. Of several values, one that fits is enough: what stands in front of a server may add its own.
 * Source: OpenAPI 3.1, section 4.8.21; RFC 9110, section 5.3.
 */
export function wrongHeaders(
  { headers }: ResponseSpec,
  valuesOf: (name: string) => readonly string[],
): readonly WrongHeader[] {
  return headers.flatMap(({ name, schema }) => {
    const values = valuesOf(name.toLowerCase()).map((value) => value.trim());
    if (ofMessage.test(name) || values.length === 0 || leavesChoice(schema)) return [];
    const all = values.join(", ");
    const isList = typeOf(plainSchema(schema)) === "array";
    const candidates = isList ? [all] : [...values, all, ...all.split(",").map((part) => part.trim())];
    const broken = candidates.map((each) => brokenKeyword(name, schema, each));
    const [keyword] = broken;
    if (keyword === undefined || broken.includes(undefined)) return [];
    const expected = `the header ${name} as its schema says: ${describe(plainSchema(schema), keyword)}`;
    return [{ name, keyword, expected, actual: shorten(all, 120) }];
  });
}

/** The keyword of a schema that a value breaks; undefined if it breaks none, or nobody can tell. */
function brokenKeyword(name: string, schema: object, value: string): string | undefined {
  const plain = plainSchema(schema);
  // RFC 9110, section 10.2.3, has a time for it as well as a number.
  const isTime = name.toLowerCase() === "retry-after" && Number.isFinite(Date.parse(value));
  if (value === "" || value === "null" || isTime || !/^[\x20-\x7e]*$/.test(value)) return undefined;
  switch (typeOf(plain)) {
    case "integer":
      return /^[+-]?\d+(\.0+)?$/.test(value) ? brokenByNumber(plain, Number(value)) : "type";
    case "number":
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)
        ? brokenByNumber(plain, Number(value))
        : "type";
    case "boolean":
      // Python writes a capital, and some write a number.
      return /^(true|false|0|1)$/i.test(value) ? undefined : "type";
    case "string":
      return brokenByText(plain, value);
    case "array":
      return brokenByItems(name, plain, value);
    default:
      return undefined;
  }
}

function brokenByNumber(
  { enum: words, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: AnySchema,
  value: number,
): string | undefined {
  if (words !== undefined && !words.map(Number).includes(value)) return "enum";
  if (minimum !== undefined && value < minimum) return "minimum";
  if (maximum !== undefined && value > maximum) return "maximum";
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return "exclusiveMinimum";
  return typeof exclusiveMaximum === "number" && value >= exclusiveMaximum ? "exclusiveMaximum" : undefined;
}

/** A value may be in quotation marks, or percent-encoded. */
function brokenByText(schema: AnySchema, value: string): string | undefined {
  const forms = [value, value.replace(/^"(.*)"$/, "$1"), decoded(value)];
  const broken = forms.map((form) => brokenByForm(schema, form));
  return broken.includes(undefined) ? undefined : broken[0];
}

function brokenByForm(
  { enum: words, const: only, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: AnySchema,
  value: string,
): string | undefined {
  const isSame = (word: unknown): boolean => `${word}`.toLowerCase() === value.toLowerCase();
  if (words !== undefined && !words.some(isSame)) return "enum";
  if (only !== undefined && !isSame(only)) return "const";
  if (value.length < minLength) return "minLength";
  if (value.length > maxLength) return "maxLength";
  // A text that is no regular expression excludes nothing.
  return pattern !== undefined && patternIn(pattern)?.test(value) === false ? "pattern" : undefined;
}

/** A list is written with commas. Source: OpenAPI 3.1, section 4.8.12.3. */
function brokenByItems(name: string, { items = {} }: AnySchema, value: string): string | undefined {
  return leavesChoice(items)
    ? undefined
    : value
        .split(",")
        .map((part) => brokenKeyword(name, items, part.trim()))
        .find((keyword) => keyword !== undefined);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function describe(schema: AnySchema, keyword: string): string {
  const stated = schema[keyword as keyof AnySchema];
  return stated === undefined ? `${keyword} of its items` : `${keyword} ${JSON.stringify(stated)}`;
}
