import {
  type Actor,
  type BrokenPromise,
  filteredLists,
  type OwnProperty,
  type Page,
  type Property,
} from "../../actor/index.js";
import { type Operation, operationText } from "../../description/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import {
  type Filter,
  filtersOf,
  isDoubtful,
  isExact,
  matches,
  memberOf,
  memberWithTies,
  plainFilters,
  type Sorting,
  sortingsOf,
  valueAt,
} from "../../model/index.js";
import type { FilterProbe } from "../../values/index.js";
import { filtering } from "./filters.js";

/** A server may leave the items that one of two filters asks for, with good reason. */
export const filterPairs: OwnProperty = {
  id: "two-filters",
  requirement: {
    name: "two filters",
    level: (op) => (saysBoth(op) ? "implied" : "advice"),
    proof:
      "a list is asked for two values that one item has, while other items have one of them: items of the run with only one of the values count, three times; where items have one of the values alone, and none the other, these count",
  },
  sentence: ({ op }) => `${op.id} shows the items that two filters ask for together.`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => pairsOf(op).length > 0,
  inputs: ({ op }) => pairsOf(op),
  chooses: (_, pair) => (pair as Pair).map(({ parameter }) => parameter.name),
  run: async (t: Actor, _, input) => {
    const [one, other] = input as Pair;
    const whole = { label: "the list as it is", isLargest: true };
    const probesOf = async (filter: Filter) => {
      const { all, probes, isClients } = await t.distinguish(filter, whole);
      t.assume(!isDoubtful(filter, isClients), "not distinct", filter.name);
      // Where false is asked for, nothing may be filtered.
      const plain = probes.filter(({ asked }) => asked !== false || filter.states.meansFalse);
      return { own: all.own.map(({ item }) => item), probes: plain };
    };
    const { probes: first } = await probesOf(one);
    const { probes: second, own } = await probesOf(other);
    const all = first.flatMap((left) => second.map((right) => [left, right] as const));
    const telling =
      all.find((each) => onlySidesOf(each, own) === 2) ?? all.find((each) => onlySidesOf(each, own) === 1);
    t.assume(telling !== undefined, "not distinct", one.name);
    const [left, right] = telling;
    const asked = `${one.name} is ${left.text} and ${other.name} is ${right.text}`;
    const chosen = [[one.parameter, left.asked] as const, [other.parameter, right.asked] as const];
    await t.failIfAlways("index", async () => {
      const page = await t.list({ label: `the list where ${asked}`, chosen });
      const wrong = page.own.map(({ item }) => item).find((item) => left.isOut(item) || right.isOut(item));
      if (wrong === undefined) return undefined;
      return {
        problem: `${one.name} and ${other.name}: others are shown`,
        expected: `items of which ${asked}, as the query asks`,
        actual: `one ${left.describe(wrong)}, and ${right.describe(wrong)}`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Of two values that one item has: how many of them some other item has alone. */
function onlySidesOf([left, right]: readonly [FilterProbe, FilterProbe], own: readonly JsonObject[]): number {
  if (!own.some((item) => left.isIn(item) && right.isIn(item))) return 0;
  const isLeftAlone = own.some((item) => left.isIn(item) && right.isOut(item));
  const isRightAlone = own.some((item) => left.isOut(item) && right.isIn(item));
  return Number(isLeftAlone) + Number(isRightAlone);
}

/** An order changes nothing of what a filter leaves. */
export const filterAndOrder: Property = {
  id: "filter-and-order",
  requirement: () => filtering.id,
  sentence: ({ op }) => `${op.id} shows the items that its filters ask for in each order`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => plainFilters(op).length > 0 && sortingsOf(op).length > 0,
  chooses: ({ op }) => [plainFilters(op)[0]?.parameter.name ?? ""],
  run: async (t: Actor, { op }) => {
    const [filter] = plainFilters(op);
    const sorting = filter && orderBeside(filter, op);
    t.assume(filter !== undefined && sorting !== undefined, "unknown filter", "");
    const { all, probes } = await t.distinguish(filter, { label: "the list as it is", isLargest: true });
    const countOf = ({ isIn }: FilterProbe): number => all.own.filter(({ item }) => isIn(item)).length;
    const [probe] = probes
      .filter((each) => countOf(each) > 0 && all.items.some(each.isOut))
      .toSorted((left, right) => countOf(right) - countOf(left));
    t.assume(probe !== undefined, "not distinct", filter.name);
    const chosen = [[filter.parameter, probe.asked] as const, ...sorting.chosen];
    await t.failIfAlways("index", async () => {
      const order = `in the order of ${sorting.label}`;
      const label = `the list where ${filter.name} is ${probe.text}, ${order}`;
      const page = await t.list({ label, chosen });
      const other = page.items.find(probe.isOut);
      if (other === undefined) {
        const whole = await t.list({ label: `the list ${order}`, chosen: sorting.chosen });
        return otherOrderIn(page, whole, sorting);
      }
      return {
        problem: `${filter.name}: others are shown in an order`,
        expected: `items ${probe.meaning}, as the query asks`,
        actual: `one ${probe.describe(other)}`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** The order that shows most beside a filter: of another member, and of a number, if there is one. */
function orderBeside({ at }: Filter, op: Operation): Sorting | undefined {
  const all = sortingsOf(op);
  const others = all.filter((each) => memberOf(each) !== at.join("."));
  return others.findLast((each) => memberOf(each) === memberWithTies(op)) ?? others.at(-1) ?? all.at(-1);
}

/** A filter leaves the order as it is: of the items that both lists show, the values come in the same order. */
function otherOrderIn(page: Page, whole: Page, { at, label }: Sorting): BrokenPromise | undefined {
  const valuesOf = (one: Page, other: Page): readonly string[] => {
    const ids = new Set(other.own.map(({ id }) => id));
    return one.own.flatMap(({ id, item }) => (ids.has(id) ? [renderJson(valueAt(item, at) ?? null)] : []));
  };
  const [shown, due] = [valuesOf(page, whole), valuesOf(whole, page)];
  if (shown.join() === due.join()) return undefined;
  return {
    problem: `${label}: another order with a filter`,
    expected: `items with the ${at.join(".")} ${due.join(", ")}, as without the filter`,
    actual: `${shown.join(", ")}, each time`,
    at: { in: "body", pointer: "" },
    exchange: page.exchange,
  };
}

/** Does a description say that an item has to be as all filters ask? */
function saysBoth(list: Operation): boolean {
  return matches(operationText(list), "all-filters");
}

type Pair = readonly [Filter, Filter];

/** Filters by a text that are asked for beside another one, at most. */
const mostTexts = 2;

/**
 * The first two filters of which each leaves the items with just one value, the first two bounds of one member, and the first of these
 * with those by a text.
 */
function pairsOf(op: Operation): readonly Pair[] {
  const isOne = ({ kind, isMany }: Filter): boolean => kind !== "id" && (!isMany || kind === "word");
  const all = filtersOf(op).filter((each) => !isDoubtful(each, true) && isOne(each));
  const [one, other] = all.filter(isExact);
  const least = all.find(({ kind }) => kind === "least");
  const most = all.find(({ kind, at }) => kind === "most" && at.join() === least?.at.join());
  const texts = all.filter(({ kind }) => kind === "text" || kind === "part").slice(0, mostTexts);
  const pairs = [[one, other], [least, most], ...texts.map((text) => [one ?? least, text])];
  return pairs.flatMap(([left, right]): readonly Pair[] =>
    left === undefined || right === undefined || left.parameter === right.parameter ? [] : [[left, right]],
  );
}
