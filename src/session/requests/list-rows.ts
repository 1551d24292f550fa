import type { Operation, Parameter } from "../../description/index.js";
import { isSuccess, type ParsedExchange, parseExchange, Skip, shownText } from "../../engine/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import {
  addressOf,
  addressOfItems,
  endsInParameter,
  hasMore,
  idOf,
  isOfList,
  isPageSize,
  itemAddress,
  itemsIn,
  type Resource,
  wordsOf,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { at } from "../../values/index.js";
import { type ApiState, type KnownItem, markersIn } from "../api-state.js";
import { type ChosenValues, requestIfAny } from "./made-request.js";
import { probe } from "./read-item.js";

/** The rows of a list, and whether these are all. */
export interface Rows {
  readonly rows: readonly JsonObject[];
  readonly isWhole: boolean;
  /** Does the response say that there are more? */
  readonly hasMore: boolean;
}

/** Rows on a page that is asked for, where a description allows more. */
const mostRows = 1000;

/** The most rows that a page may be asked for, where its description states a bound. */
export function largestSizeOf(
  list: Operation,
): { readonly size: Parameter; readonly most: bigint } | undefined {
  const size = sizeOf(list);
  const { maximum = 0, exclusiveMaximum, multipleOf = 1, enum: words } = plainSchema(size?.schema ?? {});
  const bound = Math.min(maximum, (exclusiveMaximum ?? Number.POSITIVE_INFINITY) - 1, mostRows);
  const most = Math.floor(Math.floor(bound / multipleOf) * multipleOf);
  return size === undefined || words !== undefined || !(most >= 1) ? undefined : { size, most: BigInt(most) };
}

/** The query for the largest page of a list, where a response shows a part of it and fewer rows than that page may have. */
export function largestPageAfter(list: Operation, page: ParsedExchange): ChosenValues {
  const largest = showsAll(list, page) ? undefined : largestSizeOf(list);
  return largest === undefined || largest.most <= itemsIn(page.json).length
    ? new Map()
    : new Map([[largest.size, largest.most]]);
}

/** The parameter that says how many rows a page has. */
function sizeOf(list: Operation): Parameter | undefined {
  return list.parameters.find((each) => isOfList(each) && isPageSize(each.name));
}

/** The rows of a list, for the run itself: nothing is judged. Undefined where the list is not served. */
export async function rowsAt(
  state: ApiState,
  list: Operation,
  collection: string,
): Promise<Rows | undefined> {
  const size = sizeOf(list);
  const { default: usualSize } = plainSchema(size?.schema ?? {});
  const usual = await pageAt(state, list, { collection, size: Number(usualSize ?? Number.NaN) });
  const largest = largestSizeOf(list);
  if (largest === undefined || usual === undefined || usual.isWhole || largest.most <= usual.rows.length)
    return usual;
  const chosen = new Map([[largest.size, largest.most]]);
  return (await pageAt(state, list, { collection, size: Number(largest.most), chosen })) ?? usual;
}

/** A page of a list. */
interface Page {
  readonly collection: string;
  /** How many rows it has at most; NaN where that is not known. */
  readonly size: number;
  readonly chosen?: ChosenValues;
}

async function pageAt(
  state: ApiState,
  list: Operation,
  { collection, size, chosen = new Map() }: Page,
): Promise<Rows | undefined> {
  const valid = requestIfAny(state, list, undefined, chosen);
  if (valid === undefined) return undefined;
  const exchange = await state.target.sendProbe(at(valid.request, { path: collection }));
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return undefined;
  const page = parseExchange(exchange, outcome, state.validate);
  const rows = itemsIn(page.json);
  const isPartial = hasMore(page);
  return { rows, isWhole: !isPartial && !mayBeFull(rows.length, size), hasMore: isPartial };
}

/** The items of the run in the collection that a request for a list went to. */
export function ownItemsIn({ inventory }: ApiState, resource: Resource, list: string): readonly KnownItem[] {
  const collection = `${addressOfItems(resource, list)}/`;
  return inventory.items.filter(
    (item) => item.own && item.resource === resource && item.path.startsWith(collection),
  );
}

/** Does a response of a list show all of its items, as far as it tells? */
export function showsAll(list: Operation, page: ParsedExchange): boolean {
  const size = sizeOf(list);
  const { default: usual } = plainSchema(size?.schema ?? {});
  const asked = size && new URLSearchParams(page.exchange.case.path.split("?")[1] ?? "").get(size.name);
  return !hasMore(page) && !mayBeFull(itemsIn(page.json).length, Number(asked ?? usual ?? Number.NaN));
}

/** Of pages whose size nobody states, in rows: most servers have at least ten, and a round number. */
const [smallestPage, roundTo] = [10, 5];

/** May a page hold as many rows as it can? Then it does not show that nothing else is there. */
function mayBeFull(rows: number, size: number): boolean {
  return Number.isNaN(size) ? rows >= smallestPage && rows % roundTo === 0 : rows >= size;
}

/** The values that may stand in the path of a row's item: its id, or else a name. The likeliest comes first. */
export function idsOfRow(resource: Resource, row: JsonObject): readonly string[] {
  const id = idOf(resource, row);
  if (id !== undefined) return [id];
  return [...wordsOf("naming-members")].flatMap((name) => idOf({ ...resource, ids: [name] }, row) ?? []);
}

/** Writes down at which addresses a response shows words of the run. */
export function recognise(state: ApiState, operation: Operation, { exchange, json }: ParsedExchange): void {
  const { path } = exchange.case;
  const note = (address: string, shown: string): void => {
    if (markersIn(state, shown).length > 0) state.inventory.noteRecognised(address);
  };
  if (operation.method !== "GET") return;
  const resource = state.api.resourceIn(operation);
  if (endsInParameter(operation.path)) note(addressOf(path), renderJson(json ?? null));
  else if (resource !== undefined)
    for (const item of itemsIn(json)) {
      const id = idOf(resource, item);
      if (id !== undefined) note(itemAddress(resource, path, id), renderJson(item));
    }
}

/**
 * Does the address of an item that the run has created show another one? A server may answer with the id of an item that was
 * there before, or with an address in another collection. Where nothing can be read, its response to the creation counts.
 */
export async function isOfOthers(
  state: ApiState,
  read: Operation | undefined,
  address: string,
): Promise<boolean> {
  if (state.inventory.at(address)?.isRecognised === true) return false;
  if (read === undefined || !state.effects.has(read.id)) return false;
  const response = await probe(state, read, { path: address });
  if (response === undefined) return false;
  if (markersIn(state, shownText(response)).length === 0) return true;
  state.inventory.noteRecognised(address);
  return false;
}

/** Says that an item is left alone, since it may be somebody's. */
export const anotherShown = "where the created item should be, another one is shown: it is left alone";

/** @throws Skip where an item that the run has created is now shown as another one */
export async function assumeOwned(state: ApiState, { resource, path }: KnownItem): Promise<void> {
  if (await isOfOthers(state, resource.read, path)) throw new Skip("untested", anotherShown);
}
