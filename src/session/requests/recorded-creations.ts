import { jsonOf, type Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, parseExchange, shownJson } from "../../engine/index.js";
import { isJsonObject, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import {
  actedOn,
  addressOf,
  collectionPathOf,
  idNames,
  itemAddress,
  type Resource,
  unwrapped,
  wrappersOf,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import type { Case } from "../../transport/index.js";
import { type Exchange, isUnheard } from "../../transport/index.js";
import { bodyTextOf } from "../../values/index.js";
import { type ApiState, markersOf, showsOneOf } from "../api-state.js";
import { createdItem, createdKind, isOwnBy, trustsOtherEvidence } from "../created-items.js";
import { createdTogether } from "../created-together.js";
import { idsOfRow, type Rows, rowsAt } from "./list-rows.js";
import { probe } from "./read-item.js";

/**
 * Sends a creation, and records what is known of it. One that has no marker goes out while no other one is under way. Where
 * responses show no id, the list is read before and after it: the new row is the item.
 */
export async function sendCreation(
  state: ApiState,
  operation: Operation,
  request: Case,
  send: (request: Case) => Promise<Exchange>,
): Promise<Exchange> {
  const { turns } = state.inventory;
  const isRecognisable = markersOf(state, request).length > 0;
  const work = async (): Promise<Exchange> => {
    const exchange = await send(request);
    noteCreation(state, operation, exchange);
    return exchange;
  };
  // An item that should be refused is searched only if the server stores it: at the end.
  const tracing = isMeantToSucceed(request) ? tracingOf(state, operation) : undefined;
  if (tracing !== undefined) return turns.exclusive(() => trace(state, tracing, request, work));
  return isRecognisable ? turns.shared(work) : turns.exclusive(work);
}

function isMeantToSucceed({ accepts }: Case): boolean {
  return accepts.some(({ status }) => `${status}`.startsWith("2"));
}

/** Records a creation that the server may have carried out, and the items that its response shows. */
function noteCreation(state: ApiState, operation: Operation, exchange: Exchange): void {
  const { inventory, api } = state;
  const { case: request, outcome, sentAt } = exchange;
  if (outcome.kind !== "response" && isUnheard(outcome.cause)) {
    state.journal.item({ event: "unsent", trace: exchange.trace });
    return;
  }
  if (operation.method !== "POST" || actedOn(operation, api) !== undefined) return;
  const sent = parseJson(bodyTextOf(request));
  const parsed = parsedIn(state, exchange);
  const addresses = parsed === undefined ? [] : addressesIn(state, operation, parsed);
  inventory.noteCreation(exchange.trace, {
    operation,
    collection: addressOf(request.path),
    sent: sent.status === "valid" ? sent.value : undefined,
    markers: markersOf(state, request),
    status: outcome.kind === "response" ? outcome.status : undefined,
    sentAt,
    isResent: exchange.retries > 0 || exchange.alone,
    addresses,
  });
  if (parsed === undefined) return;
  inventory.noteShowsIds(operation.id, addresses.length > 0);
  if (parsed.response.status !== 201) return;
  for (const each of addresses) if (isNewSince(state, each, sentAt)) inventory.noteAnnounced(each);
}

/** Was an item in no response before a request was sent? @param sentAt in ms since the run began */
export function isNewSince({ inventory }: ApiState, address: string, sentAt: number): boolean {
  return (inventory.at(address)?.seenAt ?? Infinity) > sentAt;
}

/** A response with a success. */
function parsedIn(state: ApiState, exchange: Exchange): ParsedExchange | undefined {
  const { outcome } = exchange;
  return outcome.kind === "response" && isSuccess(outcome.status)
    ? parseExchange(exchange, outcome, state.validate)
    : undefined;
}

function addressesIn(state: ApiState, operation: Operation, parsed: ParsedExchange): readonly string[] {
  const created = createdItem(state, operation, parsed);
  const together = createdTogether(state, operation, parsed).map(({ item }) => item.path);
  return [...new Set([...(created === undefined ? [] : [created.path]), ...together])];
}

/** A creation whose responses show no id, with the list in which its items are found. */
interface Tracing {
  readonly operation: Operation;
  readonly list: Operation;
  readonly resource: Resource;
}

/** How the items of a creation are found; undefined where its responses show their ids, or there is no list. */
function tracingOf(state: ApiState, operation: Operation): Tracing | undefined {
  const { api, inventory, effects } = state;
  const resource = createdKind(state, operation);
  const list = api.listAt(collectionPathOf(operation));
  if (resource === undefined || list === undefined || !effects.has(list.id)) return undefined;
  const showsIds = inventory.showsIds.get(operation.id) ?? promisesIds(operation, resource);
  return showsIds ? undefined : { operation, list, resource };
}

/** Says a description that a creation is answered with the id of its item, or its address? */
function promisesIds({ responses }: Operation, resource: Resource): boolean {
  const names = new Set(idNames(resource).map((name) => name.toLowerCase()));
  const hasId = (schema: object, depth = 0): boolean => {
    const { properties = {}, items } = plainSchema(schema);
    const inner = wrappersOf(resource).flatMap((name) => properties[name] ?? []);
    return (
      Object.keys(properties).some((name) => names.has(name.toLowerCase())) ||
      (depth < 2 &&
        [...inner, ...(items === undefined ? [] : [items])].some((each) => hasId(each, depth + 1)))
    );
  };
  return [...responses.values()].some(
    ({ status, headers, links, contents }) =>
      status.startsWith("2") &&
      (headers.some(({ name }) => name.toLowerCase() === "location") ||
        Object.keys(links).length > 0 ||
        hasId(jsonOf(contents)?.schema ?? {})),
  );
}

/** Sends a creation between two reads of its list. Where the response shows no id, the new row tells it. */
async function trace(
  state: ApiState,
  { list, resource }: Tracing,
  request: Case,
  work: () => Promise<Exchange>,
): Promise<Exchange> {
  const collection = addressOf(request.path);
  const before = await rowsAt(state, list, collection);
  const exchange = await work();
  if (before === undefined || inventoryShowsId(state, exchange) || parsedIn(state, exchange) === undefined)
    return exchange;
  const after = await rowsAt(state, list, collection);
  if (after === undefined) return exchange;
  const { rows, changed } = compareRows(state, resource, { before, after, request });
  for (const each of rows) await adopt(state, { resource, exchange, ...each });
  for (const row of rows.length > 0 ? [] : changed)
    for (const id of idsOfRow(resource, row)) {
      const path = itemAddress(resource, collection, id);
      state.inventory.noteAddress(exchange.trace, path);
      state.inventory.disown(path);
    }
  return exchange;
}

function inventoryShowsId({ inventory }: ApiState, exchange: Exchange): boolean {
  return (inventory.creations.get(exchange.trace)?.addresses ?? []).length > 0;
}

/** A row that is new in a list, and whether it shows a marker of the request. */
interface NewRow {
  readonly row: JsonObject;
  readonly showsMarker: boolean;
}

/**
 * The rows that a creation added to a list: the new ones that show its markers, or else the only new one; and those that were there
 * and show its markers now.
 */
function compareRows(
  state: ApiState,
  resource: Resource,
  { before, after, request }: { readonly before: Rows; readonly after: Rows; readonly request: Case },
): { readonly rows: readonly NewRow[]; readonly changed: readonly JsonObject[] } {
  const keyOf = (row: JsonObject): string => idsOfRow(resource, row).join() || renderJson(row);
  const known = new Set(before.rows.map(keyOf));
  const markers = markersOf(state, request);
  const hasOwnMarker = (row: JsonObject): boolean => showsOneOf(renderJson(row), markers);
  const rows = after.rows.filter((row) => !known.has(keyOf(row)));
  const changed = after.rows.filter((row) => known.has(keyOf(row)) && hasOwnMarker(row));
  const marked = rows.filter(hasOwnMarker);
  if (marked.length > 0) return { rows: marked.map((row) => ({ row, showsMarker: true })), changed };
  // A row for which a page had no room may have been there before; a page that grew by one had room.
  const hasGrown = after.rows.length === before.rows.length + 1 && !before.hasMore && !after.hasMore;
  const isSure = rows.length === 1 && hasGrown;
  return { rows: isSure ? rows.map((row) => ({ row, showsMarker: false })) : [], changed };
}

/** Counts the item that a new row shows as the run's own, where the evidence is good for that. */
async function adopt(
  state: ApiState,
  {
    resource,
    exchange,
    row,
    showsMarker,
  }: NewRow & { readonly resource: Resource; readonly exchange: Exchange },
): Promise<void> {
  const { inventory } = state;
  const id = await idOfRow(state, resource, { exchange, row });
  if (id === undefined) return;
  const path = itemAddress(resource, exchange.case.path, id);
  inventory.noteAddress(exchange.trace, path);
  inventory.noteAnnounced(path);
  const isNew = isNewSince(state, path, exchange.sentAt);
  const markers = markersOf(state, exchange.case);
  const isContested = inventory.noteCreator(path, { exchange, markers, isNew }) !== undefined;
  if (isContested) inventory.disown(path);
  const isTrusted = trustsOtherEvidence(state);
  const own = isOwnBy({ isNew, isContested, showsMarker, showsValues: false, isOnlyNewRow: true, isTrusted });
  if (!own) return;
  inventory.noteShown(path, { by: "creation", json: row, exchange, at: exchange.sentAt + exchange.duration });
  // Its representation need not show what its row does.
  inventory.takeOver({ resource, id, path, own });
}

/** The id that stands in the path of a row's item; undefined where nothing shows it. */
async function idOfRow(
  state: ApiState,
  resource: Resource,
  { exchange, row }: { readonly exchange: Exchange; readonly row: JsonObject },
): Promise<string | undefined> {
  const ids = idsOfRow(resource, row);
  const { read } = resource;
  if (read === undefined || !state.effects.has(read.id)) return ids[0];
  for (const id of ids) {
    const path = itemAddress(resource, exchange.case.path, id);
    const json = shownJson(await probe(state, read, { path }));
    if (!isJsonObject(json)) continue;
    const shown = [json, unwrapped(resource, json) ?? {}].flatMap((each) => Object.values(each));
    if (shown.some((value) => value === id || (typeof value === "bigint" && `${value}` === id))) return id;
  }
  return undefined;
}
