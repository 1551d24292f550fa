import {
  type Actor,
  type BrokenPromise,
  type FurtherRequirement,
  lists,
  type OwnProperty,
  type Page,
  type Property,
  type Roles,
  type Selector,
  twoPages,
} from "../../actor/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import {
  asList,
  countsPages,
  describesNextLink,
  hasMore,
  type Paging,
  pageSizeOf,
  pagesOfTwo,
  pagingOf,
  saysFirst,
} from "../../model/index.js";
import { leadsOn, saysNext, startAfter, walks } from "../../values/index.js";
import { addAnother } from "./page-verbs.js";

/** A link to the next page, fresh from the server, leads to a page. */
export const nextPage: OwnProperty = {
  id: "next-page",
  requirement: {
    name: "next page",
    level: "implied",
    proof: "a page is asked for, and then the page that it links to; a second fresh link has to fail as well",
  },
  sentence: ({ op }) => `${op.id} serves the next page that it links to.`,
  phase: "read",
  about: lists,
  when: ({ op }) => describesNextLink(op),
  run: async (t: Actor, { op }) => {
    await t.failIfAlways("page", async () => {
      const { status } = (await t.follow(await linkingPage(t, op))).response;
      if (isSuccess(status)) return undefined;
      t.assume(isRefusal(status) || status === 404, "not about the link", status);
      return {
        problem: "the next page is not served",
        expected: "2xx, since the page before it has just linked to it",
        actual: `${status}, also with a new link`,
        at: { in: "status" },
      };
    });
  },
};

/** Page after page of one item does not always show the first one. */
export const furtherPages: OwnProperty = {
  id: "further-pages",
  requirement: {
    name: "further pages",
    level: "advice",
    proof: "pages of one item are followed by their links, and the first one is asked for again",
  },
  sentence: ({ op }) => `${op.id} does not show its first page again and again.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && describesNextLink(op),
  run: async (t: Actor, { op }) => {
    const first = await linkingPage(t, op);
    t.assume(first.ids.length === 1, "no page of one");
    const isFirst = ({ items }: Page): boolean => renderJson(items) === renderJson(first.items);
    const last = await t.followWhile(first, isFirst);
    // Where others add items at the beginning, those that were there move on.
    t.expect(!isFirst(last) || !isFirst(await firstPage(t, op)), {
      problem: "the next page is the first one again",
      expected: "another item, since each page has one",
      actual: "the same item, page after page",
      at: { in: "body", pointer: "" },
    });
  },
};

/** A first page that links to the next one: where it does not, an item is added. */
async function linkingPage(t: Actor, op: Operation): Promise<Page> {
  const before = await firstPage(t, op);
  const mayGrow = before.link === undefined && pageSizeOf(op) !== undefined;
  const page = mayGrow && (await addAnother(t)) ? await firstPage(t, op) : before;
  t.assume(page.link !== undefined, "no next page");
  return page;
}

/** The first page: of one item, where that can be asked for. */
function firstPage(t: Actor, op: Operation): Promise<Page> {
  const size = pageSizeOf(op);
  return t.list({ label: "the first page", chosen: size ? [[size, 1n]] : [], mustServe: true });
}

/**
 * Two pages that follow each other show different items, as long as the first one stays the same. A server may show its last page
 * for one that is beyond it.
 */
export const pageOverlap: Property = {
  id: "pages",
  requirement: () => "pages",
  sentence: ({ op }) => `pages of ${op.id} that follow each other show different items`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && pagesOfTwo(op, size) !== undefined,
  run: async (t: Actor, { op, size }) => {
    const paging = size && pagesOfTwo(op, size);
    t.assume(paging !== undefined, "no page size");
    if ((await sharedItem(t, paging)) === undefined) return t.pass();
    await t.fillPages();
    const { ids } = await t.list({ label: "the list as it is", mustServe: true });
    t.assume(ids.length >= twoPages, "pages filled up");
    t.assume(new Set(ids).size === ids.length, "rows alike");
    const { start, first, second } = paging;
    await t.failIfAlways("response", async () => {
      const shared = await sharedItem(t, paging);
      if (shared === undefined) return undefined;
      return {
        problem: "pages overlap",
        expected: `other items where ${start.name} is ${second} than where it is ${first}`,
        actual: `the item ${shared} on both pages of two items, 3 times`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** The id of an item on two pages that follow each other. */
async function sharedItem(t: Actor, { size, start, first, second }: Paging): Promise<string | undefined> {
  const idsFrom = async (from: bigint): Promise<Page["ids"]> => {
    const label = `a page of two items, ${start.name} is ${from}`;
    return (
      await t.list({
        label,
        chosen: [
          [size, 2n],
          [start, from],
        ],
        mustServe: true,
      })
    ).ids;
  };
  const before = await idsFrom(first);
  t.assume(before.length === 2, "no page of two");
  const shared = (await idsFrom(second)).find((id) => before.includes(id));
  const isSteady = shared === undefined || (await idsFrom(first)).join() === before.join();
  t.assume(isSteady, "first page changes");
  return shared;
}

/** The way to the next page is the server's own, unless something leads to it, or the description says where pages begin. */
const pages: FurtherRequirement = {
  id: "pages",
  name: "pages",
  level: (op, { api }) => {
    const list = asList(op, api) ?? op;
    const paging = pagingOf(list, api);
    return leadsOn(list, paging) || saysFirst(paging) ? "implied" : "advice";
  },
  sentence: ({ op }) => `${op.id} shows each item on one of the pages that follow each other.`,
  isOf: (op, callable) => walked(op, callable) !== undefined,
  proof:
    "two pages of two items are asked for, by the parameters that say where a page begins, or by what leads to the next page; an item on both, or on none, counts only while the list stays the same",
};

/** The first page of two items and the one after it show what the list itself shows, in its order. */
export const pageWalk: Property = {
  id: "walk",
  requirement: () => pages.id,
  further: [pages],
  sentence: ({ op }) => `pages of ${op.id} show the items of the whole list in their order`,
  phase: "read",
  about: walked,
  run: async (t: Actor, { op, size }) => {
    t.assume(size !== undefined, "no page size");
    t.assumeAccepted();
    await t.fillPages();
    const readAll = async () => (await t.list({ label: "the list as it is", mustServe: true })).ids;
    await t.failWhileSteady(readAll, (all) => walk(t, { op, size, paging: pagesOfTwo(op, size) }, all));
  },
};

function walked(...about: Parameters<Selector>): Roles | undefined {
  const roles = lists(...about);
  const { op, size } = roles ?? {};
  return op && size && walks(op, pagesOfTwo(op, size)) ? roles : undefined;
}

/** A list, and how it is cut into pages of two. */
interface Walk {
  readonly op: Operation;
  readonly size: Parameter;
  /** By numbers. */
  readonly paging: Paging | undefined;
}

/** Asks for the first two pages of a list. @returns what is wrong with the second, if something is */
async function walk(t: Actor, by: Walk, all: readonly string[]): Promise<BrokenPromise | undefined> {
  const first = await t.list({ label: "a page of two items", chosen: [[by.size, 2n]], mustServe: true });
  const shown = first.ids;
  const isBeginning = shown.join() === all.slice(0, shown.length).join();
  t.assume(shown.length > 0 && shown.length <= 2 && isBeginning, "not the beginning");
  t.assume(all.length > shown.length, "one page only");
  const second = await pageAfter(t, by, first);
  const { status } = second.response;
  if (!isSuccess(status))
    return {
      problem: "the next page is not served",
      expected: "2xx, since the page before it has just linked to it",
      actual: `${status}, each time`,
      at: { in: "body", pointer: "" },
    };
  const next = second.ids;
  if (next.length === 0 && hasMore(second, all.length)) return undefined;
  const due = all.slice(shown.length, shown.length + Math.max(1, next.length));
  if (next.join() === due.join()) {
    const isLed = saysNext(first) && leadsOn(by.op, by.paging);
    return isLed ? tryThird(t, by, second, all[shown.length + next.length]) : undefined;
  }
  // Pages may be counted from zero, where nothing is said of that, and an offset may count pages.
  const isCounted = by.paging !== undefined && countsPages(by.paging) && saysFirst(by.paging);
  if (first.link === undefined && by.paging !== undefined && !isCounted) {
    const later = all.slice(twoPages, twoPages + 2);
    if (next.slice(0, Math.max(1, later.length)).join() === later.join()) return undefined;
  }
  const repeated = next.find((id) => shown.includes(id));
  const missing = due.find((id) => !next.includes(id));
  const expected = `${due.join(", ")} on the second page, as in the list without parameters`;
  if (repeated !== undefined)
    return {
      problem: "a page shows an item again",
      expected,
      actual: `${next.join(", ")}, of which ${repeated} is on the first page, each time`,
      at: { in: "body", pointer: "" },
    };
  return missing === undefined ? undefined : skipped(missing, expected, next);
}

/** A page may be shorter than it is asked to be, but what it leaves out is on the one after it. */
async function tryThird(
  t: Actor,
  by: Walk,
  second: Page,
  due: string | undefined,
): Promise<BrokenPromise | undefined> {
  if (second.ids.length !== 1 || due === undefined) return undefined;
  const third = saysNext(second) ? await pageAfter(t, by, second) : undefined;
  const { response, ids: next, hasMore } = third ?? { ...second, ids: [] };
  if (!isSuccess(response.status) || next.includes(due) || (next.length === 0 && hasMore)) return undefined;
  const expected = `${due} on the third page, since the second one, of one item, ends before it`;
  return skipped(due, expected, next);
}

function skipped(id: string, expected: string, shown: readonly string[]): BrokenPromise {
  return {
    problem: "a page skips an item",
    expected,
    actual: `${shown.join(", ") || "no item"}, so that ${id} is on no page, each time`,
    at: { in: "body", pointer: "" },
  };
}

/**
 * The answer for the page after another one, by whatever leads to it. A refusal counts only where the server has just handed out
 * what leads to it, and no other requirement is about that.
 */
async function pageAfter(t: Actor, { op, size, paging }: Walk, page: Page): Promise<Page> {
  const start = startAfter(op, paging, page);
  const next = await t.follow(page, { start, chosen: [[size, 2n]], mayFail: true });
  const { status } = next.response;
  const isOver = start === undefined && status === 410;
  const isRefused = isRefusal(status) || status === 404 || isOver;
  const isHandedOut = start?.isHandedOut ?? !describesNextLink(op);
  t.assume(isSuccess(status) || (isHandedOut && isRefused), "not about the link", status);
  return next;
}
