import { isSuccess } from "../checks/index.js";
import { type Case, orRefused } from "../generate/index.js";
import { type Json, type JsonObject, renderJson } from "../json/index.js";
import {
  type Filter,
  hasMore,
  itemsIn,
  mayBeHidden,
  nextLinkIn,
  pathOfLink,
  type Sorting,
  type TimeFilter,
} from "../model/index.js";
import { assume, baselineOf, type KnownItem } from "../session/index.js";
import type { FilterProbe } from "../values/index.js";
import { distinguish } from "./lists/distinguishable-items.js";
import {
  countItems,
  fillPages,
  idsIn,
  type ListQuery,
  type ListResult,
  largestPage,
  listQueries,
  ownAround,
  ownIn,
  rowsIn,
} from "./lists/pages.js";
import { below } from "./lists/parents.js";
import { expectRowsAsRead } from "./lists/rows-as-read.js";
import { plainValueIn, unsortedItems } from "./lists/unsorted-items.js";
import type { Address, Answer, Stage } from "./stage.js";

/** A list, as it was shown once. */
export interface Page extends Answer {
  readonly items: readonly JsonObject[];
  /** The items of the run, with their addresses. */
  readonly own: readonly { readonly item: JsonObject; readonly address: string }[];
  /** The items of the run in this collection that it shows, and those that it lacks: none of a list whose rows have no address. */
  readonly shown: readonly KnownItem[];
  readonly missing: readonly KnownItem[];
  /** The ids of the items that have one. */
  readonly ids: readonly string[];
  /** How many items it shows: of those that have an id, where items have one. */
  readonly count: number;
  /** May there be more items than it shows? */
  readonly hasMore: boolean;
  /** The link to the next page; undefined where it has none. */
  readonly link: string | undefined;
  /** The request that it answers. */
  readonly request: Case;
  /** Returns the text of an item in the list; undefined where the list does not show it. */
  readonly row: (item: Address) => string | undefined;
}

/** Asks for lists, and adds what they have to tell apart. */
export interface ListVerbs {
  /** The list of the items: on its largest page, or as a query asks for it (lists/list-polling.ts). */
  readonly list: (query?: ListQuery) => Promise<Page>;
  /** The list of what is below an item, on its largest page. */
  readonly listBelow: (parent: Address) => Promise<Page>;
  /**
   * Asks for the page that a page links to.
   * @returns the answer, whatever its status is
   */
  readonly follow: (page: Page, mayBeRefused?: boolean) => Promise<Page>;
  /**
   * Goes from page to page, some pages far, as long as a condition holds.
   * @param next leads from one to the next: by its link, if absent
   * @returns the last page
   */
  readonly followWhile: (
    page: Page,
    holds: (page: Page) => boolean,
    next?: (page: Page) => Promise<Page>,
  ) => Promise<Page>;
  /** Adds items to a list that has less than two pages of two, as far as the run may. */
  readonly fillPages: () => Promise<void>;
  /**
   * The list without a filter, and what the filter is asked for. Items that it has to tell apart are added where there are none:
   * without any, the property ends without a verdict.
   */
  readonly distinguish: (
    filter: Filter | TimeFilter,
    read: ListQuery,
  ) => Promise<{ readonly all: Page; readonly probes: readonly FilterProbe[] }>;
  /**
   * Items of the run that the list does not show in these orders, so that they show whether it is sorted. They are added where there
   * are none: without any, the property ends without a verdict.
   * @param wanted the orders by one member
   * @param members all by which the list may be sorted
   * @returns the values of the member that a page shows of these items
   */
  readonly unsorted: (
    wanted: readonly Sorting[],
    members: readonly string[],
  ) => Promise<(page: Page) => readonly Json[]>;
  /** Expects that the rows of items show the same as the items, where one schema describes both. */
  readonly expectRowsAsRead: (items: readonly KnownItem[]) => Promise<void>;
  /** May a list leave out an item for what it shows of itself? */
  readonly mayBeHidden: (shown: Json) => boolean;
}

/** Pages that are followed: in a list of random order they do not all show the same item. */
const followed = 6;

/** Of a link that is followed, in characters: few servers take a longer request line. */
const longestLink = 8000;

/** The verbs by which a property asks for lists. */
export function listVerbs({ t, roles, check, listing, creating, answerOf }: Stage): ListVerbs {
  const queries = listQueries(t, roles.list ?? roles.op);
  const pageOf = (result: ListResult): Page => {
    const rows = rowsIn(t, listing(), result);
    const isShown = ({ path }: Address): boolean => rows.some(({ address }) => address === path);
    const around = ownAround(t, listing(), result);
    return {
      ...answerOf(result.page),
      items: result.items,
      own: ownIn(t, listing(), result),
      shown: around.filter(isShown),
      missing: around.filter((each) => !isShown(each)),
      ids: idsIn(t, listing(), result.page),
      count: countItems(t.state, listing(), result.page.json),
      hasMore: hasMore(result.page),
      link: nextLinkIn(result.page),
      request: result.page.exchange.case,
      row: ({ path }) => {
        const row = rows.findLast(({ address }) => address === path);
        return row && renderJson(row.item);
      },
    };
  };
  const follow: ListVerbs["follow"] = async ({ link, request }, mayBeRefused = false) => {
    assume(link !== undefined, "no next page");
    assume(link.length <= longestLink, "long link");
    const { contract, target } = t.state;
    const place = { contract, baseUrl: target.baseUrl, operation: listing(), from: request.path };
    const path = pathOfLink(link, place);
    assume(path !== undefined, "link elsewhere");
    const accepts = mayBeRefused ? orRefused(request) : request.accepts;
    const page = await t.send({ ...request, path, accepts, label: "the next page, by its link" });
    return pageOf({ page, items: itemsIn(page.json) });
  };

  return {
    list: async (query) => {
      baselineOf(t, listing());
      return pageOf(query === undefined ? await largestPage(t, listing()) : await queries(query));
    },
    listBelow: async ({ path }) => pageOf(await largestPage(t, listing(), below(listing(), path))),
    follow,
    followWhile: async (first, holds, next = follow) => {
      let page = first;
      for (let count = 0; count < followed && holds(page); count += 1) {
        page = await next(page);
        assume(isSuccess(page.response.status), "no next page");
      }
      return page;
    },
    fillPages: () => fillPages(t, listing()),
    distinguish: async (filter, read) => {
      baselineOf(t, listing());
      const { all, probes } = await distinguish(t, listing(), filter, () => queries(read));
      assume(probes.length > 0, "not distinct", filter.name);
      return { all: pageOf(all), probes };
    },
    unsorted: async (wanted, members) => {
      baselineOf(t, listing());
      const at = wanted[0]?.at ?? [];
      const whole = { label: "the list as it is", isLargest: true };
      const addresses = await unsortedItems(t, listing(), { wanted, members }, () => queries(whole));
      assume(addresses.size > 0, "not unsorted", at.join("."));
      return ({ own }) =>
        own
          .filter(({ address }) => addresses.has(address))
          .flatMap(({ item }) => plainValueIn(t.state.requests, item, at) ?? []);
    },
    expectRowsAsRead: (items) => expectRowsAsRead(t, { ...creating(), list: listing() }, items, check),
    mayBeHidden: (shown) => mayBeHidden(shown, t.state.clock.now),
  };
}
