import type { AnySchema } from "../../generate/index.js";
import { numberAsWritten } from "../../json/index.js";
import type { InvalidValue } from "./invalid-texts.js";

/** Beyond it, a fraction is not what is written any more. */
const largest = 1e15;

/** Numbers that a schema refuses: beyond a bound, between two multiples, a fraction where a whole number is asked for. */
export function invalidNumbers(schema: AnySchema, type: string | undefined): readonly InvalidValue[] {
  if (type !== "integer" && type !== "number") return [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const at = (keyword: string, bound: number | undefined, by: number): readonly InvalidValue[] => {
    const number = (bound ?? Number.NaN) + by;
    const isExact = type === "integer" ? Number.isSafeInteger(number) : Math.abs(number) < largest;
    if (!isExact) return [];
    return [[keyword, `is ${number}`, type === "integer" ? BigInt(number) : numberAsWritten(`${number}`)]];
  };
  return [
    ...at("minimum", minimum, -1),
    ...at("maximum", maximum, 1),
    ...at("exclusiveMinimum", exclusiveMinimum, 0),
    ...at("exclusiveMaximum", exclusiveMaximum, 0),
    ...betweenMultiples(schema, type),
    ...fraction(schema, type),
  ];
}

/** A fraction between two integers that are within the bounds; other violations are of other kinds. */
function fraction(schema: AnySchema, type: "integer" | "number"): readonly InvalidValue[] {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    enum: words,
    const: only,
  } = schema;
  if (type === "number" || [multipleOf, words, only].some((each) => each !== undefined)) return [];
  const least = Math.max(Math.ceil(minimum ?? 1), Math.floor((exclusiveMinimum ?? 0) + 1));
  const most = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - 1);
  if (!Number.isSafeInteger(least) || least + 1 > most) return [];
  return [["integer", `is ${least}.5`, numberAsWritten(`${least}.5`)]];
}

function betweenMultiples(schema: AnySchema, type: "integer" | "number"): readonly InvalidValue[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf: unit = 0 } = schema;
  const off = type === "integer" ? 1 : unit / 2;
  if (unit <= off) return [];
  const value = Math.ceil((minimum ?? exclusiveMinimum ?? 0) / unit) * unit + off;
  if (value >= (maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY)) return [];
  return [["multipleOf", `is ${value}`, type === "integer" ? BigInt(value) : numberAsWritten(`${value}`)]];
}
