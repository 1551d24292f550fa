import type { Operation } from "../description/index.js";
import { isSuccess, type ParsedExchange } from "../engine/index.js";
import { isSameJson, renderJson } from "../json/index.js";
import {
  addedOnce,
  type Broken,
  eachOnce,
  isBroken,
  judgeRefusedCreation,
  type LawFacts,
  lawCheck,
  listLaws,
  refusedChange,
  rowsAsRead,
} from "../laws/index.js";
import { addressOf, itemAddress, itemsIn } from "../model/index.js";
import {
  assume,
  type ChosenValues,
  type Context,
  createItem,
  creationFor,
  largestPageAfter,
  markersOf,
  ownItemsIn,
  renewed,
  settle,
  showsOneOf,
  validRequest,
} from "../session/index.js";
import type { Case } from "../transport/index.js";
import { at } from "../values/index.js";
import { sentIn } from "./item-views.js";
import { type AdditionReenactment, addedTwice } from "./judge-additions.js";
import { type RowsReenactment, shownRows } from "./judge-each-once.js";
import {
  askedOf,
  type CreationReenactment,
  type ListReenactment,
  listingOf,
  listingsOf,
} from "./judge-lists.js";
import type { RowReenactment } from "./judge-rows.js";
import { judgeRowOf } from "./lists/rows-as-read.js";
import { createAgain, sendAny } from "./re-enactment.js";

/** Asks for a list in two ways, while it stays the same. */
export async function reenactList(t: Context, { plain, asked }: ListReenactment): Promise<void> {
  const operation = t.state.contract.operations.get(asked.operation);
  const resource = operation && t.state.api.resourceIn(operation);
  const asks = operation && askedOf(operation, asked);
  assume(operation !== undefined && resource !== undefined, "not listed");
  assume(asks !== undefined && asks.asks !== "plain", "not listed");
  const { asks: way, member, most } = asks;
  const read = async (request: Case) => listingOf(t.state, operation, resource, await t.send(request));
  const first = await read(plain);
  const second = await read(asked);
  const exchange = t.exchanges.length - 1;
  const third = await read(plain);
  const ids = [first, third].map(({ rows }) => rows.map(({ id }) => id).toSorted());
  assume(isSameJson(ids[0] ?? null, ids[1] ?? null), "first page changes");
  const listings = listingsOf(third, second, { request: asked, asks: way, member, most });
  for (const law of listLaws) {
    const judgement = law.judge(listings);
    if (isBroken(judgement)) fail(t, law, judgement, exchange);
    else if (judgement === "kept") t.expectNone([], lawCheck(law));
  }
}

/** Times that a list is asked for which has shown an item twice: one that is put together from several sources may catch up. */
const mostAsked = 2;

/** Asks for a list again, with an item of the run in it. */
export async function reenactRows(t: Context, { request }: RowsReenactment): Promise<void> {
  const operation = t.state.contract.operations.get(request.operation);
  const resource = operation && t.state.api.resourceIn(operation);
  assume(operation !== undefined && resource !== undefined, "not listed");
  const creation = creationFor(t.state, operation);
  if (ownItemsIn(t.state, resource, request.path).length === 0 && creation !== undefined)
    await createItem(t, creation);
  for (let asked = 1; ; asked += 1) {
    const { rows } = listingOf(t.state, operation, resource, await t.send(request));
    const judgement = eachOnce.judge(shownRows(t.state, resource, request, rows));
    if (judgement === "kept") return t.expectNone([], lawCheck(eachOnce));
    assume(isBroken(judgement), "no item");
    if (asked === mostAsked) return fail(t, eachOnce, judgement, t.exchanges.length - 1);
    await settle(t);
  }
}

/** Creates an item with the same members as one whose row was another, and compares its row with it. */
export async function reenactRow(t: Context, { list: id, created }: RowReenactment): Promise<void> {
  const list = t.state.contract.operations.get(id);
  const read = list && t.state.api.resourceIn(list)?.read;
  assume(list !== undefined && read !== undefined, "not listed");
  const { item } = await createAgain(t, created, t.state.requests.ownWord);
  const clients = Object.keys(sentIn(created, item.resource) ?? {});
  const judgement = await judgeRowOf(t, { list, read }, { item, clients });
  assume(judgement !== "no occasion", "not listed");
  if (isBroken(judgement)) fail(t, rowsAsRead, judgement, t.exchanges.length - 2);
  else t.expectNone([], lawCheck(rowsAsRead));
}

/** Sends what was refused once more, with words that no request had: the list shows none of them. */
export async function reenactCreation(t: Context, { list: id, request }: CreationReenactment): Promise<void> {
  const list = t.state.contract.operations.get(id);
  const again = renewed(t.state, request);
  assume(list !== undefined && again !== undefined, "not listed");
  const { status } = (await sendAny(t, again))?.response ?? {};
  const exchange = t.exchanges.length - 1;
  assume(status !== undefined && status >= 400 && status < 500, "not changed", status);
  await settle(t);
  const page = await listAt(t, list, request);
  assume(page !== undefined && isSuccess(page.response.status), "not listed");
  const own = markersOf(t.state, again);
  const row = itemsIn(page.json).find((each) => showsOneOf(renderJson(each), own));
  const judgement = judgeRefusedCreation({ text: `${again.method} ${again.path}`, status, row });
  if (isBroken(judgement)) fail(t, refusedChange, judgement, exchange);
  else t.expectNone([], lawCheck(refusedChange));
}

/** Times that a list is asked for after a creation: what a queue delivers twice may be there a little later. */
const mostAskedAfter = 2;

/** Sends a creation once more, with words that no other run has, and looks in the list for a second item with them. */
export async function reenactAddition(t: Context, { list: id, request }: AdditionReenactment): Promise<void> {
  const { state } = t;
  const list = state.contract.operations.get(id);
  const resource = list && state.api.resourceIn(list);
  const again = renewed(state, request, state.requests.ownWord);
  assume(list !== undefined && resource !== undefined && again !== undefined, "not listed");
  const read = async () => {
    const page = await listAt(t, list, request);
    assume(page !== undefined && isSuccess(page.response.status), "not listed");
    return { resource, request: page.exchange.case, rows: listingOf(state, list, resource, page).rows };
  };
  const before = new Set((await read()).rows.map((row) => row.id));
  const parsed = await sendAny(t, again);
  const sent = t.exchanges.length - 1;
  const creation = parsed && state.inventory.creations.get(parsed.exchange.trace);
  const isOne = creation?.addresses.length === 1 && !creation.isResent;
  assume(isOne && isSuccess(parsed?.response.status ?? 0), "not created");
  for (let asked = 1; ; asked += 1) {
    await settle(t);
    const shown = await read();
    const second = addedTwice(state, shown).find(
      (each) => each.creation === creation && !before.has(each.row.id),
    );
    if (second !== undefined) {
      state.suspicions.noteAddsTwo(creation.operation.id);
      state.inventory.takeOver({ resource, id: second.row.id, path: second.address, own: true });
      return fail(t, addedOnce, second.broken, sent);
    }
    if (asked < mostAskedAfter) continue;
    const [address = ""] = creation.addresses;
    assume(
      shown.rows.some((row) => itemAddress(resource, request.path, row.id) === address),
      "not listed",
    );
    return t.expectNone([], lawCheck(addedOnce));
  }
}

/** Asks for a list as it is; where that is a part of it, for its largest page. */
async function listAt(t: Context, list: Operation, { path }: Case): Promise<ParsedExchange | undefined> {
  const ask = (chosen: ChosenValues) =>
    sendAny(t, at(validRequest(t.state, list, undefined, chosen).request, { path: addressOf(path) }));
  const usual = await ask(new Map());
  if (usual === undefined || !isSuccess(usual.response.status)) return usual;
  const largest = largestPageAfter(list, usual);
  return largest.size === 0 ? usual : ask(largest);
}

function fail(t: Context, law: LawFacts, { pointer, ...failure }: Broken, exchange: number): void {
  const shownBy = t.exchanges.slice(exchange);
  const place = { in: "body", pointer: pointer ?? "" } as const;
  t.expect(false, { check: lawCheck(law), ...failure, at: place, exchange, shownBy });
}
