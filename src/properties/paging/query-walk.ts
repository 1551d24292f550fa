import {
  type Actor,
  type BrokenPromise,
  isInOrder,
  lists,
  type Page,
  type Property,
} from "../../actor/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  type Filter,
  hasMore,
  isExact,
  memberOf,
  memberWithTies,
  pagesOfTwo,
  plainFilters,
  type Sorting,
  saysFirst,
  slugOf,
  sortedMembers,
  sortingsOf,
  valueAt,
} from "../../model/index.js";
import { askedBeside, exactValueIn, saysNext, totalOf, totalOn, walks } from "../../values/index.js";
import { type PagedList, walk } from "./page-verbs.js";

/** The pages of a list show what the list shows on one. */
export const queryWalk: Property = {
  id: "query-walk",
  requirement: () => "pages",
  sentence: ({ op }) => `all pages of ${op.id} show what it shows on one, also with a filter or an order`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && walks(op, pagesOfTwo(op, size)),
  inputs: ({ op }) => [plainFilters(op)[0], memberWithTies(op)].filter((each, index) => each || index === 0),
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
      const pages = await pagesOf(t, op, { size, chosen, all });
      return (
        whole && (differenceIn(pages, whole, text) ?? largerIn(pages, size) ?? totalIn(pages, whole, op))
      );
    });
  },
};

/** The pages of a list, from the first to the last: without a verdict where nothing leads to the second. */
async function pagesOf(t: Actor, op: Operation, cut: PagedList): Promise<readonly Page[]> {
  const { size, all } = cut;
  const pages = await walk(t, cut);
  const [first] = pages;
  const paging = pagesOfTwo(op, size);
  const isBeginning = first?.ids.join() === all.slice(0, first?.ids.length).join();
  // Otherwise nothing says how a server counts its pages.
  t.assume(
    isBeginning || first?.link !== undefined || paging === undefined || saysFirst(paging),
    "not the beginning",
  );
  t.assume(pages.length > 1 || (first?.ids.length ?? 0) >= all.length, "nothing leads on");
  return pages;
}

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
  { ids: all, isWhole }: Page,
  text: string,
): BrokenPromise | undefined {
  const shown = pages.flatMap(({ ids }) => ids);
  const expected = `the ${all.length} items of the list ${text}, each on one page`;
  const broken = (problem: string, actual: string): BrokenPromise => ({
    ...{ problem, expected, actual },
    at: { in: "body", pointer: "" },
  });
  const other = isWhole ? shown.find((id) => !all.includes(id)) : undefined;
  if (other !== undefined)
    return broken("a page shows another item", `${other}, which the list does not show`);
  const isTwiceAnyway = new Set(all).size < all.length;
  const repeated = shown.find((id, index) => shown.indexOf(id) < index);
  if (repeated !== undefined && !isTwiceAnyway)
    return broken("a page shows an item again", `${repeated} on two pages, each time`);
  return isWhole ? lostIn(pages, all, expected) : undefined;
}

/** An item of a whole list that is on none of its pages. */
function lostIn(pages: readonly Page[], all: readonly string[], expected: string): BrokenPromise | undefined {
  const shown = new Set(pages.flatMap(({ ids }) => ids));
  const lost = all.find((id) => !shown.has(id));
  const last = pages.at(-1);
  // Where pages are empty and lead on, nothing says when they end.
  if (lost === undefined || (last?.ids.length === 0 && hasMore(last, all.length))) return undefined;
  return {
    ...{ problem: "a page skips an item", expected, at: { in: "body", pointer: "" } },
    actual: `${lost} on none of ${pages.length} pages, each time`,
  };
}

/** A page that has more items than the first one was asked for, where its link was followed: the size is lost on the way. */
function largerIn(pages: readonly Page[], { name }: Parameter): BrokenPromise | undefined {
  const [first, ...further] = pages;
  const asked = Number(new URLSearchParams(first?.request.path.split("?")[1]).get(name) ?? Number.NaN);
  const larger =
    first && first.ids.length <= asked ? further.find(({ ids }) => ids.length > asked) : undefined;
  if (larger === undefined) return undefined;
  return {
    problem: "a further page is larger than it is asked for",
    expected: `at most ${asked} items on each page, as ${name} asks for`,
    actual: `${larger.ids.length} items on a further page`,
    at: { in: "body", pointer: "" },
  };
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
      const at = member.split(".");
      const valuesOn = ({ items }: Page): readonly string[] =>
        items.map((item) => renderJson(valueAt(item, at) ?? null));
      const chosen = sorting.chosen;
      const pages = await pagesOf(t, op, { size, chosen, all, values: valuesOn(whole) });
      const values = pages.flatMap(valuesOn);
      const due = valuesOn(whole).slice(0, values.length);
      const expected = `the ${all.length} items of the list in the order of ${sorting.label}, each on one page`;
      if (whole.isWhole && values.length < all.length && isOver(pages)) return lostIn(pages, all, expected);
      // Where the order is asked for again, longer pages may be those of a list that has grown.
      const isKept = askedBeside(op, size, chosen).length < chosen.length;
      if (values.length > due.length && !isKept) return undefined;
      // Items that have the same value may come in any order.
      if (values.slice(0, due.length).join() === due.join()) return undefined;
      return {
        problem: `${sorting.label}: another order on further pages`,
        expected: `items with the ${member} ${due.join(", ")}, as on one page`,
        actual: `${values.join(", ")} from page to page, each time`,
        at: { in: "body", pointer: "" },
      };
    },
  );
}

/** Does the last of some pages lead to no other one? */
function isOver(pages: readonly Page[]): boolean {
  const last = pages.at(-1);
  return last === undefined || last.ids.length === 0 || !saysNext(last);
}
