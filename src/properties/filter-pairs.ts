import type { Operation } from "../description/index.js";
import { type Actor, filteredLists, type OwnProperty } from "../engine/index.js";
import type { JsonObject } from "../json/index.js";
import { type Filter, filtersOf, isDoubtful, isExact, matches } from "../model/index.js";
import { exactValueIn, inText } from "../values/index.js";

/** A server may leave the items that one of two filters asks for, with good reason. */
export const filterPairs: OwnProperty = {
  id: "two-filters",
  requirement: {
    name: "two filters",
    level: (op) => (saysBoth(op) ? "implied" : "advice"),
    proof:
      "a list is asked for two values that one item has, while other items have one of them: items of the run with only one of the values count, three times",
  },
  sentence: ({ op }) => `${op.id} shows the items that two filters ask for together.`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => pairOf(op) !== undefined,
  chooses: ({ op }) => (pairOf(op) ?? []).map(({ parameter }) => parameter.name),
  run: async (t: Actor, { op }) => {
    const pair = pairOf(op);
    t.assume(pair !== undefined, "unknown filter", "");
    const [one, other] = pair;
    const whole = { label: "the list as it is", isLargest: true };
    const { all, isClients } = await t.distinguish(one, whole);
    t.assume(!isDoubtful(one, isClients), "not distinct", one.name);
    if (isDoubtful(other))
      t.assume((await t.distinguish(other, whole)).isClients, "not distinct", other.name);
    const textOf = (filter: Filter, item: JsonObject): string | undefined => {
      const value = exactValueIn(filter, item);
      return value === undefined ? undefined : inText(value);
    };
    const isLike = (filter: Filter, item: JsonObject, wanted: JsonObject): boolean =>
      textOf(filter, item) === textOf(filter, wanted);
    const own = all.own.map(({ item }) => item);
    const isTelling = (wanted: JsonObject): boolean =>
      pair.every((filter) => textOf(filter, wanted) !== undefined) &&
      own.some((item) => isLike(one, item, wanted) && !isLike(other, item, wanted)) &&
      own.some((item) => !isLike(one, item, wanted) && isLike(other, item, wanted));
    const wanted = own.findLast(isTelling);
    t.assume(wanted !== undefined, "not distinct", one.name);
    const asked = pair.map((filter) => `${filter.name} is ${textOf(filter, wanted)}`).join(" and ");
    const chosen = pair.map(
      (filter) => [filter.parameter, filter.valueFor(exactValueIn(filter, wanted) ?? null)] as const,
    );
    await t.failIfAlways("index", async () => {
      const page = await t.list({ label: `the list where ${asked}`, chosen });
      const shown = page.own.map(({ item }) => item);
      const wrong = shown.find((item) => pair.some((filter) => !isLike(filter, item, wanted)));
      if (wrong === undefined) return undefined;
      return {
        problem: `${one.name} and ${other.name}: others are shown`,
        expected: `items of which ${asked}, as the query asks`,
        actual: pair.map((filter) => `one of which ${filter.name} is ${textOf(filter, wrong)}`).join(", "),
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Does a description say that an item has to be as all filters ask? */
function saysBoth({ summary = "", description = "" }: Operation): boolean {
  return matches(`${summary} ${description}`, "all-filters");
}

/** The first two filters of which each leaves the items with just one value. */
function pairOf(op: Operation): readonly [Filter, Filter] | undefined {
  const [one, other] = filtersOf(op).filter(
    (each) => isExact(each) && !isDoubtful(each, true) && each.kind !== "id" && !each.isMany,
  );
  return one === undefined || other === undefined || one.parameter === other.parameter
    ? undefined
    : [one, other];
}
