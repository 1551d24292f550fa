import { isFraction, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { matches } from "../../../model/index.js";
import { inText } from "../requests/parameter-styles.js";
import { valueAt } from "../resources/places.js";
import { isFit } from "./distinguishable-values.js";
import type { Filter } from "./filters.js";

/** A value that a filter is asked for, and its consequence for an item by its values: one that is neither may be shown or not. */
export interface FilterProbe {
  readonly wanted: Json;
  readonly isIn: (values: readonly Json[]) => boolean;
  readonly isOut: (values: readonly Json[]) => boolean;
}

/** The values of an item; undefined if one is unknown. */
export function valuesIn({ at, kind }: Filter, item: JsonObject): readonly Json[] | undefined {
  const found = valueAt(item, at);
  if (found === undefined || found === null) return undefined;
  const all = kind === "texts" && Array.isArray(found) ? (found as readonly Json[]) : [found];
  const isText = (value: Json): boolean => typeof value === "string";
  const isNumber = (value: Json): boolean => typeof value === "bigint" || isFraction(value);
  return all.every(kind === "text" || kind === "texts" ? isText : isNumber) ? all : undefined;
}

/**
 * The values to ask for, by those that items of the run have: each time, one of them is out. Nothing where they are not far apart.
 * @param tokens words that stand in no request but one
 */
export function probesFor(
  filter: Filter,
  own: readonly (readonly Json[])[],
  markers: ReadonlySet<string>,
): readonly FilterProbe[] {
  const isOfText = filter.kind === "text" || filter.kind === "texts";
  return isOfText
    ? textQuestions(
        filter,
        own.map((values) => values.map(inText)),
        markers,
      )
    : numberQuestions(filter, own);
}

/** Money may be asked for in its hundredths, or the other way round; a little more is surely neither. */
const hundred = 150;
/** How many times the lowest number the highest one has to be, so that one between is far from both. */
export const moneyGap = 2 * hundred ** 2;

function numberQuestions(filter: Filter, own: readonly (readonly Json[])[]): readonly FilterProbe[] {
  const { kind, isMoney, asked } = filter;
  const numbers = own
    .map(numberOf)
    .filter((each) => !isMoney || each > 0)
    .toSorted((left, right) => left - right);
  const [low = 0, high = 0] = [numbers[0], numbers.at(-1)];
  if (high - low < 2 || (isMoney && high < low * moneyGap)) return [];
  const middle = Math.round(low > 0 ? Math.sqrt(low * high) : (low + high) / 2);
  const values = kind === "number" ? [low, high] : [middle, kind === "least" ? high : low];
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = asked;
  const isAsked = (value: number): boolean =>
    Number.isSafeInteger(value) && minimum <= value && value <= maximum;
  return values.every(isAsked)
    ? values.map((value) => numberQuestion(kind, value, isMoney ? hundred : 1))
    : [];
}

function numberQuestion(kind: Filter["kind"], wanted: number, factor: number): FilterProbe {
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

function numberOf([value = ""]: readonly Json[]): number {
  return Number(renderJson(value));
}

/** A text that is the same wherever it stands. */
const plainText = /^[\p{L}\p{N}]([\p{L}\p{N} _.@-]{1,58})[\p{L}\p{N}]$/u;

function textQuestions(
  filter: Filter,
  own: readonly (readonly string[])[],
  markers: ReadonlySet<string>,
): readonly FilterProbe[] {
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
    return [first, second].map((texts) => {
      const wanted = texts.at(-1) ?? "";
      return {
        wanted,
        isIn: (values) => isToken(wanted) && values.includes(wanted),
        isOut: (values) => areDistinguishable([wanted], values.map(inText)),
      };
    });
  }
  return [];
}
