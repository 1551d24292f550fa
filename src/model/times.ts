import { type AnySchema, plainSchema, typeOf } from "../generate/index.js";
import { isJsonObject, type Json } from "../json/index.js";

/** A day, and what may follow it. */
const form = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d.*)?$/i;
const day = 86_400_000;

/** Times that are further apart are so in every time zone, in ms. */
export const timeTolerance = 2 * day;

/** Is it a day or a moment? */
export function isTime(schema: AnySchema): boolean {
  const plain = plainSchema(schema);
  return typeOf(plain) === "string" && ["date", "date-time"].includes(plain.format ?? "");
}

/** Is a moment one that every server can hold? Others stand for the beginning or the end of time. */
export function isUsual(moment: number): boolean {
  return moment >= 0 && moment < Date.UTC(2100, 0);
}

/** The moment that a text stands for, in ms; undefined for any other value. */
export function momentOf(value: Json | undefined): number | undefined {
  const moment = typeof value === "string" && form.test(value) ? Date.parse(value) : Number.NaN;
  return isUsual(moment) ? moment : undefined;
}

/** A value in which all days and moments are some weeks later, so that weekdays and the time between them stay. */
export function laterBy(weeks: number, value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => laterBy(weeks, each));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, laterBy(weeks, each)]));
  if (typeof value !== "string" || momentOf(value) === undefined) return value;
  const first = Date.parse(value.slice(0, 10));
  return new Date(first + weeks * 7 * day).toISOString().slice(0, 10) + value.slice(10);
}
