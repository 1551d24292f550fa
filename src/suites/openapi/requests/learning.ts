import { isSuccess, type ParsedExchange, parseBody } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isJsonObject, type JsonObject } from "../../../json/index.js";
import type { Exchange } from "../../../transport/index.js";
import { readOf } from "../resources/item-links.js";
import {
  collectionResource,
  idOf,
  idsFoundIn,
  itemAddress,
  itemsIn,
  listedIn,
  locatedId,
} from "../resources/resource.js";
import { createdTogether } from "../state/bulk-create.js";
import { type CreatedItem, createdItem, isRecognised } from "../state/created-items.js";
import { type ApiState, hasMarker, type KnownItem, markersIn } from "../state/state.js";
import { eventually } from "./baseline.js";
import { probe } from "./probe.js";
import { recognise } from "./recognition.js";

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

/** Addresses that are remembered: where a server has shown more, no item counts as a new one. */
const mostSeen = 1_000_000;

/** Writes down which items there are: what a creation answers with, and what a list shows. */
export async function learnItems(state: ApiState, parsed: ParsedExchange): Promise<void> {
  const { exchange, response, json } = parsed;
  const operation = state.contract.operations.get(exchange.case.operation);
  if (operation === undefined || !isSuccess(response.status)) return;
  recognise(state, operation, parsed);
  if (state.nextFixtures.has(operation.id)) state.nextFixtures.set(operation.id, undefined);
  const resource = collectionResource(state.resources, operation);
  if (resource !== undefined) {
    const shown = operation.method === "GET" ? itemsIn(json) : isJsonObject(json) ? [json] : [];
    for (const path of shown.flatMap((item) => idsFoundIn(resource, item))) state.used.ids.add(path);
  }
  if (operation.method === "GET" && resource !== undefined) {
    const text = Buffer.from(response.body).toString("utf8");
    if (markersIn(state, text).some((marker) => state.refused.has(marker))) state.storesRefused = true;
    for (const item of itemsIn(json)) {
      const id = idOf(resource, item);
      const path = itemAddress(resource, exchange.case.path, id ?? "");
      if (id !== undefined) remember(state, { resource, id, path, own: false }, exchange);
    }
  }
  if (operation.method === "GET" && resource === undefined && !operation.path.includes("{"))
    learnListed(state, operation, itemsIn(json));
  if (operation.method === "POST")
    for (const { item, hasOwnMarker } of createdTogether(state, operation, parsed)) {
      const { isElsewhere: _, ...known } = item;
      remember(state, { ...known, own: hasOwnMarker && isNew(state, known.path, exchange) }, exchange);
    }
  const created = operation.method === "POST" ? createdItem(state, operation, parsed) : undefined;
  if (created === undefined) return;
  const { isElsewhere: _, ...known } = created;
  const own = isNew(state, known.path, exchange) && (await showsMarker(state, operation, parsed, created));
  const item = { ...known, own: own && response.status === 201 };
  const isCreation = response.status === 201 || state.proven.has(operation.id);
  if (isCreation && isNew(state, known.path, exchange)) state.announced.add(known.path);
  remember(state, item, exchange);
  if (own && response.status !== 201) learnFromDoubtful(state, operation, item);
}

/** Ids that are remembered of what no path leads to: bodies may refer to one item, and to another one. */
const mostListed = 2;

function learnListed(state: ApiState, { path }: Operation, items: readonly JsonObject[]): void {
  const ids = items.flatMap((item) => idOf(listedIn(path), item) ?? []);
  if (ids.length > 0) state.listed.set(path, ids.slice(0, mostListed));
}

/**
 * Another success than 201 may come from an item that exists once, and that every POST changes. Two responses prove a creation:
 * each shows a new item, with words that only its own request had.
 */
function learnFromDoubtful(state: ApiState, { id }: Operation, item: KnownItem): void {
  const alike = [...(state.doubtful.get(id) ?? []), item];
  if (alike.length < 2 && !state.proven.has(id)) {
    state.doubtful.set(id, alike);
    return;
  }
  state.proven.add(id);
  state.doubtful.delete(id);
  const paths = new Set(alike.map(({ path }) => path));
  const others = state.items.filter(({ path }) => !paths.has(path));
  state.items.splice(0, state.items.length, ...others, ...alike.map((each) => ({ ...each, own: true })));
}

/** An item of the run counts, too, where a list showed it before its creation was answered. */
function remember(state: ApiState, item: KnownItem, { sentAt, duration }: Exchange): void {
  if (item.own) state.deleted.delete(item.path);
  const isSeen = state.seen.has(item.path);
  if (!isSeen) state.seen.set(item.path, sentAt + duration);
  const index = state.items.findIndex(({ path }) => path === item.path);
  const isRoom = state.items.filter(({ resource }) => resource === item.resource).length < mostItems;
  if (index < 0 && (item.own || (!isSeen && isRoom))) state.items.push(item);
  else if (item.own && state.items[index]?.own === false) state.items.splice(index, 1, item);
}

/** Was an item not there when a request was sent, as far as responses tell? */
function isNew({ seen }: ApiState, path: string, { sentAt }: Exchange): boolean {
  return seen.size < mostSeen && (seen.get(path) ?? Infinity) > sentAt;
}

/**
 * Shows the response to a creation a word that only its request had? Where it does not, or what was sent is only accepted, the
 * item itself is asked for. One that only a link leads to, or an id in a response, has to show it as it was sent: what is sent may
 * have been added to an item that was there.
 */
async function showsMarker(
  state: ApiState,
  operation: Operation,
  parsed: ParsedExchange,
  item: CreatedItem,
): Promise<boolean> {
  const { exchange, response } = parsed;
  const { body, path } = exchange.case;
  const markers = markersIn(state, body?.kind === "text" ? body.text : "");
  const isIn = (bytes: Uint8Array | undefined): boolean => {
    const text = Buffer.from(bytes ?? []).toString("utf8");
    return markers.some((marker) => hasMarker(text, marker));
  };
  const read = readOf(operation, state.contract.operations);
  // What is accepted is shown at its address later, and its response may show something else.
  const isAccepted = response.status === 202;
  if (!isAccepted && !item.isElsewhere && isIn(response.body)) return true;
  if (read === undefined || markers.length === 0) return false;
  const poll = () => probe(state, read, item);
  const shown = isAccepted ? await eventually({ state }, poll, (each) => isIn(each?.body)) : await poll();
  const isSaid =
    response.body.length > 0 && locatedId(item.resource, path, response) === undefined && !isAccepted;
  if (shown === undefined || !(item.isElsewhere || isSaid)) return isIn(shown?.body);
  const json = parseBody(shown);
  return json.status === "valid" && isRecognised(state, parsed, { ...item, shown: json.value });
}
