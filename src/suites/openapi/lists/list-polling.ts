import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import type { JsonObject } from "../../../json/index.js";
import { type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { type ChosenValues, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { hasMore } from "../resources/partial-lists.js";
import { idOf, itemAddress, itemsIn } from "../resources/resource.js";
import { collectionResource } from "../resources/resource-index.js";
import { pageSizeOf } from "./page-size.js";

/** The items that a list shows. */
export interface ListResult {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
}

/** Asks for a list with these values of parameters. @throws Skip where it is not served */
export async function listed(
  t: Context,
  operation: Operation,
  chosen: ChosenValues,
  label: string,
): Promise<ListResult> {
  const { request } = makeRequest(() => validRequest(t.state, operation, undefined, chosen));
  const page = await t.send({
    ...request,
    accepts: orRefused(request),
    label,
  });
  if (!isSuccess(page.response.status))
    throw new Skip("untested", `${label} is answered with ${page.response.status}`);
  return { page, items: itemsIn(page.json) };
}

/** Items on a page that is asked for, where a description allows more. */
const largest = 1000;

/** Where a list shows only a part of it, and a larger page may be asked for: what asks for that page. */
export function largestSize(operation: Operation, { page, items }: ListResult): ChosenValues {
  const size = pageSizeOf(operation);
  const { maximum = 0 } = plainSchema(size?.schema ?? {});
  const most = Math.floor(Math.min(maximum, largest));
  return size === undefined || !hasMore(page) || most <= items.length
    ? new Map()
    : new Map([[size, BigInt(most)]]);
}

/** The items of the run that a list shows, with their addresses. */
export function ownIn(t: Context, list: Operation, { page, items }: ListResult) {
  const {
    model: { resources },
    inventory: { items: known },
  } = t.state;
  const resource = collectionResource(resources, list);
  if (resource === undefined) return [];
  return items.flatMap((item) => {
    const id = idOf(resource, item);
    const address = id === undefined ? "" : itemAddress(resource, page.exchange.case.path, id);
    return known.some((each) => each.own && each.path === address) ? [{ item, address }] : [];
  });
}

/** An index may take a while to have what a list shows at once, in ms. */
export const untilIndexed = 800;

/** How often a filtered list has to lack an item. */
const maxPolls = 3;

/** The demand on a filtered list. */
export interface ExpectedItems {
  /** The list as it is. */
  readonly all: ListResult;
  /** The items that it showed at first when it was filtered. */
  readonly filtered: ListResult;
  /** Asks for either of them. */
  readonly ask: (which: "all" | "filtered") => Promise<ListResult>;
  readonly isWanted: (item: JsonObject) => boolean;
  /** The filter, and what it was asked for. */
  readonly name: string;
  readonly wanted: string;
  /** Time between two looks at least, in ms. */
  readonly wait: number;
}

/**
 * An item of the run that the list shows with this value is shown with the filter, too, where nothing else is left to be shown:
 * fewer items than the list itself has on one page. The list is read again after that, since the item may have changed.
 */
export async function expectShown(t: Context, operation: Operation, due: ExpectedItems): Promise<void> {
  const { all, ask, isWanted, name, wanted } = due;
  const own = ownIn(t, operation, all).filter(({ item }) => isWanted(item));
  if (own.length === 0 || hasMore(all.page)) return;
  let missing = own;
  let { filtered } = due;
  for (let poll = 1; ; poll += 1) {
    if (hasMore(filtered.page) || filtered.items.length >= all.items.length) return;
    const found = new Set(ownIn(t, operation, filtered).map(({ address }) => address));
    missing = missing.filter(({ address }) => !found.has(address));
    if (missing.length === 0) return;
    if (poll === maxPolls) break;
    await settle(t, due.wait);
    filtered = await ask("filtered");
  }
  const exchange = t.exchanges.length - 1;
  const after = await ask("all");
  const still = new Set(
    ownIn(t, operation, after).flatMap(({ item, address }) => (isWanted(item) ? [address] : [])),
  );
  t.expect(!missing.some(({ address }) => still.has(address)), {
    problem: `${name}: an item is missing`,
    expected: `every item whose ${name} is ${wanted}, as the list without a filter shows it`,
    actual: "one of them is not shown, although there is room for it",
    at: { in: "body", pointer: "" },
    exchange,
  });
}
