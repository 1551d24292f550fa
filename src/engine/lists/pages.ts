import { isSuccess, type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { orRefused, plainSchema } from "../../generate/index.js";
import type { Json, JsonObject } from "../../json/index.js";
import { addressOfItems, hasMore, idOf, itemAddress, itemsIn, pageSizeOf } from "../../model/index.js";
import {
  type ApiState,
  type ChosenValues,
  type Context,
  createItem,
  creationFor,
  type KnownItem,
  validRequest,
} from "../../session/index.js";
import { at } from "../../values/index.js";

/** The page that a list shows. */
export interface ListPage {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
  /** The items that have ids, by their addresses. */
  readonly rows: ReadonlyMap<string, JsonObject>;
}

/** Items on a page that is asked for, where a description allows more. */
const largest = 1000;

/**
 * A list as it is; where that is only a part of it, and a larger page may be asked for, that page.
 * @param path of the list, where it is not the usual one
 * @throws Skip where it is not served
 */
export async function largestPage(t: Context, list: Operation, path?: string): Promise<ListPage> {
  const usual = await pageOf(t, list, new Map(), path);
  const size = largestSize(list, usual);
  return size.size === 0 ? usual : pageOf(t, list, size, path);
}

/** Where a list shows only a part of it, and a larger page may be asked for: what asks for that page. */
function largestSize(list: Operation, { page, items }: Pick<ListPage, "page" | "items">): ChosenValues {
  const size = pageSizeOf(list);
  const { maximum = 0 } = plainSchema(size?.schema ?? {});
  const most = Math.floor(Math.min(maximum, largest));
  return size === undefined || !hasMore(page) || most <= items.length
    ? new Map()
    : new Map([[size, BigInt(most)]]);
}

async function pageOf(t: Context, list: Operation, chosen: ChosenValues, path?: string): Promise<ListPage> {
  const page = await askFor(t, list, chosen, "the list of what was created", { path });
  const items = itemsIn(page.json);
  const rows = rowsIn(t, list, { page, items });
  return { page, items, rows: new Map(rows.map(({ item, address }) => [address, item])) };
}

/** The items of a list that have ids, with their addresses. */
export function rowsIn(t: Context, list: Operation, { page, items }: Pick<ListPage, "page" | "items">) {
  const resource = t.state.api.resourceIn(list);
  return items.flatMap((item) => {
    const id = resource && idOf(resource, item);
    return resource === undefined || id === undefined
      ? []
      : [{ item, address: itemAddress(resource, page.exchange.case.path, id) }];
  });
}

/** Items of two pages of two. */
export const twoPages = 4;

/** Adds items to a list that has no second page, as far as the run may. */
export async function fillPages(t: Context, operation: Operation): Promise<void> {
  const creation = creationFor(t.state, operation);
  if (creation === undefined || !t.state.learned.baselines.has(creation.id)) return;
  const { length } = await idsOf(t, operation);
  for (let count = length; count < twoPages; count += 1) await createItem(t, creation);
}

/** The ids of what a list shows by itself. @throws Skip where it is refused */
async function idsOf(t: Context, operation: Operation): Promise<readonly string[]> {
  return idsIn(t, operation, await askFor(t, operation, new Map(), "the list as it is"));
}

/** The ids of the items on a page. */
export function idsIn(t: Context, list: Operation, { json }: ParsedExchange): readonly string[] {
  const resource = t.state.api.resourceIn(list);
  return itemsIn(json).flatMap((item) => (resource && idOf(resource, item)) ?? []);
}

/** How a list is asked for. */
interface Asked {
  /** The path of the list, where it is not the usual one. */
  readonly path?: string | undefined;
  /** May the server refuse it? */
  readonly mayBeRefused?: boolean;
  /** Is an answer of any status returned? */
  readonly mayFail?: boolean;
}

/**
 * Asks for a list with these values of parameters.
 * @throws Skip where it is not served
 */
async function askFor(
  t: Context,
  operation: Operation,
  chosen: ReadonlyMap<Parameter, Json>,
  label: string,
  { path, mayBeRefused = false, mayFail = false }: Asked = {},
): Promise<ParsedExchange> {
  const { request: usual } = validRequest(t.state, operation, undefined, chosen);
  const request = path === undefined ? usual : at(usual, { path });
  const page = await t.send({
    ...request,
    ...(mayBeRefused ? { accepts: orRefused(request) } : {}),
    label,
  });
  if (!isSuccess(page.response.status) && !mayFail)
    throw new Skip("untested", `${label} is answered with ${page.response.status}`);
  return page;
}

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

/** The number of items in a list, of those that have an id where items have one: there may be other lists in it. */
export function countItems({ api }: Pick<ApiState, "api">, list: Operation, json: Json | undefined): number {
  const resource = api.resourceIn(list);
  return itemsIn(json).filter((each) => resource === undefined || idOf(resource, each) !== undefined).length;
}

/** A list that shows more items than it is asked for. */
export function tooManyItems({ name }: Parameter, most: bigint, count: number) {
  return {
    problem: `${name} is not obeyed`,
    expected: most === 1n ? "one item at most" : `${most} items at most`,
    actual: `${count} items`,
    at: { in: "body", pointer: "" } as const,
  };
}
