import { type Json, numberAsWritten } from "../json/index.js";
import type { AnySchema } from "./any-schema.js";
import { NoValue, type ValueOptions } from "./value-options.js";

/**
 * A number that a schema allows, no integer where that may be: one that every way to store a number holds.
 * @throws NoValue where none can be made
 */
export function fractionFor(schema: AnySchema): Json {
  const whole = numberFor(schema, 0.01);
  const { maximum, exclusiveMaximum, multipleOf = 0.25 } = schema;
  const isFree =
    Number.isInteger(0.25 / multipleOf) &&
    whole + 0.25 < Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  return numberAsWritten(`${finite(isFree ? whole + 0.25 : whole)}`);
}

/** An integer that a schema for any number allows; undefined where it allows none. */
export function wholeFor(schema: AnySchema): bigint | undefined {
  const { maximum = Infinity, exclusiveMaximum = Infinity, multipleOf = 1 } = schema;
  const whole = Math.ceil(numberFor(schema, 1));
  const isAllowed = whole <= maximum && whole < exclusiveMaximum && Number.isInteger(whole / multipleOf);
  return isAllowed && Number.isSafeInteger(whole) ? BigInt(whole) : undefined;
}

/** Requests have one of this many integers at most. Fewer than the second number do not tell requests apart. */
const mostIntegers = 1_000_000;
const fewIntegers = 100;

/**
 * An integer that a schema allows: the usual one, or one of the next ones, where no two requests may have the same.
 * @throws NoValue where none can be made
 */
export function integerFor(schema: AnySchema, { marker, isVaried = false }: ValueOptions): bigint {
  const usual = numberFor(schema, 1);
  const { maximum = Infinity, exclusiveMaximum = Infinity, multipleOf = 1 } = schema;
  const most = Math.min(maximum, exclusiveMaximum - 1, usual + mostIntegers);
  const count = isVaried && multipleOf > 0 ? Math.floor((most - usual) / multipleOf) : 0;
  const more = count < fewIntegers ? 0 : (Number.parseInt(marker(), 36) % count) * multipleOf;
  return BigInt(Math.ceil(finite(usual + more)));
}

/** A number within the bounds, near to one. */
function numberFor(schema: AnySchema, unit: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 } = schema;
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + unit,
  );
  const most = Math.min(
    maximum ?? Infinity,
    exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - unit,
  );
  // The bound itself is another question.
  const near = Math.min(Math.max(1, least + Math.max(1, multipleOf)), most);
  if (multipleOf <= 0) return near;
  const multiple = Math.ceil(near / multipleOf) * multipleOf;
  if (multiple > most) throw new NoValue("no number is within its bounds");
  return multiple;
}

function finite(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new NoValue("no number is within its bounds");
}
