import type { Parameter } from "../description/index.js";
import { isSuccess } from "../engine/index.js";
import type { Json } from "../json/index.js";
import { type Filter, pathOfLink, type Sorting, type TimeFilter } from "../model/index.js";
import { assume, baselineOf } from "../session/index.js";
import { orRefused } from "../transport/index.js";
import type { Start } from "../values/index.js";
import { distinguish, type ProbedList } from "./lists/distinguishable-items.js";
import { fillPages, type ListQuery, largestPage, listQueries, type Page, pageOf } from "./lists/page.js";
import { plainValueAt, unsortedItems } from "./lists/unsorted-items.js";
import { addVariedItems } from "./lists/varied-items.js";
import type { Stage } from "./stage.js";

/** Asks for lists, and adds what they have to tell apart. */
export interface ListVerbs {
  /** The list of the items: on its largest page, or as a query asks for it (lists/page.ts). */
  readonly list: (query?: ListQuery) => Promise<Page>;
  /** Asks for the page after a page, mostly the one that it links to. @returns the answer of a link, whatever its status is */
  readonly follow: (page: Page, options?: FollowOptions) => Promise<Page>;
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
  readonly distinguish: (filter: Filter | TimeFilter, read: ListQuery) => Promise<ProbedList>;
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
}

/** How the page after another one is asked for. */
interface FollowOptions {
  /** The parameter that leads to it, where no link does. */
  readonly start?: Pick<Start, "parameter" | "value"> | undefined;
  /** The values of the other parameters then. */
  readonly chosen?: readonly (readonly [Parameter, Json])[];
  /** May the server refuse it, or answer in another way? */
  readonly mayFail?: boolean;
}

/** Pages that are followed: in a list of random order they do not all show the same item. */
const followed = 6;

/** Of a link that is followed, in characters: few servers take a longer request line. */
const longestLink = 8000;

/** The verbs by which a property asks for lists. */
export function listVerbs({ t, roles, listing }: Stage): ListVerbs {
  const queries = listQueries(t, roles.list ?? roles.op);
  const list: ListVerbs["list"] = async (query) => {
    baselineOf(t, listing());
    return query === undefined ? largestPage(t, listing()) : queries(query);
  };
  const follow: ListVerbs["follow"] = async (
    { link, request },
    { start, chosen = [], mayFail = false } = {},
  ) => {
    if (start !== undefined) {
      const { parameter, value } = start;
      const label = `the next page, by ${parameter.name}`;
      return list({ label, chosen: [...chosen, [parameter, value]], mayFail });
    }
    assume(link !== undefined, "no next page");
    assume(link.length <= longestLink, "long link");
    const { contract, target } = t.state;
    const place = { contract, baseUrl: target.baseUrl, operation: listing(), from: request.path };
    const path = pathOfLink(link, place);
    assume(path !== undefined, "link elsewhere");
    const accepts = mayFail ? orRefused(request) : request.accepts;
    return pageOf(
      t,
      listing(),
      await t.send({ ...request, path, accepts, label: "the next page, by its link" }),
    );
  };

  return {
    list,
    follow,
    followWhile: async (first, holds, next = follow) => {
      let page = first;
      for (let count = 0; count < followed && holds(page); count += 1) {
        page = await next(page);
        assume(isSuccess(page.response.status), "no next page");
      }
      return page;
    },
    fillPages: async () => {
      await addVariedItems(t, listing());
      await fillPages(t, listing());
    },
    distinguish: async (filter, query) => {
      baselineOf(t, listing());
      const probed = await distinguish(t, listing(), filter, () => queries(query));
      assume(probed.probes.length > 0, "not distinct", filter.name);
      return probed;
    },
    unsorted: async (wanted, members) => {
      baselineOf(t, listing());
      const at = wanted[0]?.at ?? [];
      const whole = { label: "the list as it is", isLargest: true };
      const addresses = await unsortedItems(t, listing(), { wanted, members }, () => queries(whole));
      assume(addresses.size > 0, "not unsorted", at.join("."));
      return ({ own }) =>
        own.flatMap(({ item, address }) =>
          addresses.has(address) ? (plainValueAt(t, listing(), item, at) ?? []) : [],
        );
    },
  };
}
