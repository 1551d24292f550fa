import type { Operation, Parameter } from "../description/index.js";
import {
  type Actor,
  type BrokenPromise,
  filteredLists,
  isInOrder,
  lists,
  type OwnProperty,
  type Page,
  type Property,
} from "../engine/index.js";
import { plainSchema } from "../generate/index.js";
import type { Json, JsonObject } from "../json/index.js";
import {
  type Filter,
  filtersOf,
  isDoubtful,
  isExact,
  memberOf,
  pageSizeOf,
  pagesOfTwo,
  plainFilters,
  type Sorting,
  slugOf,
  sortedMembers,
  sortingsOf,
} from "../model/index.js";
import { exactValueIn, inText, totalOf, totalOn, walks } from "../values/index.js";

/** The pages of a list show what the list shows on one. */
export const queryWalk: Property = {
  id: "query-walk",
  requirement: () => "pages",
  sentence: ({ op }) => `all pages of ${op.id} show what it shows on one, also with a filter or an order`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && walks(op, pagesOfTwo(op, size)),
  inputs: ({ op }) =>
    [plainFilters(op)[0], sortedMembers(op)[0]].filter((each, index) => each || index === 0),
  run: async (t: Actor, { op, size }, input) => {
    t.assume(size !== undefined, "no page size");
    t.assumeAccepted();
    if (typeof input === "string") return walkInOrder(t, op, size, input);
    const { text, chosen } = await askedBy(t, input as Filter | undefined);
    let whole: Page | undefined;
    const readAll = async () => {
      whole = await t.list({ label: `the list ${text}`, isLargest: true, mustServe: true, chosen });
      t.assume(whole.ids.length > 2, "one page only");
      return whole.ids;
    };
    await t.failWhileSteady(readAll, async (all) => {
      const pages = await t.walk(size, chosen, all);
      return whole && (differenceIn(pages, whole, text) ?? totalIn(pages, whole, op));
    });
  },
};

/** How a list is asked for what a filter leaves; as it is, without one. */
async function askedBy(t: Actor, filter: Filter | undefined) {
  if (filter === undefined) {
    await t.fillPages();
    return { text: "as it is", chosen: [] };
  }
  const { all, probes } = await t.distinguish(filter, { label: "the list as it is", isLargest: true });
  const isClear = (item: JsonObject): boolean => !isExact(filter) || exactValueIn(filter, item) !== undefined;
  const counted = probes
    .map((probe) => ({ probe, count: all.items.filter((item) => isClear(item) && probe.isIn(item)).length }))
    .toSorted((left, right) => right.count - left.count);
  const [best] = counted;
  t.assume(best !== undefined && best.count > 1, "one match", filter.name);
  const chosen: readonly (readonly [Parameter, Json])[] = [[filter.parameter, best.probe.asked]];
  return { text: `where ${filter.name} is ${best.probe.text}`, chosen };
}

/** The difference between the pages of a list, and the list on one page, as far as that has all items. */
function differenceIn(
  pages: readonly Page[],
  { ids: all, hasMore }: Page,
  text: string,
): BrokenPromise | undefined {
  const shown = pages.flatMap(({ ids }) => ids);
  const expected = `the ${all.length} items of the list ${text}, each on one page`;
  const broken = (problem: string, actual: string): BrokenPromise => ({
    ...{ problem, expected, actual },
    at: { in: "body", pointer: "" },
  });
  const other = hasMore ? undefined : shown.find((id) => !all.includes(id));
  if (other !== undefined)
    return broken("a page shows another item", `${other}, which the list does not show`);
  const isTwiceAnyway = new Set(all).size < all.length;
  const repeated = shown.find((id, index) => shown.indexOf(id) < index);
  if (repeated !== undefined && !isTwiceAnyway)
    return broken("a page shows an item again", `${repeated} on two pages, each time`);
  const lost = hasMore ? undefined : all.find((id) => !shown.includes(id));
  const last = pages.at(-1);
  // Where pages are empty and lead on, nothing says when they end.
  if (lost === undefined || (last?.ids.length === 0 && last.hasMore)) return undefined;
  return broken("a page skips an item", `${lost} on none of ${pages.length} pages, each time`);
}

/** A number of all items that differs between pages. */
function totalIn(pages: readonly Page[], whole: Page, op: Operation): BrokenPromise | undefined {
  const place = totalOf(op);
  if (place === undefined || place.mayBeOfPage || totalOn(place, whole) !== whole.ids.length)
    return undefined;
  const said = pages.filter(({ ids }) => ids.length > 0).map((page) => totalOn(place, page));
  const other = said.find((each) => each !== undefined && each !== whole.ids.length);
  if (other === undefined) return undefined;
  return {
    check: `${slugOf(op)}/total`,
    problem: "another number on a later page",
    expected: `${whole.ids.length} as ${place.name} on each page, as where all items are shown`,
    actual: said.join(", "),
    at: { in: "body", pointer: "" },
  };
}

/** The items on the pages of a list are in the order that was asked for, from page to page. */
async function walkInOrder(t: Actor, op: Operation, size: Parameter, member: string): Promise<void> {
  const wanted = sortingsOf(op).filter((each) => memberOf(each) === member);
  const valuesIn = await t.unsorted(wanted, sortedMembers(op));
  const sorting = wanted.at(-1) as Sorting;
  const read = () =>
    t.list({
      label: `the list in the order of ${sorting.label}`,
      isLargest: true,
      mustServe: true,
      chosen: sorting.chosen,
    });
  let whole: Page | undefined;
  await t.failWhileSteady(
    async () => {
      whole = await read();
      return whole.ids;
    },
    async (all) => {
      t.assume(
        whole !== undefined && isInOrder(valuesIn(whole), sorting.way),
        "not enough in order",
        sorting.label,
      );
      const pages = await t.walk(size, sorting.chosen, all);
      const values = pages.flatMap(valuesIn);
      if (isInOrder(values, sorting.way)) return undefined;
      return {
        problem: `${sorting.label}: another order on further pages`,
        expected: `the order of ${member} from page to page, as on one page`,
        actual: `items with the ${member} ${values.map(inText).join(", ")}, each time`,
        at: { in: "body", pointer: "" },
      };
    },
  );
}

/** A server may leave the items that one of two filters asks for, with good reason. */
export const filterPairs: OwnProperty = {
  id: "two-filters",
  requirement: {
    name: "two filters",
    level: "advice",
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
    const { all } = await t.distinguish(one, { label: "the list as it is", isLargest: true });
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

/** The first two filters of which each leaves the items with just one value. */
function pairOf(op: Operation): readonly [Filter, Filter] | undefined {
  const [one, other] = filtersOf(op).filter(
    (each) => isExact(each) && !isDoubtful(each) && each.kind !== "id" && !each.isMany,
  );
  return one === undefined || other === undefined || one.parameter === other.parameter
    ? undefined
    : [one, other];
}

/** A parameter that is left out is as its default. */
export const defaultPageSize: OwnProperty = {
  id: "default-size",
  requirement: {
    name: "default page size",
    level: "implied",
    proof:
      "a list is asked for as it is, and then with the described default of its page size: it shows as many items both times, or breaks the promise three times",
  },
  sentence: ({ op }) => `${op.id} shows as many items as the default of its page size says.`,
  phase: "read",
  about: lists,
  when: ({ op }) => defaultSizeOf(op) !== undefined,
  run: async (t: Actor, { op }) => {
    const size = pageSizeOf(op);
    const usual = defaultSizeOf(op);
    t.assume(size !== undefined && usual !== undefined, "no page size");
    t.assumeAccepted();
    const readAll = async () => {
      const { ids } = await t.list({ label: "the list as it is", mustServe: true });
      t.assume(ids.length > 0, "empty list");
      return ids;
    };
    await t.failWhileSteady(readAll, async (all) => {
      const label = `${size.name} is ${usual}`;
      const { ids } = await t.list({ label, chosen: [[size, usual]], mustServe: true });
      if (ids.length === all.length) return undefined;
      return {
        problem: "another size than the default",
        expected: `${ids.length} items, as where ${size.name} is ${usual}, its default`,
        actual: `${all.length} items`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

function defaultSizeOf(op: Operation): bigint | undefined {
  const size = pageSizeOf(op);
  const { default: usual } = plainSchema(size?.schema ?? {});
  return typeof usual === "number" || typeof usual === "bigint" ? BigInt(usual) : undefined;
}
