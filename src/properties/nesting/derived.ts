import {
  type Actor,
  type BrokenPromise,
  type Derived,
  derivedReads,
  type KnownItem,
  type OwnProperty,
} from "../../actor/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { aggregated, withValueAt } from "../../model/index.js";
import { isNumber, isStillShown } from "../../values/index.js";
import { newDependent } from "./new-dependents.js";

/**
 * A member that is computed from other items follows at once, as they come and go. A number of some of them alone need not rise: where
 * it has risen with the first one, it does with the second one.
 */
export const derivedMember: OwnProperty = {
  id: "derived",
  requirement: {
    name: "computed from others",
    level: "implied",
    proof:
      "a new item is read, and again with each of two that are created below it, or refer to it, and are read, and when one of these is deleted; the member counts of which the text says how it is computed, of two items",
  },
  sentence: ({ op }) => `${op.id} shows what follows from other items as its text says it is computed.`,
  phase: "final",
  about: derivedReads,
  inputs: ({ derived = [] }) => derived,
  run: async (t: Actor, _, input) => {
    const derived = input as Derived;
    const { name } = derived.member;
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const others = t.inRoles(derived.dependents.roles, "derived");
      const item = await t.create();
      const base = numberOf(t.membersOf(item.found)[name]);
      t.assume(base !== undefined || derived.member.aggregate !== "count", "not shown");
      const first = await addOther(others, derived, item, 0);
      const once = await shownWith(t, derived, item, base, [first]);
      if (once !== undefined && !derived.member.isOfSome && !derived.mayStay) return once;
      t.assume(once === undefined, "same as before");
      const second = await addOther(others, derived, item, 1);
      const twice = await shownWith(t, derived, item, base, [first, second]);
      if (twice !== undefined || derived.member.isOfSome || derived.remove === undefined) return twice;
      await t.inRoles(derived.remove, "derived").remove(second.item);
      const left = await shownWith(t, derived, item, base, [first]);
      return left && { ...left, problem: `${name} stays when an item goes` };
    });
  },
};

/** An item from which a member of another one follows, with the value that it gives to that. */
interface Other {
  readonly item: KnownItem;
  readonly value: number;
}

/** Creates an item that another one follows from, each with another value, where these have bounds. */
async function addOther(
  t: Actor,
  { dependents, member: { of }, values }: Derived,
  item: KnownItem,
  turn: number,
): Promise<Other> {
  const value = values[turn];
  const edit =
    of === undefined || value === undefined ? undefined : (body: Json) => withValueAt(body, [of], value);
  const made = await newDependent(t, dependents, item, edit);
  const other = t.items().find(({ path }) => path === made.path);
  const found = await t.read(made);
  t.assume(other !== undefined && found !== undefined, "not shown");
  const gives = of === undefined ? 1 : numberOf(t.membersOf(found)[of]);
  t.assume(gives !== undefined, "not shown");
  return { item: other, value: gives };
}

/** Reads a member until it follows from others. @returns what is broken, where it does not */
async function shownWith(
  t: Actor,
  { member: { name, aggregate, tolerance, isOfSome }, dependents, mayStay: stays }: Derived,
  item: KnownItem,
  base: number | undefined,
  others: readonly Other[],
): Promise<BrokenPromise | undefined> {
  const isAdded = aggregate === "count" || aggregate === "sum";
  const follows = aggregated(
    aggregate,
    others.map(({ value }) => value),
  );
  const expected = (isAdded ? (base ?? 0) : 0) + (follows ?? 0);
  const read = async (): Promise<Json | undefined> => t.membersOf(await t.read(item))[name];
  const isAsExpected = (value: Json | undefined): boolean =>
    Math.abs((numberOf(value) ?? Number.NaN) - expected) <= tolerance;
  const isOne = others.length === 1;
  const first = await t.until(read, isAsExpected);
  if (isAsExpected(first)) return undefined;
  // A number may be computed a moment later, as an index is.
  const isSteady = (before: Json | undefined, last: Json | undefined): boolean =>
    isAsExpected(last) || isStillShown(before, last);
  const mayStay = isOne && (isOfSome || stays);
  const [, value] = mayStay ? [first, first] : await t.untilSteady(first, read, isSteady);
  if (isAsExpected(value)) return undefined;
  const where = dependents.reference === undefined ? "below it" : "referring to it";
  return {
    problem: `${name} does not follow`,
    expected: `${name} is ${shownAs(expected, value)}, as its text says, with ${isOne ? "one item" : "two items"} ${where} (if that may take longer: --settle 2s)`,
    actual: renderJson(value ?? null),
    at: { in: "body", pointer: `/${name}` },
    exchange: t.lastExchange(),
  };
}

/** A number, or a time as its number of ms; undefined for what is none. */
function numberOf(value: Json | undefined): number | undefined {
  if (value !== undefined && isNumber(value)) return Number(renderJson(value));
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** An expected number as it would be shown: as a time, where that is one. */
function shownAs(expected: number, like: Json | undefined): string {
  return typeof like === "string" ? new Date(expected).toISOString() : `${expected}`;
}
