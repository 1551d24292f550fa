import { isSuccess, type ParsedExchange, shownText, unlessSkipped } from "../engine/index.js";
import { isJsonObject, type Json, parseJson } from "../json/index.js";
import {
  type Broken,
  type ItemLaw,
  isBroken,
  itemLaws,
  lawCheck,
  type Request,
  untouched,
  type View,
} from "../laws/index.js";
import { membersShownIn } from "../model/index.js";
import {
  assume,
  type Context,
  type KnownItem,
  markersOf,
  readItem,
  renewed,
  settle,
  showsOneOf,
} from "../session/index.js";
import { accepting, type Case, orRefused } from "../transport/index.js";
import { bodyTextOf } from "../values/index.js";
import { clientsOf, ownTextsOf, sentIn, viewOf } from "./item-views.js";
import { type Item, type NewItems, newItem, newItemsFor } from "./items/new-items.js";
import { type ItemReenactment, isSibling, type Repeated } from "./judge-laws.js";

/** A new item to which requests are done, as it was read last. */
interface Subject {
  readonly item: Item;
  readonly related: NewItems;
  /** The creation with whose members it was made; undefined where any new item will do. */
  readonly created: Case | undefined;
  readonly clients: readonly string[];
  readonly view: View;
  /** The last change that was accepted, as it was sent. */
  readonly last: string | undefined;
}

/** A request that was sent to a subject, and the number of its exchange. */
interface Done {
  readonly step: Repeated;
  readonly request: Case;
  readonly status: number;
  /** Undefined where the response is no JSON. */
  readonly json: Json | undefined;
  readonly exchange: number;
}

/**
 * Sends requests again on a new item, which is read before and after each. The first after which a law is broken is a finding, unless
 * another new item, to which nothing is done, changes as well.
 */
export async function reenactOnItem(
  t: Context,
  { read: id, created, steps }: ItemReenactment,
): Promise<void> {
  const read = t.state.contract.operations.get(id);
  const related = read && newItemsFor(read, t.state.api);
  assume(related !== undefined, "no item");
  const began = t.state.clock.elapsed();
  let subject = await newSubject(t, related, created);
  const send = sender(t, subject);
  const tried = new Set<string>();
  for (const step of steps) {
    const done = await send(step);
    if (done === undefined) continue;
    const first = await judge(t, subject, done);
    // A change may be shown late.
    if (first.broken !== undefined) await settle(t);
    const { broken, law, after } = first.broken === undefined ? first : await judge(t, subject, done);
    if (broken !== undefined && law !== undefined) {
      const shownBy = [...t.exchanges.slice(done.exchange - 1, done.exchange + 1), ...t.exchanges.slice(-1)];
      await expectStill(t, subject, t.state.clock.elapsed() - began);
      const { pointer, ...failure } = broken;
      const at = pointer === undefined ? ({ in: "status" } as const) : ({ in: "body", pointer } as const);
      return t.expect(false, { check: lawCheck(law), ...failure, at, exchange: done.exchange, shownBy });
    }
    for (const each of first.kept) tried.add(each);
    if (after === undefined) break;
    subject = { ...subject, view: after, last: lastOf(subject, done) };
  }
  for (const law of itemLaws) if (tried.has(law.id)) t.expectNone([], lawCheck(law));
}

/** @param created a creation: the item is made with the same members, where the server accepts that again */
async function newSubject(t: Context, related: NewItems, created?: Case): Promise<Subject> {
  const item = (created && (await sameItem(t, related, created))) ?? (await newItem(t, related));
  const view = viewOf(item.resource, item.found);
  const { members } = viewOf(item.resource, item.sent);
  return { item, related, created, view, clients: clientsOf(members, view.members), last: undefined };
}

async function sameItem(t: Context, related: NewItems, created: Case): Promise<Item | undefined> {
  const again = created.operation === related.create.id ? renewed(t.state, created) : undefined;
  const sent = again && parseJson(bodyTextOf(again));
  if (sent?.status !== "valid") return undefined;
  return unlessSkipped(() => newItem(t, related, () => sent.value));
}

function lastOf({ last }: Subject, { step, request, status }: Done): string | undefined {
  return step.to === "item" && request.method !== "GET" && isSuccess(status) ? bodyTextOf(request) : last;
}

/** How an item is shown after a request, the first law that is broken then, and the ids of those that are kept. */
interface Judged {
  readonly after: View | undefined;
  readonly law?: ItemLaw;
  readonly broken?: Broken;
  readonly kept: readonly string[];
}

/** Reads an item after a request, and judges laws by it. */
async function judge(
  t: Context,
  { item, related, view, clients, last }: Subject,
  { step: { to }, request: sent, status, json }: Done,
): Promise<Judged> {
  const shown = await readItem(t, related.read, item, [404, 410]);
  const after = shown === undefined ? undefined : viewOf(item.resource, shown);
  const { method, path } = sent;
  const request: Request = {
    ...{
      method,
      status,
      text: `${method} ${path}`,
      isOfItem: to === "item",
      isOfSibling: isSibling(path, item.path),
    },
    sent: sentIn(sent, item.resource),
    ...(isJsonObject(json) && { shown: membersShownIn(item.resource, json) }),
    isRepeated: last === bodyTextOf(sent) && isSuccess(status),
  };
  const isOwnText = ownTextsOf(t.state);
  const { inventory } = t.state;
  // A change may have given it another id, and the address that goes with it.
  const { id } = inventory.at(inventory.present(item.path))?.item ?? item;
  const step = { id, before: view, request, after, clients, isOwnText, ...alone };
  const judged = itemLaws.map((law) => ({ law, judgement: law.judge(step) }));
  const kept = judged.flatMap(({ law, judgement }) => (judgement === "kept" ? [law.id] : []));
  for (const { law, judgement } of judged)
    if (isBroken(judgement)) return { after, law, broken: judgement, kept };
  return { after, kept };
}

/** Nothing else is sent meanwhile. */
const alone = { explained: [], others: [] };

/** @throws Skip where an item changes or goes away to which nothing is done: then nothing shows what changed the other */
async function expectStill(t: Context, { related, created }: Subject, wait: number): Promise<void> {
  const { item, view, clients } = await newSubject(t, related, created);
  await settle(t, wait);
  const shown = await readItem(t, related.read, item, [404, 410]);
  const isStill = shown !== undefined && untouched(view, viewOf(item.resource, shown), clients);
  assume(isStill, "changes untouched");
}

/** Sends the requests of a re-enactment, each at the address of a new item, with words that no request had: the same ones where it comes twice. */
function sender(t: Context, { item }: Subject): (step: Repeated) => Promise<Done | undefined> {
  const bodies = new Map<string, Case["body"]>();
  const others = new Map<string, KnownItem | undefined>();
  const freshBody = (request: Case): Case["body"] => {
    const text = bodyTextOf(request);
    const isText = request.body?.kind === "text" && request.method !== "GET";
    if (isText && !bodies.has(text)) bodies.set(text, renewed(t.state, request)?.body ?? request.body);
    return bodies.get(text) ?? request.body;
  };
  /** A new item of the kind that is at an address. */
  const otherAt = async ({ address, read: id = "" }: Repeated): Promise<KnownItem | undefined> => {
    const read = t.state.contract.operations.get(id);
    const kind = read && newItemsFor(read, t.state.api);
    if (kind === undefined) return undefined;
    if (!others.has(address)) others.set(address, await unlessSkipped(() => newItem(t, kind)));
    return others.get(address);
  };
  return async (step) => {
    const { request, to, address } = step;
    const target = to === "same" ? { path: address } : to === "item" ? item : await otherAt(step);
    if (target === undefined || !request.path.startsWith(address)) return undefined;
    const body = freshBody(request);
    const path = `${target.path}${request.path.slice(address.length)}`;
    const again = { ...request, ...(body && { body }), path };
    const parsed = await sendAny(t, again);
    if (parsed === undefined) return undefined;
    const { response, json } = parsed;
    return { step, request: again, status: response.status, json, exchange: t.exchanges.length - 1 };
  };
}

/** An item that was created as another one, and the number of the exchange that created it. */
interface CreatedAgain {
  readonly item: KnownItem;
  readonly status: number;
  readonly exchange: number;
  /** Has its response no word of the request, so that it was read to be known as the run's own? */
  readonly wasRead: boolean;
}

/**
 * Sends a creation once more, with other words.
 * @throws Skip where nothing is created then
 */
export async function createAgain(
  t: Context,
  created: Case,
  newWord: () => string = t.state.words.marker,
): Promise<CreatedAgain> {
  const again = renewed(t.state, created, newWord);
  const parsed = again && (await sendAny(t, again));
  const { inventory } = t.state;
  const [address = ""] = (parsed && inventory.creations.get(parsed.exchange.trace)?.addresses) ?? [];
  const item = inventory.at(address)?.item;
  assume(parsed !== undefined && isSuccess(parsed.response.status) && item !== undefined, "not created");
  const wasRead = !showsOneOf(shownText(parsed.response), markersOf(t.state, parsed.exchange.case));
  return { item, status: parsed.response.status, exchange: t.exchanges.length - 1, wasRead };
}

/** Sends a request that may be refused for any reason; undefined where it is not sent. */
export function sendAny(t: Context, request: Case): Promise<ParsedExchange | undefined> {
  return t.sendAnyway({ ...request, accepts: [...orRefused(request), ...accepting(401)] });
}
