import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../description/index.js";
import type { Judged } from "../engine/index.js";
import { isSuccess, type ParsedExchange } from "../engine/index.js";
import { isJsonObject } from "../json/index.js";
import {
  type ItemLaw,
  idempotentPuts,
  isBroken,
  itemLaws,
  lawCheck,
  type Request,
  type Step,
  type View,
} from "../laws/index.js";
import {
  addressOf,
  endsInParameter,
  idOf,
  isAtOrBelow,
  isRead,
  itemAddress,
  itemsIn,
  membersShownIn,
  needsKey,
  parentUrl,
  type Resource,
} from "../model/index.js";
import type { ApiState, ItemRecord, KnownItem, Sent } from "../session/index.js";
import type { Case } from "../transport/index.js";
import { isStillShown } from "../values/index.js";
import { checksIn } from "./invariants.js";
import { clientsOf, ownTextsOf, sentIn, viewOf } from "./item-views.js";
import { newItemsFor } from "./items/new-items.js";
import { judgeLists } from "./judge-lists.js";
import { suspectAbsent } from "./judge-presence.js";
import { judgeRepresentation, type Shown } from "./judge-representation.js";
import { judgeRows } from "./judge-rows.js";

/** A request as a re-enactment sends it: to its new item, to another new one, or where it was sent before. */
export interface Repeated {
  readonly request: Sent["request"];
  readonly to: "item" | "other" | "same";
  /** The address of the item that it was sent to. */
  readonly address: string;
  /** The operation that reads the other item. */
  readonly read?: string;
}

/** All that a re-enactment takes: plain data. */
export interface ItemReenactment {
  readonly kind: "item";
  /** The operation that reads the item. */
  readonly read: string;
  /** The creation of the item to which it was done first; absent where any new item will do. */
  readonly created?: Case;
  readonly steps: readonly Repeated[];
}

/** Requests of a suspicion that are sent again. */
const mostSteps = 8;

/**
 * Judges the laws by a response, before the records have it: a law that was kept counts, and one that may be broken is suspected. Only
 * a re-enactment finds it broken.
 */
export function judgeLaws(state: ApiState, parsed: ParsedExchange): readonly Judged[] {
  const { exchange } = parsed;
  const operation = state.contract.operations.get(exchange.case.operation);
  if (operation === undefined) return [];
  const kept = new Set<string>();
  const items = shownIn(state, operation, parsed);
  for (const shown of items) {
    if (shown.json === undefined) suspectAbsent(state, shown);
    noteClients(state, shown);
    for (const law of judgeItem(state, shown, exchange)) {
      state.suspicions.noteKept(law.id);
      kept.add(lawCheck(law));
    }
  }
  const judged = items.flatMap(judgeRepresentation);
  const rows = items.filter(({ by }) => by === "row");
  for (const id of judgeRows(state, operation, { path: exchange.case.path, rows }))
    kept.add(lawCheck({ id }));
  for (const id of judgeLists(state, operation, parsed)) kept.add(lawCheck({ id }));
  // The others were recorded when they were sent.
  if (isRead(operation)) state.suspicions.noteSent(exchange.case)(exchange);
  const due = checksIn(state.contract);
  return [...[...kept].map((check) => ({ check, failures: [] })), ...judged].filter(({ check }) =>
    due.has(check),
  );
}

/** The items of the run that a response shows, or says to be gone. */
function shownIn(
  { api, inventory, contract }: ApiState,
  operation: Operation,
  { exchange, response, json }: ParsedExchange,
): readonly Shown[] {
  if (operation.method !== "GET") return [];
  // Without a good key, a response may show less.
  const isUsual = exchange.case.credential.kind === "good" || !needsKey(contract, operation);
  const own = (address: string): Pick<Shown, "record" | "item"> | undefined => {
    const record = inventory.at(inventory.present(address));
    const isOwn = record?.item?.own === true && record.deletion === undefined && !record.isContested;
    return isOwn && record.item ? { record, item: record.item } : undefined;
  };
  if (endsInParameter(operation.path)) {
    const found = own(addressOf(exchange.case.path));
    const isGone = response.status === 404 || response.status === 410;
    if (found === undefined || !isUsual) return [];
    if (isGone) return [{ ...found, by: "read", json: undefined }];
    return isSuccess(response.status) && isJsonObject(json) ? [{ ...found, by: "read", json }] : [];
  }
  const resource = api.resourceIn(operation);
  if (resource === undefined || !isUsual || !isSuccess(response.status)) return [];
  return itemsIn(json).flatMap((row): readonly Shown[] => {
    const id = idOf(resource, row);
    const found = id === undefined ? undefined : own(itemAddress(resource, exchange.case.path, id));
    return found === undefined ? [] : [{ ...found, by: "row", json: row }];
  });
}

/** Records which members are the client's, once the first read of an item shows them. */
function noteClients({ inventory }: ApiState, { record, item, json }: Shown): void {
  if (record.clients !== undefined || json === undefined) return;
  const sent = record.creator && sentIn(record.creator.exchange.case, item.resource);
  if (sent === undefined) return;
  inventory.noteClients(record.address, clientsOf(sent, membersShownIn(item.resource, json)));
}

/** The laws that one request may keep or break: another one takes the same request twice, which only a re-enactment sends. */
const lawsOfOne = itemLaws.filter((law) => law !== idempotentPuts);

/** Judges the laws by an item as it is shown now, and as the same source showed it last. @returns the laws that were kept */
function judgeItem(
  state: ApiState,
  { record, item, by, json }: Shown,
  now: ParsedExchange["exchange"],
): readonly ItemLaw[] {
  const before = record.sights[by];
  if (before === undefined) return [];
  const { resource } = item;
  const between = state.suspicions.sent.filter(
    ({ endedAt, sentAt }) => endedAt >= before.steadySince && sentAt <= now.sentAt + now.duration,
  );
  const accepted = between.filter((each) => isChangeOf(state, record, each) && mayBeAccepted(each));
  const views = { before: viewOf(resource, before.json), after: json && viewOf(resource, json) };
  // An item that is as before breaks no law, and shows nothing new of those that were kept before.
  const isSame = accepted.length === 0 && isDeepStrictEqual(before.json, json);
  const due = isSame ? lawsOfOne.filter(({ id }) => !state.suspicions.kept.has(id)) : lawsOfOne;
  if (due.length === 0) return [];
  const effectsOf = (changes: readonly Sent[]): Pick<Step, "explained" | "others"> => ({
    explained: changes.flatMap(({ request }) => explainedBy(request, record, resource)),
    others: changes.map(({ request }) => sentIn(request, resource) ?? {}),
  });
  const effectsOfAll = effectsOf(accepted);
  const broken = new Map<ItemLaw, Sent[]>();
  const kept = new Set<ItemLaw>();
  for (const sent of between) {
    // Another property judges what the second user may change.
    if (sent.status === undefined || sent.request.credential.kind === "second") continue;
    const step: Step = {
      id: item.id,
      ...views,
      request: requestOf(state, record, sent.request, sent.status),
      clients: record.clients ?? [],
      isOwnText: ownTextsOf(state),
      ...(accepted.includes(sent) ? effectsOf(accepted.filter((each) => each !== sent)) : effectsOfAll),
    };
    // A request that overlapped with a read may have come before or after it.
    const isBetween = sent.sentAt > before.steadySince && sent.endedAt < now.sentAt;
    for (const law of due) {
      const judgement = law.judge(step);
      if (isBroken(judgement) && (isBetween || law.mayOverlap))
        broken.set(law, [...(broken.get(law) ?? []), sent]);
      else if (judgement === "kept" && isBetween && step.others.length === 0) kept.add(law);
    }
  }
  const isShown = (each: Sent): boolean => json !== undefined && showsSent(each, resource, views);
  for (const [law, all] of broken) {
    const likely = all.filter(isShown);
    suspect(state, record, item, { law, sent: likely.length > 0 ? likely : all });
  }
  return [...kept].filter((law) => !broken.has(law));
}

/** Does an item show a value that a request had, and that it did not show before? */
function showsSent(
  { request }: Sent,
  resource: Resource,
  { before, after }: { readonly before: View; readonly after: View | undefined },
): boolean {
  const sent = request.method === "GET" ? undefined : sentIn(request, resource);
  return Object.entries(sent ?? {}).some(
    ([name, value]) =>
      isStillShown(value, after?.members[name]) && !isStillShown(value, before.members[name]),
  );
}

/** Was a request accepted, or is its response not there? */
function mayBeAccepted({ status }: Sent): boolean {
  return status === undefined || isSuccess(status);
}

function isChangeOf({ inventory }: ApiState, { address }: ItemRecord, { request }: Sent): boolean {
  const to = inventory.present(addressOf(request.path));
  return request.method !== "GET" && isAtOrBelow(to, address);
}

/** The names of the members that a change of an item may have changed: all, where it replaces the item or is no object. */
function explainedBy(
  request: Sent["request"],
  { clients = [] }: ItemRecord,
  resource: Resource,
): readonly string[] {
  const sent = request.method === "PATCH" ? sentIn(request, resource) : undefined;
  return sent === undefined ? clients : Object.keys(sent);
}

function requestOf(
  { inventory }: ApiState,
  { address, item }: ItemRecord,
  request: Sent["request"],
  status: number,
): Request {
  const { method, path } = request;
  return {
    ...{ method, status, text: `${method} ${path}`, isRepeated: false },
    isOfItem: isAtOrBelow(inventory.present(addressOf(path)), address),
    isOfSibling: isSibling(path, address),
    sent: item && sentIn(request, item.resource),
  };
}

/** Is a request sent to another item in the collection of one? */
export function isSibling(path: string, address: string): boolean {
  return addressOf(path) !== address && parentUrl(addressOf(path)) === parentUrl(address);
}

/** Records that requests may have broken a law: what leads to it is sent again, on a new item. */
function suspect(
  state: ApiState,
  record: ItemRecord,
  { resource }: KnownItem,
  { law, sent }: { readonly law: ItemLaw; readonly sent: readonly Sent[] },
): void {
  const { read } = resource;
  if (read === undefined || newItemsFor(read, state.api) === undefined) return;
  const changes = state.suspicions.sent.filter(
    (each) =>
      isChangeOf(state, record, each) && isSuccess(each.status ?? 0) && each.request.method !== "DELETE",
  );
  const leading = law.followsChanges ? changes : [];
  const all = [...new Set([...leading, ...unlike(sent)])].toSorted(
    (left, right) => left.sentAt - right.sentAt,
  );
  const steps = all.flatMap((each) => repeatedOf(state, record, each) ?? []).slice(-mostSteps);
  const [last] = sent.toReversed();
  if (steps.length === 0 || last === undefined) return;
  const created = record.creator?.exchange.case;
  const input: ItemReenactment = { kind: "item", read: read.id, ...(created && { created }), steps };
  state.suspicions.note({ law: law.id, operation: last.request.operation, input });
}

/** Of requests of the same operation for the same reason, the first. */
function unlike(sent: readonly Sent[]): readonly Sent[] {
  const keyOf = ({ request }: Sent): string => `${request.operation} ${request.label}`;
  return sent.filter((each, index) => sent.findIndex((other) => keyOf(other) === keyOf(each)) === index);
}

function repeatedOf(
  { inventory, contract }: ApiState,
  { address }: ItemRecord,
  { request }: Sent,
): Repeated | undefined {
  const to = inventory.present(addressOf(request.path));
  if (isAtOrBelow(to, address)) return { request, to: "item", address };
  const { method } = request;
  if (method === "GET" || method === "POST") return { request, to: "same", address: to };
  if (!contract.operations.has(request.operation)) return undefined;
  const [other] = [to, parentUrl(to)].flatMap((each) => inventory.at(each)?.item ?? []);
  const read = other?.resource.read;
  return other === undefined || read === undefined
    ? { request, to: "same", address: to }
    : { request, to: "other", address: other.path, read: read.id };
}
