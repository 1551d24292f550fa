import { type Json, numberAsWritten, renderJson } from "../json/index.js";
import { isTime, momentOf } from "../model/index.js";
import { type AnySchema, typeOf } from "../schema/index.js";
import { isWithin } from "./allowed-values.js";
import { isNumber } from "./comparison/same-value.js";

/** Two members of a body, of which one has to have the lower value, or the earlier one. */
export interface OrderedMember {
  readonly name: string;
  readonly schema: AnySchema;
  /** The value that it has now. */
  readonly value: Json;
}

/** How another value of one of them stands to the value of the other one. */
export type OrderCase = "lower is higher" | "upper is lower" | "equal";

/** The value that brings two members into a case, and the member that gets it; undefined where none is known that is valid on its own. */
export function orderValue(
  wanted: OrderCase,
  lower: OrderedMember,
  upper: OrderedMember,
): OrderedMember | undefined {
  const [changed, other] = wanted === "upper is lower" ? [upper, lower] : [lower, upper];
  const steps = { "lower is higher": 1, "upper is lower": -1, equal: 0 }[wanted];
  const value = isTime(changed.schema) ? timeFrom(other, steps) : numberFrom(other, steps, changed.schema);
  return value === undefined ? undefined : { ...changed, value };
}

/** Two days: a server may round a time to a day of its own time zone. In ms. */
const step = 2 * 86_400_000;

function timeFrom({ value, schema }: OrderedMember, steps: number): Json | undefined {
  const moment = momentOf(value);
  if (steps === 0 || moment === undefined) return moment === undefined ? undefined : value;
  const text = new Date(moment + steps * step).toISOString();
  return schema.format === "date" ? text.slice(0, 10) : text.replace(".000Z", "Z");
}

/** The number that is some steps higher, where another member may have it. */
function numberFrom({ value }: OrderedMember, steps: number, schema: AnySchema): Json | undefined {
  if (!isNumber(value)) return undefined;
  const { multipleOf = 1 } = schema;
  const number = Number(renderJson(value)) + steps * multipleOf;
  const isStep = Number.isSafeInteger(number / multipleOf);
  const mayBeFraction = schema.multipleOf === undefined && typeOf(schema) === "number";
  if (!isWithin(schema, number) || !(isStep || mayBeFraction)) return undefined;
  return Number.isSafeInteger(number) ? BigInt(number) : numberAsWritten(`${number}`);
}
