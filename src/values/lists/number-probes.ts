import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import type { Filter } from "../../model/index.js";
import { typeOf } from "../../schema/index.js";
import type { ValueProbe } from "./filter-values.js";

/** An amount may be asked for in another unit than it is shown in, one of which is a hundredth of the other. A larger factor is neither. */
const hundred = 150;
/** How many times the lowest number the highest one has to be, so that one between is far from both. */
export const moneyGap = 2 * hundred ** 2;

export function numberProbes(filter: Filter, own: readonly (readonly Json[])[]): readonly ValueProbe[] {
  const { kind, isMoney, asked } = filter;
  const numbers = own
    .map(numberOf)
    .filter((each) => !isMoney || each > 0)
    .toSorted((left, right) => left - right);
  const [low = 0, high = 0] = [numbers[0], numbers.at(-1)];
  const isFar = !isMoney || high >= low * moneyGap;
  if (high - low < 2 || (!isFar && (kind === "number" || high <= low * hundred))) return [];
  const middle = Math.round(low > 0 ? Math.sqrt(low * high) : (low + high) / 2);
  const [lowest, highest, quarter] = [Math.ceil(low), Math.floor(high), Math.floor((high - low) / 4)];
  const end = kind === "least" ? highest : lowest;
  // In either unit, the number at one end leaves out the one at the other.
  const values = !isFar
    ? [end]
    : kind === "number"
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
    ...(!isFar && { isOfNear: true }),
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

/** Half a step: a server that rounds a bound to an integer still shows an item that lies this far beyond it. */
const half = 0.5;

/**
 * The value of one of the run's items: where the end of a bound is stated, this item shows it. A bound that may have decimals leaves it
 * out where it is half beyond.
 */
export function endProbes(
  { kind, isMoney, asked, states: { end } }: Filter,
  own: readonly (readonly Json[])[],
): readonly ValueProbe[] {
  const numbers = [...new Set(own.map(numberOf))].filter(Number.isSafeInteger);
  const sorted = numbers.toSorted((left, right) => left - right);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, multipleOf = half } = asked;
  const isAsked = (value: number): boolean => minimum <= value && value <= maximum;
  const isNear = (number: number, to: number): boolean => number < to && number * hundred > to;
  const candidates = sorted.filter(
    (each) => isAsked(each) && (!isMoney || sorted.some((number) => isNear(number, each))),
  );
  const wanted = candidates[Math.floor(candidates.length / 2)];
  if (kind === "number" || wanted === undefined) return [];
  const isWanted = (values: readonly Json[]): boolean => numberOf(values) === wanted;
  // In another unit, those that are a little lower are on the same side.
  const isSameUnit: ValueProbe["isSameUnit"] = (shown) =>
    shown.map(numberOf).some((number) => isNear(number, wanted)) === (kind === "most");
  const stated = { isStated: true, ...(isMoney ? { isSameUnit } : {}) };
  const atEnd: ValueProbe = {
    ...{ ...stated, wanted: BigInt(wanted) },
    isIn: (values) => end === "inclusive" && isWanted(values),
    isOut: (values) => end === "exclusive" && isWanted(values),
  };
  const beyond = kind === "least" ? wanted + half : wanted - half;
  const hasDecimals = typeOf(asked) === "number" && Number.isInteger(half / multipleOf);
  const beyondEnd = { ...stated, wanted: numberAsWritten(`${beyond}`), isIn: () => false, isOut: isWanted };
  return [...(end === undefined ? [] : [atEnd]), ...(hasDecimals && isAsked(beyond) ? [beyondEnd] : [])];
}

function numberOf([value = ""]: readonly Json[]): number {
  return Number(renderJson(value));
}
