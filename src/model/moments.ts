import type { Operation, Parameter } from "../description/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../schema/index.js";
import { type Filter, filtersOf, untriedIn } from "./filter.js";
import { type StatedFacts, statedFacts, withoutAbsent } from "./filter-facts.js";
import { nounsOf } from "./item-ids.js";
import { matches, patternOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { boundIn, quotedNames } from "./names.js";
import { endsInParameter } from "./paths.js";
import { isAskable, isOfList } from "./searches.js";

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

/** A body with the days and moments of another one, as far as both have them. */
export function withTimesOf(other: Json, value: Json): Json {
  if (isJsonObject(value) && isJsonObject(other))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, withTimesOf(other[name] ?? null, each)]),
    );
  return momentOf(value) === undefined || momentOf(other) === undefined ? value : other;
}

/** A parameter that leaves the items of a list that are not earlier, or not later, than a time. */
export interface TimeFilter {
  readonly parameter: Parameter;
  readonly name: string;
  readonly kind: "earliest" | "latest";
  /** The members that it is about: one, or all that are times. */
  readonly times: readonly string[];
  readonly states: Pick<StatedFacts, "end">;
}

/** The parameters by which a list says that it shows the items within a time. */
function timeFiltersOf(operation: Operation): readonly TimeFilter[] {
  const { path, parameters } = operation;
  const members = itemMembersOf(operation);
  const times = Object.keys(members).filter((name) => isTime(members[name] ?? {}));
  const mayComeAgain = Object.keys(members).some((name) => matches(name, "recurring"));
  if (!isAskable(operation) || endsInParameter(path) || times.length === 0 || mayComeAgain) return [];
  return parameters.flatMap((parameter): readonly TimeFilter[] => {
    const { name, required, schema } = parameter;
    if (!isOfList(parameter) || required || leavesChoice(schema) || !isTime(schema)) return [];
    const { description = "" } = plainSchema(schema);
    const said = `${parameter.description ?? ""} ${description}`;
    if (matches(withoutAbsent(said).replace(patternOf("bounds-themselves"), ""), "widening")) return [];
    const states = statedFacts(said);
    const bound = boundIn(name);
    const isOfItems = saysOnly(said, path);
    const member = times.find((each) => bound !== undefined && isTimeOf(bound.of, each));
    if (bound !== undefined && member !== undefined && (isOfItems || said.trim() === ""))
      return [
        { parameter, name, kind: bound.kind === "least" ? "earliest" : "latest", times: [member], states },
      ];
    const kind = (["earliest", "latest"] as const).find((each) => matches(name, each));
    const [quoted, ...others] = quotedNames(said, members).filter((each) => times.includes(each));
    if (quoted !== undefined && others.length === 0 && kind !== undefined)
      return [{ parameter, name, kind, times: [quoted], states }];
    return isOfItems && kind !== undefined ? [{ parameter, name, kind, times, states }] : [];
  });
}

/** Is a member the time of something, by its name: `createdAt` of `created`? */
export function isTimeOf(name: string, member: string): boolean {
  const plain = (each: string): string => each.replaceAll("_", "").toLowerCase();
  return ["", "at", "on", "date", "time"].some((end) => `${plain(name)}${end}` === plain(member));
}

/** Is it said that only some of the items of a list are shown: `Only events that …`? */
function saysOnly(said: string, path: string): boolean {
  const nouns = nounsOf(path).map((each) => each.toLowerCase().replaceAll(/[-_]/g, " "));
  const [, rest = ""] = patternOf("restricting").exec(said) ?? [];
  return nouns.some((noun) => noun !== "" && rest.toLowerCase().startsWith(noun));
}

/** The filters by values and by times that are tried, in this order. */
export function testedFilters(operation: Operation): readonly (Filter | TimeFilter)[] {
  return [...filtersOf(operation), ...timeFiltersOf(operation)];
}

/** The parameters of a list that may be filters, of which nothing shows what they are about. */
export function unknownFilters(operation: Operation): readonly string[] {
  const timed = new Set(timeFiltersOf(operation).map(({ name }) => name));
  return untriedIn(operation).filter((name) => !timed.has(name));
}
