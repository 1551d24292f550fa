import type { JsonObject } from "../../json/index.js";
import {
  isUsual,
  matches,
  momentOf,
  type StatedFacts,
  type TimeFilter,
  timeTolerance,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { inText } from "../parameter-values.js";
import type { Facts, FilterProbe, Shown } from "./filter-values.js";

const year = 365 * 86_400_000;

/** Of what is later than all times of the run's items, or earlier, and than today, a list shows none of them. */
export function timeProbes(
  { parameter, kind, times: names }: TimeFilter,
  own: Shown["own"],
  now: Date,
): readonly FilterProbe[] {
  const isEarliest = kind === "earliest";
  const times = own.flatMap(({ item }) => timesOf(item, names));
  const bound = isEarliest
    ? Math.max(now.getTime(), ...times) + year
    : Math.min(now.getTime(), ...times) - year;
  if (times.length === 0 || !isUsual(bound)) return [];
  const moment = new Date(bound).toISOString();
  const isDay = plainSchema(parameter.schema).format === "date";
  const text = isDay ? moment.slice(0, 10) : `${moment.slice(0, 19)}Z`;
  const isFar = (time: number): boolean =>
    isEarliest ? time < bound - timeTolerance : time > bound + timeTolerance;
  const isOut = (item: JsonObject): boolean => {
    const all = timesOf(item, names);
    return all.length > 0 && all.every(isFar);
  };
  const describe = (item: JsonObject): string =>
    `of which ${names.map((each) => `${each} is ${inText(item[each] ?? null)}`).join(", ")}`;
  const meaning = `that are not ${isEarliest ? "earlier" : "later"} than ${text}`;
  return [{ asked: text, text, meaning, isIn: () => false, isOut, describe }];
}

/**
 * The moment of one of the run's items, so that others are earlier and later, and the item itself is at the end of the bound: both are
 * in the same form, so that no time zone is between them.
 */
export function timesWithin(
  { parameter, kind, times, states: { end } }: TimeFilter,
  own: Shown["own"],
  { isClients }: Pick<Facts, "isClients">,
): readonly FilterProbe[] {
  // A time of the server may be longer than it is shown: then it is later than the text, and not earlier.
  const isJudged = isClients || end === "exclusive" || (end === "inclusive" && kind === "earliest");
  const [name = "", ...others] = times;
  const textOf = (item: JsonObject): string => (typeof item[name] === "string" ? item[name] : "");
  const isDay = plainSchema(parameter.schema).format === "date";
  const moments = [...new Set(own.flatMap(({ item }) => timesOf(item, times)))].toSorted(
    (left, right) => left - right,
  );
  const middle = moments[Math.floor(moments.length / 2)];
  const text = own.map(({ item }) => textOf(item)).find((each) => momentOf(each) === middle);
  if (others.length > 0 || moments.length < fewestMoments || middle === undefined || text === undefined)
    return [];
  if (!isJudged || (!isClients && !/\.\d{3}/.test(text))) return [];
  const isSameForm = isDay === (text.length === dayLength);
  const asked = isDay ? text.slice(0, dayLength) : text;
  if (asked.length === dayLength && !isDay) return [];
  const isBeyond = (time: number, by: number): boolean =>
    kind === "earliest" ? time > middle + by : time < middle - by;
  const isAt = (time: number, of: StatedFacts["end"]): boolean => isSameForm && end === of && time === middle;
  const isIn = (item: JsonObject): boolean =>
    timesOf(item, times).some((time) => isBeyond(time, timeTolerance) || isAt(time, "inclusive"));
  const isOut = (item: JsonObject): boolean =>
    timesOf(item, times).some((time) => !isBeyond(time, -timeTolerance) || isAt(time, "exclusive"));
  return [
    {
      ...{ asked, text: asked, isIn, isOut, isStated: true },
      meaning: `that are ${kind === "earliest" ? "later" : "earlier"} than ${asked}${end === "inclusive" ? ", or of that time" : ""}`,
      describe: (item) => `of which ${name} is ${textOf(item)}`,
    },
  ];
}

/** Moments of which one is in between, and the length of a day as text. */
const [fewestMoments, dayLength] = [3, 10];

/** The times of an item; none where it may have begun long ago, or go on. */
function timesOf(item: JsonObject, names: readonly string[]): readonly number[] {
  const times = names.map((name) => ({ name, time: momentOf(item[name]) }));
  const isOpen = times.some(({ name, time }) => time === undefined && matches(name, "bounds-of-time"));
  return isOpen ? [] : times.flatMap(({ time }) => time ?? []);
}
