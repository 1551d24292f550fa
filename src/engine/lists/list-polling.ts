import type { ParsedExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { JsonObject } from "../../json/index.js";
import { addressOfItems, itemsIn } from "../../model/index.js";
import type { ChosenValues, Context, KnownItem } from "../../session/index.js";
import { largestSize, rowsIn } from "./list-page.js";
import { askFor } from "./pages.js";

/** The items that a list shows. */
export interface ListResult {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
}

/** A way to ask for a list. */
export interface ListQuery {
  readonly label: string;
  /** The values of some parameters. */
  readonly chosen?: ChosenValues;
  /** Is it the largest page that is asked for, now and by all queries that follow? */
  readonly isLargest?: boolean;
  /** Does a refusal break the description? A value that a filter is asked for may be one that the server does not know. */
  readonly mustServe?: boolean;
  /** Is an answer of any status returned? */
  readonly mayFail?: boolean;
}

/**
 * Asks for a list in several ways, always on a page of the same size: an added item may be on a further page.
 * @throws Skip where it is not served
 */
export function listQueries(t: Context, operation: Operation): (query: ListQuery) => Promise<ListResult> {
  let size: ChosenValues = new Map();
  return async function ask({
    label,
    chosen = new Map(),
    isLargest = false,
    mustServe = false,
    mayFail = false,
  }): Promise<ListResult> {
    const all = new Map([...size, ...chosen]);
    const page = await askFor(t, operation, all, label, { mayBeRefused: !mustServe, mayFail });
    const list = { page, items: itemsIn(page.json) };
    if (!isLargest || size.size > 0) return list;
    size = largestSize(operation, list);
    return size.size === 0 ? list : ask({ label, chosen });
  };
}

/** The items of the run that a list shows, with their addresses. */
export function ownIn(t: Context, list: Operation, result: ListResult) {
  const own = new Set(t.state.inventory.items.filter((each) => each.own).map(({ path }) => path));
  return rowsIn(t, list, result).filter(({ address }) => own.has(address));
}

/** The items of the run in the collection that a list shows. */
export function ownAround(t: Context, list: Operation, { page }: ListResult): readonly KnownItem[] {
  const resource = t.state.api.resourceIn(list);
  const collection = `${resource && addressOfItems(resource, page.exchange.case.path)}/`;
  return t.state.inventory.items.filter(
    (item) => item.own && item.resource === resource && item.path.startsWith(collection),
  );
}

/** Times to wait for a new item, in ms: no list that is late by a certain time shows it at the end of both. */
export const untilListed: readonly number[] = [600, 1000];

/** An index may take a while to have what a list shows at once, in ms. */
export const untilIndexed = 800;
