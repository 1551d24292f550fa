import { noKnowledge, type Operation, valuesFor } from "../../description/index.js";
import { isSuccess, type Send, Skip, shownText } from "../../engine/index.js";
import { isJsonObject, parseJson } from "../../json/index.js";
import {
  actingIn,
  addressOf,
  bulkCreationOf,
  bulkItemsIn,
  changesItem,
  endsInParameter,
  idOf,
  isAtOrBelow,
  isDeletable,
  isRead,
  itemAddress,
  parentUrl,
  plainPath,
  readsByPost,
} from "../../model/index.js";
import type { Case } from "../../transport/index.js";
import { type Exchange, isUnheard, type MayResend } from "../../transport/index.js";
import { bodyTextOf } from "../../values/index.js";
import { type ApiState, type KnownItem, markersIn, markersOf } from "../api-state.js";
import { useAllowance } from "../user-knowledge.js";
import { sendWithETag, sendWithVersion } from "./item-version.js";
import { assumeOwned, isOfOthers } from "./list-rows.js";
import { needOwnReferences } from "./member-references.js";
import { followChange, followed } from "./moved-items.js";
import { probe } from "./read-item.js";
import { sendCreation } from "./recorded-creations.js";
import { noteConflict } from "./unique-values.js";

/**
 * Sends a case if the run may.
 * @param isWithoutETag is a change sent as it is, also where the server asks for an ETag?
 * @throws Skip if it may not
 */
export async function sendSafely(
  state: ApiState,
  wanted: Case,
  send: Send = state.target.send,
  isWithoutETag = false,
): Promise<Exchange> {
  const request = followed(state, wanted);
  const operation = state.contract.operations.get(request.operation);
  if (operation?.method !== request.method || !state.effects.has(operation.id))
    throw new Skip("untested", "the operation is not called, since it may do harm");
  const acting = actingIn(operation, request.path);
  if (acting !== undefined)
    throw new Skip("untested", `the parameter ${acting} is not sent, since it may do more than read`);
  if (request.method === "GET") return send(request);
  if (state.settings.readOnly) throw new Skip("untested", "this run may not write");
  if (isRead(request)) return send(request);
  const sendOnce = async (each: Case): Promise<Exchange> => {
    const ended = state.suspicions.noteSent(each);
    const exchange = await send(each, mayResend);
    ended(exchange);
    return exchange;
  };
  await needOwnPath(state, operation, request);
  needOwnReferences(state, operation, request);
  if (readsByPost(operation)) return sendOnce(request);
  const vacant = state.sending.vacant.get(addressOf(request.path));
  if (vacant === undefined && changesItem(operation, state.api)) {
    const address = ownAddress(operation, request);
    const own = state.inventory.items.find((item) => item.own && plainPath(item.path) === plainPath(address));
    // An operation on no single item is called only where the user allows it by name.
    if (own === undefined && !endsInParameter(operation.path) && useAllowance(state, operation))
      return sendOnce(request);
    if (own === undefined) throw new Skip("untested", "only what the run has created is changed or deleted");
    await assumeOwned(state, own);
    const changed = await sendWithVersion(state, operation, request, (each) =>
      isWithoutETag ? sendOnce(each) : sendWithETag(state, operation, each, sendOnce),
    );
    noteConflict(state, operation, changed);
    state.inventory.noteChange(address, changed);
    await followChange(state, own, changed);
    if (request.method === "DELETE") noteRemoval(state, addressOf(request.path), changed);
    return changed;
  }
  const { api, effects, contract } = state;
  const mayCreate =
    !state.settings.deletableOnly || isDeletable(operation, effects.get(operation.id), contract, api);
  if (vacant === undefined && !mayCreate)
    throw new Skip(
      "untested",
      `no operation deletes the item that it creates; "--allow ${operation.id}" lets the run call it`,
    );
  const items = itemsSentBy(state, operation, request);
  if (state.sending.created() + items > state.limits.maxCreated)
    throw new Skip("untested", `the run has sent the ${state.limits.maxCreated} creations that it may`);
  if (vacant === undefined) await needFreeId(state, operation, request);
  state.sending.count(items);
  const exchange =
    vacant === undefined
      ? await sendCreation(state, operation, request, sendOnce)
      : await state.inventory.turns.shared(() => sendOnce(request));
  noteRefusal(state, exchange, items);
  if (exchange.outcome.kind === "response" && exchange.outcome.status === 409) state.requests.needOwnDays();
  noteConflict(state, operation, exchange);
  if (vacant !== undefined) await notePut(state, vacant, exchange);
  return exchange;
}

/** Does the user give the id with which a path leads to an item, or what is below it? */
function isGiven(
  { contract: { known = noKnowledge } }: ApiState,
  operation: Operation,
  item: KnownItem,
): boolean {
  const { path } = operation;
  const part = path.split("/")[plainPath(item.path).split("/").length - 1] ?? "";
  return Object.keys(valuesFor(known, operation)).some((name) => part.startsWith(`{${name}}`));
}

/**
 * A request that is not only a read names no item of others in its path, unless the user gives its id; what is done to an item of the run is
 * done only while that is shown as the run's.
 * @throws Skip where that is not so
 */
async function needOwnPath(state: ApiState, operation: Operation, request: Case): Promise<void> {
  const address = addressOf(request.path);
  const named = state.inventory.items.filter(
    (item) => isAtOrBelow(address, item.path) && !isGiven(state, operation, item),
  );
  if (named.some(({ own }) => !own))
    throw new Skip("untested", "its path names an item that the run did not create");
  if (state.effects.get(operation.id) !== "acts on own") return;
  for (const item of named) await assumeOwned(state, item);
}

/**
 * A creation whose body chooses the id changes no item that is there: unless the id has a word of the run, or is that of an own item,
 * nothing is found at it before.
 * @throws Skip where that is not so
 */
async function needFreeId(state: ApiState, operation: Operation, request: Case): Promise<void> {
  const { api } = state;
  const resource = api.resourceIn(operation);
  const read = api.readOf(operation);
  const sent = parseJson(bodyTextOf(request));
  if (resource === undefined || read === undefined || sent.status !== "valid" || !isJsonObject(sent.value))
    return;
  const id = idOf(resource, sent.value);
  if (id === undefined || markersIn(state, id).length > 0) return;
  const path = itemAddress(resource, request.path, id);
  if (state.inventory.items.some((item) => item.own && item.path === path)) return;
  const shown = await probe(state, read, { path });
  // For an id that no item has, a server may show nothing, or an error.
  if (shownText(shown).includes(id))
    throw new Skip("untested", "an item has this id already, and the run did not create it");
}

/** The address of the item that a request changes, also where it is about a part of it that has no id. */
function ownAddress({ path }: Operation, request: Case): string {
  const address = addressOf(request.path);
  return endsInParameter(path) ? address : parentUrl(address);
}

/** Records what became of a deletion. The id of what is gone may be given to the next item. */
function noteRemoval({ inventory }: ApiState, address: string, { outcome }: Exchange): void {
  if (outcome.kind !== "response") return;
  const { status } = outcome;
  const isDone = isSuccess(status) || status === 404 || status === 410;
  inventory.noteDeletion(address, { status, fate: isDone ? "unverified" : "refused" });
  if (isSuccess(status)) inventory.noteFree(address);
}

/** An item that was put where nothing was found is the run's own. */
async function notePut(state: ApiState, item: KnownItem, exchange: Exchange): Promise<void> {
  const { inventory } = state;
  const { outcome, sentAt } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome.status)) return;
  if (exchange.case.method === "DELETE") return state.sending.uncount();
  inventory.noteSeen(item.path, sentAt);
  const parent = inventory.items.findLast(
    ({ own, path }) => own && path !== item.path && item.path.startsWith(`${plainPath(path)}/`),
  );
  inventory.add({ ...item, own: true });
  if (parent === undefined || outcome.status !== 201) return;
  // It may have no member for words of the run. Nobody else creates items below one that the run has just created.
  await isOfOthers(state, parent.resource.read, parent.path);
  if (inventory.at(parent.path)?.isRecognised === true) inventory.noteRecognised(item.path);
}

/** A request that was refused, or never reached the server, has created nothing, unless an item shows that it was stored. */
function noteRefusal(state: ApiState, { case: request, outcome }: Exchange, items: number): void {
  if (outcome.kind !== "response") {
    if (isUnheard(outcome.cause)) state.sending.uncount(items);
    return;
  }
  const markers = markersOf(state, request);
  const isRefused = outcome.status >= 400 && outcome.status < 500;
  state.sending.noteRefused(markers, isRefused);
  if (isRefused && !state.sending.storesRefused()) state.sending.uncount(items);
}

/** How many items a creation asks for. */
function itemsSentBy({ api }: ApiState, operation: Operation, request: Case): number {
  const bulk = bulkCreationOf(operation, api);
  const sent = bulk === undefined ? undefined : parseJson(bodyTextOf(request));
  return bulk === undefined || sent?.status !== "valid"
    ? 1
    : Math.max(1, bulkItemsIn(bulk, sent.value).length);
}

/** A request that changes something is sent again only where the server surely did nothing. */
const mayResend: MayResend = async (outcome) => outcome.kind !== "response" || outcome.status === 429;
