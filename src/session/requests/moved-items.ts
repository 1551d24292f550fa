import { isSuccess, parseExchange, shownText } from "../../engine/index.js";
import { type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import { addressOf, idIn, isId, itemAddress, membersShownIn, parentUrl } from "../../model/index.js";
import type { Case, Exchange } from "../../transport/index.js";
import { bodyTextOf } from "../../values/index.js";
import { type ApiState, type KnownItem, markersIn, markersOf, showsOneOf } from "../api-state.js";
import { showsValuesOf, trustsOtherEvidence } from "../created-items.js";
import type { ItemRecord, RecordedChange } from "../records.js";
import { idsOfRow, rowsAt } from "./list-rows.js";
import { probe } from "./read-item.js";
import { isNewSince } from "./recorded-creations.js";

/** The same request, to the address that its item has now: a change may have given that another id. */
export function followed({ inventory }: ApiState, request: Case): Case {
  const address = addressOf(request.path);
  const present = inventory.present(address);
  return present === address
    ? request
    : { ...request, path: `${present}${request.path.slice(address.length)}` };
}

/**
 * Follows an item to which a change gave another id: it is named by a member that was changed, or by a slug of that. It moved only
 * where nothing is at its address any more, and another one shows a word of the run.
 */
export async function followChange(state: ApiState, item: KnownItem, exchange: Exchange): Promise<void> {
  const { resource, path } = item;
  if (!isAccepted(exchange) || resource.read === undefined || addressOf(exchange.case.path) !== path) return;
  for (const id of newIds(state, item, exchange)) {
    const to = itemAddress(resource, parentUrl(path), id);
    if (state.inventory.at(to)?.item?.own === true) continue;
    const shown = shownText(await probe(state, resource.read, { path: to }));
    if (markersIn(state, shown).length === 0) continue;
    if ((await probe(state, resource.read, item)) === undefined) state.inventory.move(path, { id, path: to });
    return;
  }
}

function isAccepted({ outcome, case: { method } }: Exchange): boolean {
  return ["PUT", "PATCH"].includes(method) && outcome.kind === "response" && isDone(outcome);
}

/** The ids that an item may have after a change: the one that the response shows, or the value of the member that had the id. */
function newIds(state: ApiState, { resource, path, id }: KnownItem, exchange: Exchange): readonly string[] {
  const { outcome } = exchange;
  const before = state.inventory.at(path)?.representation;
  const shown =
    outcome.kind === "response" ? parseExchange(exchange, outcome, state.validate).json : undefined;
  const body = parseJson(bodyTextOf(exchange.case));
  const sent = body.status === "valid" ? body.value : undefined;
  const former = Object.entries(membersShownIn(resource, before));
  const named = former.flatMap(([name, value]) => (isText(value, id) ? [name] : []));
  const isShownSo = before === undefined || idIn(resource, before) === id;
  const values = [shown, sent].flatMap((each) => {
    const members = membersShownIn(resource, each);
    return named.flatMap((name) => (Object.hasOwn(members, name) ? [members[name]] : []));
  });
  const texts = values.flatMap((each) =>
    typeof each === "string" || typeof each === "bigint" ? `${each}` : [],
  );
  const all = [...(isShownSo ? [idIn(resource, shown)] : []), ...texts];
  return [...new Set(all)].flatMap((each) =>
    each === undefined || each === id || !isId(each) ? [] : [each],
  );
}

function isText(value: Json | undefined, text: string): boolean {
  return (typeof value === "string" || typeof value === "bigint") && `${value}` === text;
}

/**
 * Looks in its list for an item that is not found at its address although nothing deleted it: after a change it may have another id
 * that no response showed. A row that shows words of the
 * change is the item, and so may be a new one that shows all that was sent.
 * @returns the item at its new address
 */
export async function followMissing(state: ApiState, address: string): Promise<KnownItem | undefined> {
  const { inventory } = state;
  const record = inventory.at(address);
  const { item } = record ?? {};
  const { list } = item?.resource ?? {};
  if (record === undefined || item?.own !== true || list === undefined || !state.effects.has(list.id))
    return undefined;
  const isFound = ![undefined, 404, 410].includes(record.deletion?.status);
  if (isFound || record.isAbsent || !record.changes.some(isDone)) return undefined;
  inventory.noteAbsent(address);
  const page = await rowsAt(state, list, parentUrl(address));
  const row = page?.rows.find((each) => isRowOf(state, record, each));
  const [id] = row === undefined ? [] : idsOfRow(item.resource, row);
  if (id === undefined) return undefined;
  const path = itemAddress(item.resource, parentUrl(address), id);
  if (path === address || inventory.at(path)?.item?.own === true) return undefined;
  inventory.move(address, { id, path });
  return inventory.at(path)?.item;
}

/** Does a row show what an accepted change of an item sent: words of the run, or all values, where it was not there before? */
function isRowOf(state: ApiState, { address, item, changes }: ItemRecord, row: JsonObject): boolean {
  const done = changes.filter(isDone);
  const markers = done.flatMap(({ exchange }) => markersOf(state, exchange.case));
  if (showsOneOf(renderJson(row), markers)) return true;
  const last = done.at(-1)?.exchange;
  const [id = ""] = item === undefined ? [] : idsOfRow(item.resource, row);
  const path = item && itemAddress(item.resource, parentUrl(address), id);
  if (last === undefined || path === undefined || !trustsOtherEvidence(state)) return false;
  const body = parseJson(bodyTextOf(last.case));
  return (
    body.status === "valid" &&
    isNewSince(state, path, last.sentAt) &&
    showsValuesOf(membersShownIn(item?.resource, body.value), row)
  );
}

/** Has a change of an item been accepted? A PUT that creates one (201) moves none. */
function isDone({ status = 0 }: Pick<RecordedChange, "status">): boolean {
  return isSuccess(status) && status !== 201;
}
