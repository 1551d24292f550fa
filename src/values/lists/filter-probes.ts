import { plainSchema, typeOf } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  type Filter,
  isChosenByServer,
  isDoubtful,
  isExact,
  isUsual,
  matches,
  momentOf,
  oneOrMany,
  type StatedFacts,
  type TimeFilter,
  timeTolerance,
  valueAt,
} from "../../model/index.js";
import { inText } from "../parameters.js";
import { isFit } from "./distinguishable-values.js";

/** A value that a filter is asked for, and its consequence for an item: one that is neither in nor out may be shown or not. */
export interface FilterProbe {
  /** The value, as a query has it. */
  readonly asked: Json;
  readonly text: string;
  /** The items that are asked for. */
  readonly meaning: string;
  readonly isIn: (item: JsonObject) => boolean;
  readonly isOut: (item: JsonObject) => boolean;
  /** The values of an item. */
  readonly describe: (item: JsonObject) => string;
  /** May the server refuse it? */
  readonly isOptional?: boolean;
  /** Is it judged for itself, since the description states just that? The others count only together. */
  readonly isStated?: boolean;
  /** Do these items, which are shown for it, say that the filter goes by the unit in which they are shown? It does, if absent. */
  readonly isSameUnit?: (shown: readonly JsonObject[]) => boolean;
}

/** The items that a list shows without a filter. */
interface Shown {
  readonly items: readonly JsonObject[];
  /** Those of the run. */
  readonly own: readonly { readonly item: JsonObject }[];
}

/** The facts that a run knows. */
interface Facts {
  /** Words that stand in no request but one. */
  readonly markers: ReadonlySet<string>;
  readonly now: Date;
  /** Is a member the id of another item? */
  readonly isReference: (name: string) => boolean;
  /** Do items have the values of the filter's member that the run chose, whatever its name is? */
  readonly isClients: boolean;
}

/** The values to ask for, by those that items have: of each, some item is out. None where their values are not far apart. */
export function probesFor(
  filter: Filter | TimeFilter,
  { items, own }: Shown,
  facts: Facts,
): readonly FilterProbe[] {
  if ("times" in filter)
    return [...timeProbes(filter, own, facts.now), ...(facts.isClients ? timesWithin(filter, own) : [])];
  const { at, kind, asked, valueFor } = filter;
  const place = at.join(".");
  const name = at.at(-1) ?? "";
  // Another item may be meant by the name, and be shown by another one.
  const mayExpect =
    (kind === "id" || facts.isClients || !isChosenByServer(name)) &&
    (isExact(filter) || !oneOrMany(name).some(facts.isReference)) &&
    (kind !== "number" || typeOf(asked) === "integer");
  return valueProbes(filter, { items, own }, facts).map(({ wanted, isIn, isOut, isSameUnit, ...further }) => {
    const all = Array.isArray(wanted) ? (wanted as readonly Json[]) : [wanted];
    const text = all.map(inText).join(" or ");
    return {
      asked: valueFor(wanted),
      text,
      meaning: `whose ${place} is ${relationOf(filter)}${text}`,
      isIn: (item) => mayExpect && isIn(valuesIn(filter, item)),
      isOut: (item) => isOut(valuesIn(filter, item)),
      describe: (item) => `whose ${place} is ${inText(valuesIn(filter, item)[0] ?? "")}`,
      ...(isSameUnit && { isSameUnit: (shown) => isSameUnit(shown.map((item) => valuesIn(filter, item))) }),
      ...further,
    };
  });
}

/** A value that is asked for, and its consequence for an item by its values. */
interface ValueProbe extends Pick<FilterProbe, "isOptional" | "isStated"> {
  readonly wanted: Json;
  readonly isIn: (values: readonly Json[]) => boolean;
  readonly isOut: (values: readonly Json[]) => boolean;
  readonly isSameUnit?: (shown: readonly (readonly Json[])[]) => boolean;
}

function valueProbes(filter: Filter, { items, own }: Shown, facts: Facts): readonly ValueProbe[] {
  const valuesOf = (item: JsonObject): readonly (readonly Json[])[] =>
    [valuesIn(filter, item)].filter(({ length }) => length > 0);
  if (isExact(filter)) return exactProbes(filter, items.flatMap(valuesOf).flat(), facts);
  const values = own.flatMap(({ item }) => valuesOf(item));
  if (filter.kind === "part") return partProbes(filter, own, facts.markers);
  const isOfText = filter.kind === "text" || filter.kind === "texts";
  if (!isOfText)
    return [...numberProbes(filter, values), ...(facts.isClients ? endProbes(filter, values) : [])];
  return textProbes(
    filter,
    values.map((each) => each.map(inText)),
    facts.markers,
  );
}

/** How a value is related to the one that is asked for. */
const relations: Readonly<Record<string, string>> = {
  texts: "among others ",
  part: "a text with ",
  least: "at least ",
  most: "at most ",
};

function relationOf({ kind, states: { end } }: Filter): string {
  const isOpen = end === "exclusive" && (kind === "least" || kind === "most");
  return isOpen ? { least: "more than ", most: "less than " }[kind] : (relations[kind] ?? "");
}

/**
 * One value that some item has, and another one, which shows whether the filter is obeyed at all; both at once, where that may be
 * asked for; and further words of an enumeration.
 */
function exactProbes(
  filter: Filter,
  shown: readonly Json[],
  { isClients }: Pick<Facts, "isClients">,
): readonly ValueProbe[] {
  const { kind, words, isMany, at } = filter;
  const different = [...new Map(shown.map((value) => [renderJson(value), value])).values()];
  const [first] = shown.slice(-1);
  // The shown value may be made of the time, say, where a filter goes by what is stored.
  const isComputed = kind !== "id" && !isClients && isChosenByServer(at.at(-1) ?? "");
  if (first === undefined || (isComputed && different.length < 2)) return [];
  const other = [...different, ...(kind === "word" ? words : [])].find(
    (value) => renderJson(value) !== renderJson(first),
  );
  const two = kind === "boolean" ? [true, false] : other === undefined ? [first] : [first, other];
  const both = isMany && kind === "word" && two.length > 1 ? [two] : [];
  // A server may know some words of an enumeration, and not others.
  const further =
    kind === "word" && !isDoubtful(filter, isClients) ? words.filter((word) => !two.includes(word)) : [];
  return [...two, ...both, ...further.slice(0, mostFurther)].map((wanted): ValueProbe => {
    const all = (Array.isArray(wanted) ? wanted : [wanted]).map((each: Json) => inText(each).toLowerCase());
    const isAny = (value: Json): boolean => all.includes(inText(value).toLowerCase());
    return {
      wanted,
      isIn: (values) => values.some(isAny),
      isOut: (values) => values.some((value) => !isAny(value)),
      isOptional: Array.isArray(wanted) || (typeof wanted === "string" && further.includes(wanted)),
    };
  });
}

/** Words of an enumeration that are asked for, beside two. */
const mostFurther = 4;

/** The value of an item by which an exact filter goes; undefined if it is not allowed by its schema, or is unknown. */
export function exactValueIn({ at, kind, words }: Filter, item: JsonObject): Json | undefined {
  const value = valueAt(item, at);
  if (value === undefined || value === null || isFraction(value)) return undefined;
  if (isJsonObject(value) || Array.isArray(value)) return undefined;
  if (kind === "boolean") return typeof value === "boolean" ? value : undefined;
  if (kind === "word") return typeof value === "string" && words.includes(value) ? value : undefined;
  return typeof value === "string" || typeof value === "bigint" ? value : undefined;
}

const year = 365 * 86_400_000;

/** Of what is later than all times of the run's items, or earlier, and than today, a list shows none of them. */
function timeProbes(
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
function timesWithin(
  { parameter, kind, times, states: { end } }: TimeFilter,
  own: Shown["own"],
): readonly FilterProbe[] {
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

/** The values of an item by which a filter goes; none if one is unknown. */
function valuesIn(filter: Filter, item: JsonObject): readonly Json[] {
  const { at, kind, texts } = filter;
  if (kind === "part")
    return texts.map((name) => item[name] ?? null).filter((value) => typeof value === "string");
  const found = isExact(filter) ? exactValueIn(filter, item) : valueAt(item, at);
  if (found === undefined || found === null) return [];
  if (isExact(filter)) return [found];
  const all = kind === "texts" && Array.isArray(found) ? (found as readonly Json[]) : [found];
  const isText = (value: Json): boolean => typeof value === "string";
  const isNumber = (value: Json): boolean => typeof value === "bigint" || isFraction(value);
  return all.every(kind === "text" || kind === "texts" ? isText : isNumber) ? all : [];
}

/** Money may be asked for in its hundredths, or the other way round; a little more is surely neither. */
const hundred = 150;
/** How many times the lowest number the highest one has to be, so that one between is far from both. */
export const moneyGap = 2 * hundred ** 2;

function numberProbes(filter: Filter, own: readonly (readonly Json[])[]): readonly ValueProbe[] {
  const { kind, isMoney, asked } = filter;
  const numbers = own
    .map(numberOf)
    .filter((each) => !isMoney || each > 0)
    .toSorted((left, right) => left - right);
  const [low = 0, high = 0] = [numbers[0], numbers.at(-1)];
  if (high - low < 2 || (isMoney && high < low * moneyGap)) return [];
  const middle = Math.round(low > 0 ? Math.sqrt(low * high) : (low + high) / 2);
  const [lowest, highest, quarter] = [Math.ceil(low), Math.floor(high), Math.floor((high - low) / 4)];
  const values =
    kind === "number"
      ? [low, high]
      : kind === "least"
        ? [middle, highest, lowest + quarter]
        : [middle, lowest, highest - quarter];
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = asked;
  const isAsked = (value: number): boolean =>
    Number.isSafeInteger(value) && minimum <= value && value <= maximum;
  const { isExactly } = filter.states;
  const probeOf = (value: number): ValueProbe => ({
    ...numberProbe(kind, value, isMoney ? hundred : 1),
    ...(kind === "number" && isExactly && { isStated: true }),
  });
  return values.every(isAsked) ? values.map(probeOf) : [];
}

function numberProbe(kind: Filter["kind"], wanted: number, factor: number): ValueProbe {
  const isAbove = (values: readonly Json[]): boolean =>
    numberOf(values) >= Math.max(wanted + 1, wanted * factor);
  const isBelow = (values: readonly Json[]): boolean =>
    numberOf(values) <= Math.min(wanted - 1, wanted / factor);
  const value = BigInt(wanted);
  if (kind === "least") return { wanted: value, isIn: isAbove, isOut: isBelow };
  if (kind === "most") return { wanted: value, isIn: isBelow, isOut: isAbove };
  return {
    wanted: value,
    isIn: (values) => numberOf(values) === wanted,
    isOut: (values) => Math.abs(numberOf(values) - wanted) >= 2,
  };
}

/** The value of one of the run's items: where the end of a bound is stated, this item shows it. */
function endProbes(
  { kind, isMoney, asked, states: { end } }: Filter,
  own: readonly (readonly Json[])[],
): readonly ValueProbe[] {
  const numbers = [...new Set(own.map(numberOf))].filter(Number.isSafeInteger);
  const sorted = numbers.toSorted((left, right) => left - right);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = asked;
  const isNear = (number: number, to: number): boolean => number < to && number * hundred > to;
  const candidates = sorted.filter(
    (each) =>
      minimum <= each && each <= maximum && (!isMoney || sorted.some((number) => isNear(number, each))),
  );
  const wanted = candidates[Math.floor(candidates.length / 2)];
  if (kind === "number" || end === undefined || wanted === undefined) return [];
  const isWanted = (values: readonly Json[]): boolean => numberOf(values) === wanted;
  return [
    {
      wanted: BigInt(wanted),
      isIn: (values) => end === "inclusive" && isWanted(values),
      isOut: (values) => end === "exclusive" && isWanted(values),
      isStated: true,
      // In another unit, those that are a little lower are on the same side.
      isSameUnit: (shown) =>
        shown.map(numberOf).some((number) => isNear(number, wanted)) === (kind === "most"),
    },
  ];
}

function numberOf([value = ""]: readonly Json[]): number {
  return Number(renderJson(value));
}

/** A text that is the same wherever it stands. */
const plainText = /^[\p{L}\p{N}]([\p{L}\p{N} _.@-]{0,58})[\p{L}\p{N}]$/u;

function textProbes(
  filter: Filter,
  own: readonly (readonly string[])[],
  markers: ReadonlySet<string>,
): readonly ValueProbe[] {
  const { at, asked, words } = filter;
  const isMail = matches(at.at(-1) ?? "", "addresses");
  const isListed = asked.enum !== undefined;
  const wordsOf = (text: string): readonly string[] => {
    const lower = text.toLowerCase();
    if (isListed) return [lower];
    return (isMail ? lower.replace(/@.*$/, "") : lower)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  };
  const areDistinguishable = (left: readonly string[], right: readonly string[]): boolean => {
    const others = right.flatMap(wordsOf);
    const isLike = (one: string, other: string): boolean =>
      isListed ? one === other : one.includes(other) || other.includes(one);
    return left.flatMap(wordsOf).every((one) => !others.some((other) => isLike(one, other)));
  };
  const isToken = (text: string): boolean =>
    isListed || markers.has(text) || (isMail && wordsOf(text).some((word) => markers.has(word)));
  const isAsked = (text: string): boolean =>
    isListed ? words.includes(text) : plainText.test(text) && isFit(asked, text);
  const candidates = own
    .filter((texts) => isAsked(texts.at(-1) ?? ""))
    .toSorted((left, right) => Number(isToken(right.at(-1) ?? "")) - Number(isToken(left.at(-1) ?? "")));
  for (const first of candidates) {
    const second = candidates.find((other) => areDistinguishable(first, other));
    if (second === undefined) continue;
    const both = [first, second].map((texts): ValueProbe => {
      const wanted = texts.at(-1) ?? "";
      return {
        wanted,
        isIn: (values) => isToken(wanted) && values.includes(wanted),
        isOut: (values) => areDistinguishable([wanted], values.map(inText)),
      };
    });
    return [...both, ...likeProbes(filter, first.at(-1) ?? "")];
  }
  return [];
}

/** Texts that are like one of an item, of which a filter that goes by the whole text, as it says, shows none. */
function likeProbes({ asked, states, kind }: Filter, text: string): readonly ValueProbe[] {
  const { isExactly, isOfItsCase } = states;
  if (kind !== "text" || asked.enum !== undefined || !(isExactly || isOfItsCase)) return [];
  const capitals = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  const likes = [
    ...(isExactly ? [text.slice(0, -1), text.slice(1)] : []),
    ...(isOfItsCase ? [capitals] : []),
  ].filter((like) => like !== text && plainText.test(like) && isFit(asked, like));
  return likes.map((wanted) => ({
    wanted,
    isIn: () => false,
    isOut: (values) => !values.includes(wanted),
    isOptional: true,
    isStated: true,
  }));
}

/** Words of the run that are in one text alone, and parts of them. */
function partProbes(filter: Filter, own: Shown["own"], markers: ReadonlySet<string>): readonly ValueProbe[] {
  const { texts, asked, states } = filter;
  const wordsIn = (name: string): readonly string[] =>
    own
      .flatMap(({ item }) => valuesIn({ ...filter, texts: [name] }, item))
      .flatMap((value) => inText(value).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => markers.has(word));
  const words = [...new Set(texts.flatMap((name, index) => wordsIn(name).slice(0, index === 0 ? 2 : 1)))];
  const [first = "", second = ""] = words;
  if (second === "") return [];
  const has = (values: readonly Json[], part: string): boolean =>
    values.some((value) => inText(value).toLowerCase().includes(part.toLowerCase()));
  const probe = (wanted: string, isStated = true): ValueProbe => ({
    wanted,
    isIn: (values) =>
      states.isOfAnyCase ? has(values, wanted) : values.some((value) => inText(value).includes(wanted)),
    isOut: (values) => !has(values, wanted),
    ...(isStated && { isStated }),
  });
  const inner = first.slice(1, -1);
  const open = `${first.slice(0, 3)}_${first.slice(4)}`;
  const named = own
    .flatMap(({ item }) => valuesIn(filter, item).map(inText))
    .find((text) => text.includes(first) && text !== text.toLowerCase() && plainText.test(text));
  const otherCases = named === undefined ? [first.toUpperCase()] : [first.toUpperCase(), named.toLowerCase()];
  const stated = [inner, open, ...words.slice(2), ...(states.isOfAnyCase ? otherCases : [])];
  return [probe(first, false), probe(second, false), ...stated.map((each) => probe(each))].filter(
    ({ wanted }) => isFit(asked, inText(wanted)),
  );
}
