import { type AnySchema, plainSchema } from "../../generate/index.js";
import {
  isFraction,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAsWritten,
  renderJson,
} from "../../json/index.js";
import { isNumber } from "./same-value.js";

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
