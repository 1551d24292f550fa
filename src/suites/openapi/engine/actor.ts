import { isSuccess, type ParsedExchange } from "../../../checks/index.js";
import { type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { type Case, fullShape, plainSchema, validValueOf } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import type { Response } from "../../../transport/index.js";
import { differencesOf, isComputed } from "../comparison/comparison.js";
import { oneTextOf } from "../comparison/one-text.js";
import { type Pair, pairOf } from "../comparison/representations.js";
import { isThere } from "../items/absent-items.js";
import { newItem } from "../items/new-items.js";
import { outdate } from "../items/stale-etag.js";
import { largestPage } from "../lists/list-page.js";
import {
  baselineOf,
  type Context,
  eventually,
  freshBaseline,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { createItem } from "../requests/create-item.js";
import { readItem } from "../requests/read-item.js";
import { at, type ChosenValues, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { idInBodyOf } from "../resources/id-members.js";
import { resourceAt } from "../resources/resource.js";
import { createdItem } from "../state/created-items.js";
import {
  forgetItem,
  hasMarker,
  type KnownItem,
  markersIn,
  ownItemAt,
  type ValidRequest,
} from "../state/state.js";
import { type BrokenPromise, failIfAlways, type Subject, type Trial } from "./confirmation.js";
import { assume } from "./reasons.js";
import type { Roles } from "./roles.js";

/** An item of the run, as its creation sent it, and as it was read then. */
export interface Item extends KnownItem {
  readonly sent: Json;
  readonly found: Json;
}

/** A change that the server accepted. */
export interface Change {
  readonly sent: Json;
  readonly response: Response;
  /** The number of its exchange. */
  readonly exchange: number;
}

/** An item that a creation created, as its response says. */
export interface Created extends Pick<KnownItem, "path" | "id"> {
  /** The number of the exchange. */
  readonly exchange: number;
}

/** A list, as it was shown once. */
export interface Page {
  /** Returns the text of an item in the list; undefined where the list does not show it. */
  readonly row: (item: Pick<KnownItem, "path">) => string | undefined;
}

/** Makes another request of a valid one and the body that is to be sent. */
export type Encode = (request: Case, sent: Json) => Case;

/**
 * Sends what a property needs, about the operation and the items of its roles. Each verb ends the property without a
 * verdict where the server does not let it happen.
 */
export interface Actor {
  /** Creates an item from a valid body, after an edit, and reads it. */
  readonly create: (edit?: (body: Json) => Json) => Promise<Item>;
  /** Creates an item that need not be readable. */
  readonly add: () => Promise<KnownItem>;
  /** A valid request of the operation, with values that no request had before. */
  readonly request: (options?: {
    /** The values of some parameters. */
    readonly chosen?: ChosenValues;
    readonly edit?: (body: Json) => Json;
  }) => ValidRequest;
  /** A value for a parameter that no request of any run had before. */
  readonly uniqueValue: (parameter: Parameter) => Json;
  /** Sends a request, and judges its response by the description. */
  readonly send: (request: Case) => Promise<Response>;
  /** An ETag that nothing has. */
  readonly unknownETag: () => string;
  /** Changes the item of a request. @returns the ETag that the item had before; undefined where nothing may change it */
  readonly formerETag: (request: Case) => Promise<string | undefined>;
  /** Creates an item by a request; undefined where the server refuses it, or its response does not show what it created. */
  readonly post: (request: ValidRequest) => Promise<Created | undefined>;
  /** The same with a request like one before, which may be answered as no description says. */
  readonly repost: (request: ValidRequest, label: string) => Promise<Created | undefined>;
  /** An item of the run that is there already, and is left as it is. */
  readonly borrow: () => KnownItem;
  /** A valid body of the operation, with values that no request had before. */
  readonly freshBody: () => Json;
  /**
   * Changes an item by a valid body, after an edit.
   * @returns undefined where the server refuses it
   */
  readonly change: (
    item: Pick<KnownItem, "path">,
    label: string,
    edit?: (body: Json) => Json,
    encode?: Encode,
  ) => Promise<Change | undefined>;
  /** Changes one text of an item, and nothing else. */
  readonly changeOneText: (
    item: Pick<KnownItem, "path">,
  ) => Promise<{ readonly name: string; readonly change: Change }>;
  /** Expects that a change was accepted, and is in effect: otherwise, the property ends without a verdict. */
  readonly applied: (change: Change | undefined) => Change;
  /** Reads an item; undefined where it is not there. */
  readonly read: (item: Pick<KnownItem, "path">) => Promise<Json | undefined>;
  /** Reads an item until it shows a change, or the time to settle is over. */
  readonly readChanged: (item: Pick<KnownItem, "path">, change: Pick<Change, "sent">) => Promise<Json>;
  readonly isThere: (item: Pick<KnownItem, "path">) => Promise<boolean>;
  /** The list of the items, on its largest page. */
  readonly list: () => Promise<Page>;
  /** Deletes an item. */
  readonly remove: (item: KnownItem) => Promise<void>;
  /** Notes that an item moved to another address, or vanished. */
  readonly forget: (item: KnownItem) => void;
  /** Looks until a condition holds, or the time to settle is over; the last that it saw. */
  readonly until: <Value>(poll: () => Promise<Value>, holds: (value: Value) => boolean) => Promise<Value>;
  /** Waits until a change may be shown everywhere; at least so many ms. */
  readonly settle: (least?: number) => Promise<void>;
  /** What was sent and what shows it, side by side; undefined where they have no member in common. */
  readonly pair: (
    sent: Json,
    found: Json,
    operation?: Operation,
  ) => (Pair & { readonly path: readonly string[] }) | undefined;
  /** The member of the operation's body with the id of an item; undefined where none surely has it. */
  readonly idInBody: (item: Item) => { readonly name: string; readonly value: Json } | undefined;
  /** Does an item show a word of a change, in the very member in which it was sent? */
  readonly shows: (found: Json | undefined, change: Pick<Change, "sent">) => boolean;
  /** Has the server values of its own for members with this name, as the user says? */
  readonly isComputed: (name: string) => boolean;
  /** Is it a text with a word that stands in no other request? */
  readonly isUniqueText: (value: Json | undefined) => value is string;
  /** Has a text a word of the run that was sent? */
  readonly hasWordOf: (text: string, sent: Json) => boolean;
  /** Ends the property without a verdict, unless the condition holds. */
  readonly assume: typeof assume;
  /** The promise was tried, and kept. */
  readonly pass: () => void;
  readonly expect: (holds: boolean, broken: BrokenPromise) => void;
  /** Takes down all that a comparison has found. */
  readonly expectNone: (broken: readonly BrokenPromise[]) => void;
  /**
   * Repeats a trial as often as it takes to believe it. Only what breaks the promise each time is a finding.
   * @param control looks for another cause at the end, and assumes that there is none
   */
  readonly failIfAlways: (subject: Subject, trial: Trial, control?: () => Promise<void>) => Promise<void>;
}

export function createActor(t: Context, { op, create, read, list, change }: Roles, check: string): Actor {
  const lastExchange = (): number => t.exchanges.length - 1;
  const expect: Actor["expect"] = (holds, broken) => t.expect(holds, { check, ...broken });
  const pass = (): void => t.expectNone([], check);
  const pair: Actor["pair"] = (sent, found, operation = op) =>
    pairOf(t.state, { operation, read, sent, found });
  const hasWordOf: Actor["hasWordOf"] = (text, sent) =>
    markersIn(t.state, renderJson(sent)).some((marker) => hasMarker(text, marker));
  const withBody: Encode = (request, sent) => ({ ...request, body: encodeFor(op, sent) });
  const createdBy = (parsed: ParsedExchange): Created | undefined => {
    const { status } = parsed.response;
    if (!isSuccess(status) || status === 202) return undefined;
    const item = createdItem(t.state, op, parsed);
    return item === undefined || item.isElsewhere ? undefined : { ...item, exchange: lastExchange() };
  };
  const applied: Actor["applied"] = (change) => {
    assume(change !== undefined && change.response.status !== 202, "not changed");
    return change;
  };

  async function sendChange(
    item: Pick<KnownItem, "path">,
    request: Case,
    sent: Json,
  ): Promise<Change | undefined> {
    const { response } = await t.send({ ...at(request, item), accepts: orRefused(request) });
    return isSuccess(response.status) ? { sent, response, exchange: lastExchange() } : undefined;
  }

  return {
    create: async (edit) => {
      assume(create !== undefined, "no item");
      const { item, sent, found } = await newItem(t, { create, read }, edit);
      return { ...item, sent, found };
    },
    add: async () => {
      assume(create !== undefined, "no item");
      return (await createItem(t, create)).item;
    },
    request: ({ chosen, edit } = {}) => {
      const { shape } = baselineOf(t, op);
      const valid = makeRequest(() => validRequest(t.state, op, shape, chosen));
      if (edit === undefined) return valid;
      const body = edit(valid.body ?? null);
      return { ...valid, body, request: withBody(valid.request, body) };
    },
    uniqueValue: ({ schema }) => {
      // An example of the description may have been used.
      const { examples: _, default: __, ...form } = plainSchema(schema);
      const options = { marker: t.state.nonce, reference: () => undefined, shape: fullShape };
      return makeRequest(() => validValueOf(form, options));
    },
    send: async (request) => (await t.send(request)).response,
    unknownETag: () => `"pedigree-${t.state.nonce()}"`,
    formerETag: async ({ path }) => {
      const item = ownItemAt(t.state, path);
      if (change === undefined || item === undefined || !t.state.baselines.has(change.id)) return undefined;
      return outdate(t, change, () => at(freshBaseline(t, change).request, item));
    },
    post: async ({ request }) => {
      const parsed = await t.sendAnyway({ ...request, accepts: orRefused(request) });
      return parsed && createdBy(parsed);
    },
    repost: async ({ request, body = null }, label) => {
      const exchange = await t.sendUnchecked({ ...request, accepts: orRefused(request), label });
      // The first item shows the words of a repetition that is refused: the server need not have stored it.
      for (const marker of markersIn(t.state, renderJson(body))) t.state.refused.delete(marker);
      const { outcome } = exchange;
      if (outcome.kind !== "response") return undefined;
      const isDescribed = responseTo(op, outcome.status) !== undefined;
      return isDescribed || outcome.status >= 500 ? createdBy(await t.judge(exchange)) : undefined;
    },
    borrow: () => {
      const resource = resourceAt(t.state.resources, read.path);
      const { items, actionFixtures } = t.state;
      const item = items.find(
        (each) => each.own && each.resource === resource && !actionFixtures.has(each.path),
      );
      assume(item !== undefined, "no item");
      return item;
    },
    freshBody: () => freshBaseline(t, op).body ?? null,
    change: (item, label, edit = (body) => body, encode = withBody) => {
      const { request, body = null } = freshBaseline(t, op);
      const sent = edit(body);
      return sendChange(item, { ...encode(request, sent), label }, sent);
    },
    changeOneText: async (item) => {
      const { request, body: whole = null } = freshBaseline(t, op);
      const text = oneTextOf(t.state, read, whole);
      assume(text !== undefined, "no text");
      const { name, body } = text;
      const label = `a change of ${name} alone`;
      return { name, change: applied(await sendChange(item, { ...withBody(request, body), label }, body)) };
    },
    applied,
    read: (item) => readItem(t, read, item),
    readChanged: async (item, { sent }) => {
      const isShown = (found: Json | undefined): boolean =>
        found !== undefined && differencesOf(t.state, { operation: op, read, sent, found }).length === 0;
      const found = await eventually(t, () => readItem(t, read, item), isShown);
      assume(found !== undefined, "item gone");
      return found;
    },
    isThere: (item) => isThere(t, { read, item }),
    list: async () => {
      assume(list !== undefined, "not listed");
      const { rows } = await largestPage(t, list);
      return {
        row: ({ path }) => {
          const row = rows.get(path);
          return row === undefined ? undefined : renderJson(row);
        },
      };
    },
    remove: async (item) => {
      const { request } = makeRequest(() => validRequest(t.state, op));
      const { status } = (await t.send(at(request, item))).response;
      assume(isSuccess(status) && status !== 202, "not deleted", status);
      forgetItem(t.state, item);
      const isFound = await eventually(
        t,
        () => isThere(t, { read, item }),
        (found) => !found,
      );
      if (isFound) t.state.items.push(item);
      assume(!isFound, "still found");
    },
    forget: (item) => forgetItem(t.state, item),
    until: (poll, holds) => eventually(t, poll, holds),
    settle: (least) => settle(t, least),
    pair,
    idInBody: (item) => {
      const itself = resourceAt(t.state.resources, op.path);
      return idInBodyOf({ operation: op, itself, given: t.state.contract.known?.values ?? {} }, item);
    },
    shows: (found, { sent }) => {
      const both = found === undefined ? undefined : pair(sent, found);
      return Object.entries(both?.sent ?? {}).some(([name, value]) =>
        hasWordOf(renderJson(both?.found[name] ?? null), value),
      );
    },
    isComputed: (name) => isComputed(t.state, name),
    isUniqueText: (value): value is string =>
      typeof value === "string" && markersIn(t.state, value).length > 0,
    hasWordOf,
    assume,
    pass,
    expect,
    expectNone: (broken) => t.expectNone(broken, check),
    failIfAlways: (subject, trial, control) =>
      failIfAlways({ expect, pass, lastExchange }, subject, trial, control),
  };
}
