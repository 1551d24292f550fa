import {
  isFraction,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAsWritten,
  renderJson,
} from "../../json/index.js";
import { matches } from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";

/** Another type is another question. */
export function isComparable(expected: Json, actual: Json): boolean {
  return isNumber(expected) ? isNumber(actual) : typeof actual === "string";
}

export function isNumber(value: Json): boolean {
  return typeof value === "bigint" || isFraction(value);
}

/** Are two plain values the same, in whichever way they are written? */
export function isSame(expected: Json, actual: Json, isMailLike: boolean): boolean {
  if (typeof expected !== "string" || typeof actual !== "string")
    return Number(renderJson(expected)) === Number(renderJson(actual));
  if (areNumbers(expected, actual)) return Number(expected) === Number(actual);
  if (isMailLike) return expected.toLowerCase() === actual.toLowerCase();
  // An instant may be written in many ways (RFC 3339, section 5.6).
  const [left, right] = [expected, actual].map(instantOf);
  return expected === actual || (/^\d{4}-\d\d-\d\d/.test(expected) && left === right);
}

/**
 * Are the letters and digits of a text shown, whether large or small, and with other signs between them? A server may add some:
 * zeros in front, or the code of a country.
 */
export function hasSameLetters(expected: string, actual: string): boolean {
  const [left = "", right = ""] = [expected, actual].map((text) =>
    text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""),
  );
  return right.includes(left) || (areNumbers(expected, actual) && Number(expected) === Number(actual));
}

function areNumbers(...texts: readonly string[]): boolean {
  return texts.every((text) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text));
}

/** In ms; without a zone it is UTC, wherever this runs. */
function instantOf(text: string): number {
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}

/** Does a text show a mark? A server may write names with capitals. */
export function hasMarker(text: string, marker: string): boolean {
  return text.toLowerCase().includes(marker);
}

/**
 * The members of an object that are shown in another unit than the one that was sent: the unit, and the numbers beside it. Where
 * no number has changed, the unit is lost.
 */
export function convertedMembers(sent: JsonObject, found: JsonObject): readonly string[] {
  const units = Object.keys(sent).filter(
    (name) => matches(name, "units") && isOtherWord(sent[name], found[name]),
  );
  const numbers = Object.keys(sent).filter((name) => isNumber(sent[name] ?? null));
  const isNothing = numbers.every((name) => Number(sent[name]) === 0);
  const isChanged = numbers.some(
    (name) => isNumber(found[name] ?? null) && !isSame(sent[name] ?? null, found[name] ?? null, false),
  );
  return units.length > 0 && (isNothing || isChanged) ? [...units, ...numbers] : [];
}

function isOtherWord(sent: Json | undefined, found: Json | undefined): boolean {
  return typeof sent === "string" && typeof found === "string" && sent.toLowerCase() !== found.toLowerCase();
}

/**
 * Three items in an order that no server gives them: the middle one, the last and the first, by every number and text that they
 * have. Undefined where they do not differ.
 */
export function inNoOrder(schema: AnySchema, items: readonly Json[]): readonly Json[] | undefined {
  if (!items.every(isJsonObject)) return arranged(schema, items);
  const [first = {}] = items as readonly JsonObject[];
  const { properties = {} } = schema;
  const columns = Object.keys(first).flatMap((name) => {
    const values = items.flatMap((each) => each[name] ?? []);
    const column =
      values.length === items.length ? arranged(plainSchema(properties[name] ?? {}), values) : undefined;
    return column === undefined ? [] : [{ name, column }];
  });
  if (columns.length === 0) return undefined;
  return items.map((each, index) => ({
    ...each,
    ...Object.fromEntries(columns.map(({ name, column }) => [name, column[index] ?? null])),
  }));
}

/** Plain values in such an order; numbers are made to differ. */
function arranged(schema: AnySchema, values: readonly Json[]): readonly Json[] | undefined {
  const different = values.every(isNumber) ? spread(schema, values) : values;
  const sorted = different.toSorted(compare);
  const isPlain = different.every(isNumber) || different.every((each) => typeof each === "string");
  if (!isPlain || new Set(different.map(renderJson)).size < different.length) return undefined;
  return [...sorted.slice(1), ...sorted.slice(0, 1)];
}

/** Numbers that are larger by one each, where the schema allows them. */
function spread(schema: AnySchema, values: readonly Json[]): readonly Json[] {
  const { enum: words, const: only, multipleOf, maximum, exclusiveMaximum } = schema;
  const isFree = words === undefined && only === undefined;
  const isMultiple = multipleOf === undefined || Number.isInteger(1 / multipleOf);
  const more = values.map((value, index) =>
    typeof value === "bigint"
      ? value + BigInt(index)
      : isFraction(value) && Number.isFinite(Number(renderJson(value)))
        ? numberAsWritten(`${Number(renderJson(value)) + index}`)
        : value,
  );
  const largest = Math.max(...more.map((each) => Number(renderJson(each))));
  const isWithin =
    largest <= (maximum ?? Number.POSITIVE_INFINITY) &&
    largest < (exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  return isFree && isMultiple && isWithin ? more : values;
}

/** Are items in the order of any value that they all have, upwards or downwards? */
export function isInSomeOrder(items: readonly Json[]): boolean {
  if (!items.every(isJsonObject)) return isMonotone(items);
  const [first = {}] = items as readonly JsonObject[];
  return Object.keys(first).some((name) => isMonotone(items.map((each) => each[name] ?? null)));
}

function isMonotone(values: readonly Json[]): boolean {
  const isPlain = values.every(
    (each) => isNumber(each) || typeof each === "string" || typeof each === "boolean",
  );
  const steps = values.slice(1).map((each, index) => compare(values[index] ?? null, each));
  const isOneWay = steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
  return isPlain && isOneWay && steps.some((step) => step !== 0);
}

/** Numbers by what they are, and all else as text, whether large or small. */
function compare(left: Json, right: Json): number {
  const [one, other] = [left, right].map((each) => renderJson(each).toLowerCase());
  if (isNumber(left) && isNumber(right)) return Number(one) - Number(other);
  return `${one}` < `${other}` ? -1 : one === other ? 0 : 1;
}
