import type { Operation } from "../../description/index.js";
import { type AnySchema, plainSchema } from "../../generate/index.js";
import { bodyPlaces } from "../../model/index.js";
import type { ApiState } from "../state.js";

const day = 86_400_000;
/** From today to the first of the days in the future: later ones may be too far away. */
const ahead = 28;
/** How many days there are for those that each request has for itself. In the future, all are within a year. */
const [mostDays, mostAhead] = [1000, 300];
/** Not every server can hold a date beyond it. */
const last = Date.parse("2038-01-01");

/** One of many days, by eight letters. */
export function dayOf(marker: string, firstDay: string | undefined): number {
  return 1 + (Number.parseInt(marker, 36) % (firstDay === undefined ? mostDays : mostAhead));
}

/** The day on which begins what an operation sends, where that is in the future; undefined where the usual days are good. */
export function firstDayOf(
  { requests: { inFuture }, clock: { now } }: ApiState,
  { id }: Operation,
): string | undefined {
  return inFuture.has(id) ? new Date(now.getTime() + ahead * day).toISOString().slice(0, 10) : undefined;
}

/** Has a valid request of an operation dates that the run chooses, and may these be in the future? */
export function mayBeInFuture({ clock: { now }, contract }: ApiState, operation: Operation): boolean {
  const given = contract.known?.values ?? {};
  const inBody =
    operation.method === "GET"
      ? []
      : bodyPlaces(operation).filter(({ place }) => !Object.hasOwn(given, place.path.at(-1) ?? ""));
  const asked = operation.parameters.filter(({ name, required }) => required && !Object.hasOwn(given, name));
  const isEarly = now.getTime() + (ahead + mostAhead + 1) * day < last;
  return isEarly && [...inBody, ...asked].some(({ schema }) => isDate(schema));
}

function isDate(schema: AnySchema): boolean {
  return ["date", "date-time"].includes(plainSchema(schema).format ?? "");
}
