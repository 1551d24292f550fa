import type { Operation } from "../../description/index.js";
import type { Cleaned, Journalled, JournalledChange } from "../../engine/index.js";
import { isSuccess, shownJson, shownText } from "../../engine/index.js";
import { isJsonObject, type Json, parseJson } from "../../json/index.js";
import {
  actedOn,
  addressOf,
  changeableSingleton,
  findCautions,
  type Resource,
  readsByPost,
  resourceOfAddress,
  takesIfMatch,
  unwrapped,
} from "../../model/index.js";
import {
  type ApiState,
  anotherShown,
  isGone,
  markersIn,
  requestIfAny,
  responseAt,
  showsValuesOf,
  trustsOtherEvidence,
} from "../../session/index.js";
import { headerValues, type Response, redacted } from "../../transport/index.js";
import { encodeFor } from "../../values/index.js";
import { cleanUp, idAt } from "./clean-up.js";
import { drawAccount } from "./left-items.js";

/**
 * Deletes and restores what runs have left that were cut off. An item is deleted where it is seen once more to be the run's own: it shows
 * a word of the run, or, where other evidence counts, all that was sent for it.
 */
export async function cleanJournalled(state: ApiState, journalled: Journalled): Promise<Cleaned> {
  const { inventory, requests, journal } = state;
  requests.recallWords([...journalled.words]);
  for (const operation of journalled.proven) inventory.noteProven(operation);
  recallCreations(state, journalled);
  for (const path of journalled.disowned) inventory.disown(path);
  const gone: string[] = [];
  for (const [path, bodies] of journalled.items)
    if ((await claim(state, path, bodies)) === "gone") gone.push(path);
  for (const path of journalled.put) await claimPut(state, path);
  for (const path of gone) journal.item({ event: "gone", path });
  await cleanUp(state);
  const records = [...inventory.former, ...inventory.records()];
  const ended = records.filter(({ address, isCreated }) => isCreated && isGone(inventory, address));
  const wasGone = ended.filter(({ deletion }) => [404, 410].includes(deletion?.status ?? 0));
  const changes = await restoreAll(state, journalled.changes);
  return {
    deleted: ended.filter((each) => !wasGone.includes(each)).map(({ address }) => address),
    gone: [...gone, ...wasGone.map(({ address }) => address)],
    restored: changes.flatMap(({ item, reason }) => (reason === undefined ? [item] : [])),
    left: [...drawAccount(state).left, ...changes.filter(({ reason }) => reason !== undefined)],
  };
}

/** Has the creations known as the run knew them. One without a word of the run could be taken for somebody else's: it is not looked for. */
function recallCreations(state: ApiState, { creations, disowned }: Journalled): void {
  const { inventory, contract, api } = state;
  for (const [trace, { operation: id, path, body, status, items }] of creations) {
    const operation = contract.operations.get(id);
    if (operation === undefined || readsByPost(operation) || actedOn(operation, api) !== undefined) continue;
    if (operation.method !== "POST" || !leadsTo(operation, path)) continue;
    // Runs with the same seed have the same words: what only a word shows is looked for where nothing else is at stake.
    const markers = status === undefined && !trustsOtherEvidence(state) ? [] : markersIn(state, body);
    const sent = parseJson(body);
    // The run may have been cut off before the first response that showed it.
    if (status === undefined && creates(operation)) inventory.noteProven(id);
    inventory.noteCreation(trace, {
      ...{
        operation,
        collection: addressOf(path),
        markers,
        status,
        sentAt: 0,
        isResent: false,
        addresses: items,
      },
      sent: sent.status === "valid" && markers.length > 0 ? sent.value : undefined,
    });
    if (status !== 201) continue;
    for (const each of items) if (!disowned.has(each)) inventory.noteAnnounced(each);
  }
}

/** Is it an address of an operation? Anybody may have written a journal. */
function leadsTo({ path: template }: Operation, path: string): boolean {
  const [of, parts] = [template, addressOf(path)].map((each) => each.split("/"));
  const isFit = (part: string, at: number): boolean =>
    of?.[at]?.includes("{") === true ? !["", ".", ".."].includes(part) : part === of?.[at];
  return parts?.length === of?.length && parts?.every(isFit) === true;
}

/** Is 201 the only success that an operation describes? */
function creates({ responses }: Operation): boolean {
  const successes = [...responses.keys()].filter((status) => status.startsWith("2"));
  return successes.length > 0 && successes.every((status) => status === "201");
}

/** Takes an item over that is seen to be the run's own; any other that the run had is named as left. */
async function claim(state: ApiState, path: string, bodies: readonly string[]): Promise<"gone" | "present"> {
  const { inventory } = state;
  if (path.includes(redacted)) {
    inventory.noteAnnounced(path);
    inventory.noteReason(path, "its address holds a form of the key, which no journal has");
    return "present";
  }
  const resource = /^\/[^?#\\]*$/.test(path) ? resourceOfAddress(state.api.resources, path) : undefined;
  const response = await readOf(state, resource, path);
  if ([404, 410].includes(response?.status ?? 0)) return "gone";
  const isServed = response !== undefined && isSuccess(response.status);
  if (resource !== undefined && isServed && isOwn(state, resource, response, bodies)) {
    inventory.takeOver({ resource, id: idAt(path), path, own: true });
    return "present";
  }
  inventory.noteAnnounced(path);
  if (isServed) inventory.noteReason(path, anotherShown);
  else if (resource !== undefined)
    inventory.noteReason(path, "nothing shows that it is still the run's own: it cannot be read");
  return "present";
}

/** Takes over what a PUT has created. */
async function claimPut(state: ApiState, path: string): Promise<void> {
  const resource = resourceOfAddress(state.api.resources, path);
  const response = await readOf(state, resource, path);
  if (resource === undefined || response === undefined || !isSuccess(response.status)) return;
  if (isOwn(state, resource, response, []))
    state.inventory.takeOver({ resource, id: idAt(path), path, own: true });
}

/** The response to a read of an item; undefined where the run may not read it. */
async function readOf(
  state: ApiState,
  resource: Resource | undefined,
  path: string,
): Promise<Response | undefined> {
  const { read } = resource ?? {};
  return read !== undefined && state.effects.has(read.id) ? responseAt(state, read, { path }) : undefined;
}

/** Shows a response a word of the run, or, where other evidence counts, all that was sent in one of these bodies? */
function isOwn(state: ApiState, resource: Resource, response: Response, bodies: readonly string[]): boolean {
  if (markersIn(state, shownText(response)).length > 0) return true;
  const json = shownJson(response);
  const representations = [json, ...(isJsonObject(json) ? [unwrapped(resource, json)] : [])];
  return (
    trustsOtherEvidence(state) &&
    bodies.some((body) => {
      const sent = parseJson(body);
      return sent.status === "valid" && representations.some((each) => showsValuesOf(sent.value, each));
    })
  );
}

/** A singleton, and why it is not restored. */
interface Restoration {
  readonly item: string;
  readonly reason?: string;
}

async function restoreAll(
  state: ApiState,
  changes: readonly JournalledChange[],
): Promise<readonly Restoration[]> {
  const all: Restoration[] = [];
  for (const change of changes) {
    const reason = await restore(state, change);
    all.push({ item: change.path, ...(reason !== undefined && { reason }) });
    if (reason === undefined) state.journal.change({ event: "restored", ...change });
  }
  return all;
}

/** Sends the values from before to a singleton that does not show them. @returns why it still does not */
async function restore(
  state: ApiState,
  { method, path, body }: JournalledChange,
): Promise<string | undefined> {
  const operations = [...state.contract.operations.values()].filter((each) => each.path === path);
  const operation = operations.find((each) => each.method === method);
  const read = operations.find((each) => each.method === "GET");
  const sent = parseJson(body);
  const valid = operation && requestIfAny(state, operation);
  if (body.includes(redacted)) return "the values from before hold a form of the key, which no journal has";
  if (operation === undefined || read === undefined || valid === undefined || sent.status !== "valid")
    return `the description does not say how ${method} ${path} restores it`;
  if (
    !trustsOtherEvidence(state) ||
    changeableSingleton(findCautions(state.contract).get(operation)) === undefined
  )
    return `${method} ${path} is not called: what it changes may be others' by now, unless --disposable says otherwise`;
  const before = await responseAt(state, read, { path });
  if (showsValuesOf(sent.value, shownJson(before))) return undefined;
  if (before === undefined || !isSuccess(before.status)) return "it cannot be read";
  const etag = takesIfMatch(operation) ? headerValues(before, "etag") : [];
  const headers = [...valid.request.headers, ...etag.slice(0, 1).map((each) => ["If-Match", each] as const)];
  const request = { ...valid.request, headers, path, label: "the values from before" };
  const { outcome } = await state.target.sendOnce({ ...request, body: encodeFor(operation, sent.value) });
  const after: Json | undefined = shownJson(await responseAt(state, read, { path }));
  if (showsValuesOf(sent.value, after)) return undefined;
  const status = outcome.kind === "response" ? `${outcome.status}` : "no response";
  return `could not be restored: ${method} with the values from before got ${status}`;
}
