import { type Json, renderJson } from "../../json/index.js";
import { momentOf, timeTolerance } from "../../model/index.js";
import { isOfPlainOrder } from "./distinguishable-values.js";

/** How many pairs of a list's values are in an order, and how many are not. Equal values, and those of no plain order, do not count. */
export interface OrderedPairs {
  readonly kept: number;
  readonly broken: number;
}

/** Compares each value of a list with all that follow it. */
export function orderedPairs(values: readonly Json[], way: "up" | "down" | "either"): OrderedPairs {
  const signs = values.flatMap((left, index) =>
    values.slice(index + 1).map((right) => Math.sign(orderOf(left, right) ?? 0)),
  );
  const [rising, falling] = [-1, 1].map((sign) => signs.filter((each) => each === sign).length);
  const [up, down] = [
    { kept: rising ?? 0, broken: falling ?? 0 },
    { kept: falling ?? 0, broken: rising ?? 0 },
  ];
  const isUp = way === "up" || (way === "either" && up.broken <= down.broken);
  return isUp ? up : down;
}

/** Does a value come before another one (below zero), or after it? Undefined where servers may differ. */
export function orderOf(left: Json, right: Json): number | undefined {
  if (typeof left !== "string" || typeof right !== "string") {
    const [first, second] = [numberOf(left), numberOf(right)];
    return first === undefined || second === undefined ? undefined : first - second;
  }
  if (left === right) return 0;
  const [earlier, later] = [momentOf(left), momentOf(right)];
  return earlier === undefined || later === undefined
    ? orderOfTexts(left, right)
    : orderOfTimes([left, right], later - earlier);
}

function numberOf(value: Json): number | undefined {
  const isNone = value === null || typeof value === "boolean" || Array.isArray(value);
  const number = isNone ? Number.NaN : Number(renderJson(value));
  return Number.isNaN(number) ? undefined : number;
}

const zone = /(?:Z|[+-]\d\d:?\d\d)?$/;

/** Times of another time zone have to be days apart: servers may store them without it. */
function orderOfTimes([left, right]: readonly [string, string], gap: number): number | undefined {
  const isAlike = zone.exec(left)?.[0] === zone.exec(right)?.[0];
  if (!isAlike) return Math.abs(gap) > timeTolerance ? -gap : undefined;
  if (gap !== 0) return -gap;
  // Below a millisecond.
  return left.length === right.length ? (left < right ? -1 : 1) : undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
const numbered = /^(\D*)(\d+)$/;

/** Words go by their first letters; numbered and random ids of one length by their first characters that differ. */
function orderOfTexts(left: string, right: string): number | undefined {
  const [first, second] = [numbered.exec(left), numbered.exec(right)];
  const isSeries = first !== null && second !== null && first[1] === second[1];
  if (isSeries) return left.length === right.length ? (left < right ? -1 : 1) : undefined;
  // Some databases begin with the last part of these.
  if (uuid.test(left) || uuid.test(right)) return undefined;
  const isOneWord = [left, right].every((each) => /^[a-z]+$/.test(each));
  const isOneForm =
    left.length === right.length && [left, right].every((each) => /^[a-z]{0,8}[-_]?[a-z\d]{8,}$/.test(each));
  if (!isOneWord && !isOneForm) return undefined;
  const at = [...left].findIndex((letter, index) => letter !== right[index]);
  if (isOneWord && at > 0) return undefined;
  const [one = "", other = ""] = [left[at], right[at]];
  const isPlain = [one, other].every((each) => /\d/.test(each) || isOfPlainOrder(each));
  return isPlain ? (one < other ? -1 : 1) : undefined;
}
