import { type AnySchema, patternIn, plainSchema } from "../../generate/index.js";
import { isFraction, type Json, renderJson } from "../../json/index.js";

/** May what a schema describes be this very value, as far as one keyword tells? Of a list, its first item counts. */
export function mayShow(schema: AnySchema, value: Json): boolean {
  if (!isOfType(schema, value)) return false;
  const { pattern, maxLength, minLength, enum: words, maximum, minimum, items = {} } = schema;
  if (Array.isArray(value)) return value.length === 0 || mayShow(plainSchema(items), value[0] as Json);
  if (typeof value === "string")
    return (
      [...value].length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
      [...value].length >= (minLength ?? 0) &&
      (words === undefined || words.includes(value)) &&
      // A text that is no regular expression excludes nothing.
      (pattern === undefined || patternIn(pattern)?.test(value) !== false)
    );
  if (typeof value !== "bigint" && !isFraction(value)) return true;
  const number = Number(renderJson(value));
  return number <= (maximum ?? Number.POSITIVE_INFINITY) && number >= (minimum ?? Number.NEGATIVE_INFINITY);
}

/** A response may show a day where an instant was sent, an object where its id was, or a whole number. */
function isOfType({ type, format = "" }: AnySchema, value: Json): boolean {
  const types = [type ?? []].flat();
  const own = typeof value === "bigint" ? ["integer", "number"] : [nameOfType(value)];
  const isOther = types.length > 0 && !own.some((each) => types.includes(each));
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && /^date/.test(format);
  return !isOther && !(isTime && value.length > dayLength !== (format === "date-time"));
}

/** Of a day as text (RFC 3339, section 5.6), in characters. */
const dayLength = 10;

function nameOfType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isFraction(value) ? "number" : typeof value;
}
