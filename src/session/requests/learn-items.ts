import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, shownJson, shownText } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  addressOf,
  endsInParameter,
  idOf,
  idsFoundIn,
  itemAddress,
  itemsIn,
  listedIn,
  locatedId,
  membersOf,
  type Resource,
  sentIn,
  unwrapped,
} from "../../model/index.js";
import type { Exchange, Response } from "../../transport/index.js";
import {
  type ApiState,
  type KnownItem,
  markersIn,
  markersOf,
  ownItemNamed,
  showsOneOf,
} from "../api-state.js";
import {
  type CreatedItem,
  createdItem,
  type ItemEvidence,
  isOwnBy,
  isRecognised,
  showsValuesOf,
  trustsOtherEvidence,
} from "../created-items.js";
import { createdTogether } from "../created-together.js";
import type { Representation, Source } from "../records.js";
import { eventually } from "./item-baseline.js";
import { recognise } from "./list-rows.js";
import { followMissing } from "./moved-items.js";
import { probe } from "./read-item.js";
import { isNewSince } from "./recorded-creations.js";
import { noteShownValues } from "./shown-values.js";

/** Writes down which items there are: what a creation answers with, and what a list shows. */
export async function learnItems(state: ApiState, parsed: ParsedExchange): Promise<void> {
  const { exchange, response } = parsed;
  const operation = state.contract.operations.get(exchange.case.operation);
  if (operation === undefined) return;
  if (operation.method === "GET" && [404, 410].includes(response.status))
    await followMissing(state, addressOf(exchange.case.path));
  if (!isSuccess(response.status)) return;
  recognise(state, operation, parsed);
  noteShown(state, operation, parsed);
  if (state.fixtures.next.has(operation.id)) state.fixtures.setNext(operation.id, undefined);
  if (operation.method === "GET") {
    learnShown(state, operation, parsed);
    noteShownValues(state, operation, parsed);
  }
  if (operation.method !== "POST") return;
  await learnTogether(state, operation, parsed);
  await learnCreated(state, operation, parsed);
}

/** Records what an item looks like, where a response to a read or a change shows it. */
function noteShown(state: ApiState, { method, path }: Operation, { exchange, json }: ParsedExchange): void {
  const { at, noteShown } = state.inventory;
  const address = state.inventory.present(addressOf(exchange.case.path));
  const isOfItem = endsInParameter(path) && method !== "DELETE" && method !== "POST";
  if (isOfItem && isJsonObject(json) && at(address)?.deletion === undefined)
    noteShown(address, shownIn(exchange, json, method === "GET" ? "read" : "change"));
}

/** Records the items that a list shows. */
function learnShown(
  state: ApiState,
  operation: Operation,
  { exchange, response, json }: ParsedExchange,
): void {
  const resource = state.api.resourceIn(operation);
  const items = itemsIn(json);
  if (resource === undefined) {
    if (!operation.path.includes("{")) learnListed(state, operation, items);
    return;
  }
  noteIdPlaces(state, resource, items);
  if (markersIn(state, shownText(response)).some((marker) => state.sending.refusedWords.has(marker)))
    state.sending.noteStoredRefused();
  for (const item of items) {
    const id = idOf(resource, item);
    const path = itemAddress(resource, exchange.case.path, id ?? "");
    if (id === undefined) continue;
    state.inventory.noteListed(path);
    state.inventory.remember({ resource, id, path, own: false }, endOf(exchange));
    state.inventory.noteShown(path, shownIn(exchange, item, "row"));
  }
}

/** Records which of the places where the user says that ids stand have one. */
function noteIdPlaces({ requests }: ApiState, resource: Resource, shown: readonly JsonObject[]): void {
  for (const path of shown.flatMap((item) => idsFoundIn(resource, item))) requests.noteUse("ids", path);
}

/** Records the items that one request created together. */
async function learnTogether(state: ApiState, operation: Operation, parsed: ParsedExchange): Promise<void> {
  const { exchange, response } = parsed;
  for (const { item, sent, hasOwnMarker } of createdTogether(state, operation, parsed)) {
    const { isElsewhere: _, ...known } = item;
    const isContested = await contest(state, operation, parsed, known);
    const isPossible = !isContested && isNew(state, known.path, exchange);
    const own = isPossible && (hasOwnMarker || (await showsPart(state, operation, item, sent)));
    state.inventory.remember({ ...known, own: own && response.status === 201 }, endOf(exchange));
    if (own && response.status !== 201) state.inventory.noteDoubtful(operation.id, { ...known, own });
    if (own && !hasOwnMarker) state.inventory.noteRecognised(known.path);
  }
}

/** Shows a read of an item, of which a response showed the id alone, what was sent for it? */
async function showsPart(
  state: ApiState,
  operation: Operation,
  item: CreatedItem,
  sent: Json,
): Promise<boolean> {
  const read = state.api.readOf(operation) ?? item.resource.read;
  const shown = read && (await probe(state, read, item));
  const markers = markersIn(state, renderJson(sent));
  if (markers.length > 0) return showsOneOf(shownText(shown), markers);
  const json = shownJson(shown);
  const objects = isJsonObject(json) ? [json, unwrapped(item.resource, json)] : [];
  return trustsOtherEvidence(state) && objects.some((each) => showsValuesOf(sent, each));
}

/** Records the item that a request created, and whether it is the run's own. */
async function learnCreated(state: ApiState, operation: Operation, parsed: ParsedExchange): Promise<void> {
  const { exchange, response, json } = parsed;
  const { inventory } = state;
  const resource = state.api.resourceIn(operation);
  if (resource !== undefined && isJsonObject(json)) noteIdPlaces(state, resource, [json]);
  const created = createdItem(state, operation, parsed);
  if (created === undefined) return;
  const { isElsewhere: _, ...known } = created;
  const evidence = {
    isNew: isNew(state, known.path, exchange),
    isContested: await contest(state, operation, parsed, known),
    isOnlyNewRow: false,
    isTrusted: trustsOtherEvidence(state),
  };
  const isPossible = evidence.isNew && !evidence.isContested;
  const shown = isPossible ? await shownOf(state, operation, parsed, created) : nothingShown;
  const own = isOwnBy({ ...evidence, ...shown });
  const isCreation = response.status === 201 || inventory.proven.has(operation.id);
  if (isCreation && evidence.isNew) inventory.noteAnnounced(known.path);
  if (isJsonObject(json) && inventory.at(known.path)?.representation === undefined)
    inventory.noteShown(known.path, shownIn(exchange, json, "creation"));
  // Nothing else would show that what is at its address is the run's.
  if (own && !shown.showsMarker) inventory.noteRecognised(known.path);
  const item = { ...known, own: own && response.status === 201 };
  inventory.remember(item, endOf(exchange));
  if (own && response.status !== 201) inventory.noteDoubtful(operation.id, item);
}

/**
 * Records which creation showed an item. Two different ones that show the same prove that one of them changed an item that was
 * there: it is the run's no longer, unless it is as the first one made it, so that the second did nothing.
 */
async function contest(
  state: ApiState,
  operation: Operation,
  { exchange }: ParsedExchange,
  item: Pick<KnownItem, "path">,
): Promise<boolean> {
  const { inventory } = state;
  const markers = markersOf(state, exchange.case);
  const creator = { exchange, markers, isNew: isNew(state, item.path, exchange) };
  const first = inventory.noteCreator(item.path, creator);
  const isContested = inventory.at(item.path)?.isContested === true;
  if (first === undefined || isContested) return isContested;
  const read = state.api.readOf(operation);
  const shown = first.markers.length === 0 || read === undefined ? undefined : await probe(state, read, item);
  const text = shownText(shown);
  if (showsOneOf(text, first.markers) && !showsOneOf(text, markers)) return false;
  if (first.isNew) inventory.noteAnnounced(item.path);
  if (showsOneOf(text, markers)) inventory.noteReplacement(item.path, exchange);
  inventory.disown(item.path);
  return true;
}

/** Ids that are remembered of what no path leads to: bodies may refer to one item, and to another one. */
const mostListed = 2;

function learnListed(state: ApiState, { path }: Operation, items: readonly JsonObject[]): void {
  const ids = items.flatMap((item) => idOf(listedIn(path), item) ?? []);
  if (ids.length > 0) state.inventory.noteListedIds(path, ids.slice(0, mostListed));
}

/** An item as a response shows it. */
function shownIn(exchange: Exchange, json: Json, by: Source): Representation {
  return { by, json, exchange, at: endOf(exchange) };
}

/** When a response was there, in ms since the run began. */
function endOf({ sentAt, duration }: Exchange): number {
  return sentAt + duration;
}

/** Was an item not there when a request was sent, as far as responses tell? */
function isNew(state: ApiState, path: string, { sentAt }: Exchange): boolean {
  return !state.inventory.isFull() && isNewSince(state, path, sentAt);
}

/** The evidence that responses give of an item that a creation may have created. */
type Shown = Pick<ItemEvidence, "showsMarker" | "showsValues">;

const nothingShown: Shown = { showsMarker: false, showsValues: false };

/**
 * Shows the response to a creation a marker of its request? Where it does not, or what was sent is only accepted, the item itself
 * is read. One that only a link leads to, or an id in a response, has to show it as it was sent: what is sent may have been added
 * to an item that was there. Where the request has no marker, the item has to show all that was sent.
 */
async function shownOf(
  state: ApiState,
  operation: Operation,
  parsed: ParsedExchange,
  item: CreatedItem,
): Promise<Shown> {
  const { exchange, response } = parsed;
  const { path } = exchange.case;
  const markers = markersOf(state, exchange.case);
  const isIn = (each: Response | undefined): boolean => showsOneOf(shownText(each), markers);
  const read = state.api.readOf(operation);
  // An accepted value is shown at its address later, and its response may show something else.
  const isAccepted = response.status === 202;
  if (!isAccepted && !item.isElsewhere && isIn(response)) return { ...nothingShown, showsMarker: true };
  if (read === undefined) return nothingShown;
  const poll = () => probe(state, read, item);
  const { written, ignored } = dividedBody(operation, parsed);
  const lost = markersIn(state, renderJson(ignored));
  if (markers.every((each) => lost.includes(each)))
    return { ...nothingShown, showsValues: showsWritten(state, written, item, await poll()) };
  const shown = isAccepted ? await eventually({ state }, poll, (each) => isIn(each)) : await poll();
  const isSaid =
    response.body.length > 0 && locatedId(item.resource, path, response) === undefined && !isAccepted;
  if (shown === undefined || !(item.isElsewhere || isSaid))
    return { ...nothingShown, showsMarker: isIn(shown) };
  return {
    ...nothingShown,
    showsMarker: isRecognised(state, parsed, { ...item, shown: shownJson(shown) }),
  };
}

/** The members of a creation that the server stores, and those that it ignores: its description does not know them, or they are its own. */
function dividedBody(
  { body }: Operation,
  parsed: ParsedExchange,
): { readonly written: JsonObject; readonly ignored: JsonObject } {
  const sent = sentIn(parsed);
  const members = Object.entries(isJsonObject(sent) ? sent : {});
  const known = new Map(membersOf(body?.schema).map(({ name, schema }) => [name, schema.readOnly !== true]));
  const isWritten = (name: string): boolean => known.size === 0 || known.get(name) === true;
  return {
    written: Object.fromEntries(members.filter(([name]) => isWritten(name))),
    ignored: Object.fromEntries(members.filter(([name]) => !isWritten(name))),
  };
}

/**
 * Shows a read of an item every value that was sent, or a reference to an item of the run, as it was sent? Nobody else refers to that: a
 * server may have changed the other values.
 */
function showsWritten(
  state: ApiState,
  sent: JsonObject,
  { resource }: CreatedItem,
  read: Response | undefined,
): boolean {
  const json = shownJson(read);
  if (!isJsonObject(json)) return false;
  const isOwnReference = ([name, value]: readonly [string, Json]): boolean => {
    const item = ownItemNamed(state, name, value);
    return item !== undefined && item.resource !== resource;
  };
  const references = Object.fromEntries(Object.entries(sent).filter(isOwnReference));
  return [json, unwrapped(resource, json)].some(
    (shown) => showsValuesOf(sent, shown) || showsValuesOf(references, shown),
  );
}
