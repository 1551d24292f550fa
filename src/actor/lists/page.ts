import type { Operation, Parameter } from "../../description/index.js";
import { isSuccess, type ParsedExchange, Skip } from "../../engine/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import { hasMore, identitiesOf, idOf, itemAddress, itemsIn, nextLinkIn } from "../../model/index.js";
import {
  type ApiState,
  type ChosenValues,
  type Context,
  createItem,
  creationFor,
  type KnownItem,
  largestPageAfter,
  ownItemsIn,
  showsAll,
  validRequest,
} from "../../session/index.js";
import { type Case, orRefused } from "../../transport/index.js";
import { at } from "../../values/index.js";

/** An item of a list that has an id. */
interface Row {
  readonly item: JsonObject;
  readonly id: string;
  readonly address: string;
}

/** A list, as it was shown once. */
export interface Page extends Pick<ParsedExchange, "response" | "json"> {
  /** The number of its exchange. */
  readonly exchange: number;
  /** The request that it answers. */
  readonly request: Case;
  readonly items: readonly JsonObject[];
  /** Those of the run. */
  readonly own: readonly Row[];
  /** The items of the run in this collection that it shows, and those that it lacks: none of a list whose rows have no address. */
  readonly shown: readonly KnownItem[];
  readonly missing: readonly KnownItem[];
  /** The ids of the items that have one; where items have no address, what tells them apart. */
  readonly ids: readonly string[];
  /** How many items it shows: of those that have an id, where items have one. */
  readonly count: number;
  /** Does it say that there are more items? */
  readonly hasMore: boolean;
  /** Does it show all items, as far as it tells? */
  readonly isWhole: boolean;
  /** The query for the largest page, where this one shows a part of the list. */
  readonly larger: ChosenValues;
  /** The link to the next page; undefined where it has none. */
  readonly link: string | undefined;
  /** Returns an item as the list shows it; undefined where it does not. */
  readonly find: (item: Pick<KnownItem, "path">) => JsonObject | undefined;
  /** Returns the text of that. */
  readonly row: (item: Pick<KnownItem, "path">) => string | undefined;
}

/** Returns the page that the last exchange shows. */
export function pageOf(t: Context, list: Operation, parsed: ParsedExchange): Page {
  const { response, json } = parsed;
  const request = parsed.exchange.case;
  const { api, inventory } = t.state;
  const items = itemsIn(json);
  const resource = api.resourceIn(list);
  const rows = items.flatMap((item): readonly Row[] => {
    const id = resource && idOf(resource, item);
    return resource === undefined || id === undefined
      ? []
      : [{ item, id, address: itemAddress(resource, request.path, id) }];
  });
  const byAddress = new Map(rows.map(({ item, address }) => [address, item]));
  const find: Page["find"] = ({ path }) => byAddress.get(path);
  const ownPaths = new Set(inventory.items.flatMap(({ own, path }) => (own ? [path] : [])));
  const around = resource === undefined ? [] : ownItemsIn(t.state, resource, request.path);
  return {
    ...{ response, json, exchange: t.exchanges.length - 1, request, items, find },
    own: rows.filter(({ address }) => ownPaths.has(address)),
    shown: around.filter(find),
    missing: around.filter((item) => find(item) === undefined),
    ids: resource === undefined ? identitiesOf(items) : rows.map(({ id }) => id),
    count: countItems(t.state, list, json),
    hasMore: hasMore(parsed),
    isWhole: showsAll(list, parsed),
    larger: largestPageAfter(list, parsed),
    link: nextLinkIn(parsed),
    row: (item) => {
      const found = find(item);
      return found && renderJson(found);
    },
  };
}

/** The number of items in a list, of those that have an id where items have one: there may be other lists in it. */
export function countItems({ api }: Pick<ApiState, "api">, list: Operation, json: Json | undefined): number {
  const resource = api.resourceIn(list);
  return itemsIn(json).filter((each) => resource === undefined || idOf(resource, each) !== undefined).length;
}

/** A way to ask for a list. */
export interface ListQuery {
  readonly label: string;
  /** The values of some parameters. */
  readonly chosen?: Iterable<readonly [Parameter, Json]>;
  /** The path of the list, where it is not the usual one. */
  readonly path?: string | undefined;
  /** Is it the largest page that is asked for, now and by all queries that follow? */
  readonly isLargest?: boolean;
  /** Does a refusal break the description? A value that a filter is asked for may be one that the server does not know. */
  readonly mustServe?: boolean;
  /** Is an answer of any status returned? */
  readonly mayFail?: boolean;
}

/** @throws Skip where the list is not served */
async function askFor(t: Context, list: Operation, query: ListQuery): Promise<Page> {
  const { label, chosen, path, mustServe = false, mayFail = false } = query;
  const { request: usual } = validRequest(t.state, list, undefined, new Map(chosen));
  const request = path === undefined ? usual : at(usual, { path });
  // A search may ask for a condition that its description does not have.
  const accepts = mustServe && list.method === "GET" ? request.accepts : orRefused(request);
  const parsed = await t.send({ ...request, accepts, label });
  const { status } = parsed.response;
  if (!isSuccess(status) && !mayFail) throw new Skip("untested", `${label} is answered with ${status}`);
  return pageOf(t, list, parsed);
}

/**
 * Asks for a list in several ways, always on a page of the same size: an added item may be on a further page.
 * @throws Skip where it is not served
 */
export function listQueries(t: Context, list: Operation): (query: ListQuery) => Promise<Page> {
  let size: ChosenValues = new Map();
  return async function ask(query): Promise<Page> {
    const page = await askFor(t, list, { ...query, chosen: [...size, ...(query.chosen ?? [])] });
    if (!query.isLargest || size.size > 0) return page;
    size = page.larger;
    return size.size === 0 ? page : ask(query);
  };
}

/**
 * A list as it is; where that is only a part of it, and a larger page may be asked for, that page.
 * @param path of the list, where it is not the usual one
 * @throws Skip where it is not served
 */
export function largestPage(t: Context, list: Operation, path?: string): Promise<Page> {
  const label = "the list of what was created";
  return listQueries(t, list)({ label, path, isLargest: true, mustServe: true });
}

/** The operation that adds an item to a list, where the server has accepted a request of it. */
export function acceptedCreation(state: ApiState, list: Operation): Operation | undefined {
  const creation = creationFor(state, list);
  return creation && state.learned.baselines.has(creation.id) ? creation : undefined;
}

/** Items of two pages of two. */
export const twoPages = 4;

/** Adds items to a list that has no second page, as far as the run may. */
export async function fillPages(t: Context, list: Operation): Promise<void> {
  const creation = acceptedCreation(t.state, list);
  if (creation === undefined) return;
  const { ids } = await askFor(t, list, { label: "the list as it is", mustServe: true });
  for (let count = ids.length; count < twoPages; count += 1) await createItem(t, creation);
}

/** Times to wait for a new item, in ms: no list that is late by a certain time shows it at the end of both. */
export const untilListed: readonly number[] = [600, 1000];

/** A list that shows more items than it is asked for. */
export function tooManyItems({ name }: Parameter, most: bigint, count: number) {
  return {
    problem: `${name} is not obeyed`,
    expected: most === 1n ? "one item at most" : `${most} items at most`,
    actual: `${count} items`,
    at: { in: "body", pointer: "" } as const,
  };
}
