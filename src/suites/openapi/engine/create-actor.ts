import { isSuccess, type ParsedExchange, unlessSkipped } from "../../../checks/index.js";
import { type Operation, responseTo } from "../../../description/index.js";
import { bareShape, type Case, fullShape, plainSchema, validValueOf } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import {
  addressOf,
  hasMore,
  idInBodyOf,
  idNames,
  isKeptByServer,
  mayBeHidden,
  withMembersAt,
} from "../../../model/index.js";
import { differencesOf, expectSame, isComputed } from "../comparison/comparison.js";
import { oneTextOf } from "../comparison/one-text.js";
import { pairOf } from "../comparison/representations.js";
import { isThere } from "../items/absent-items.js";
import { expectUntouched, othersBeside, ownOf, showingSent } from "../items/isolation.js";
import { newItem } from "../items/new-items.js";
import { valuesUnlike } from "../items/other-values.js";
import { unknownAddress } from "../items/unknown-items.js";
import { distinguish } from "../lists/distinct-lists.js";
import { largestPage, rowsIn } from "../lists/list-page.js";
import { type ListResult, listQueries, ownIn } from "../lists/list-polling.js";
import { countItems } from "../lists/page-size.js";
import { fillPages, idsIn } from "../lists/pages.js";
import { below, ownBelow } from "../lists/parents.js";
import { plainValueIn, unsortedItems } from "../lists/unsorted-items.js";
import {
  baselineOf,
  type Context,
  eventually,
  freshBaseline,
  isRefusal,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { createItem } from "../requests/create-item.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import { asksForETag, etagOf } from "../requests/if-match.js";
import { readItem } from "../requests/read-item.js";
import { at, validRequest } from "../requests/requests.js";
import { sendAsItIs, sendSafely } from "../requests/sending.js";
import { settle } from "../requests/settling.js";
import { createdItem } from "../session/created-items.js";
import { hasMarker, type KnownItem, markersIn, ownItemAt } from "../session/state.js";
import type { Actor, Answer, Change, Created, Encode, Page } from "./actor.js";
import { type BrokenPromise, failIfAlways, untilSteady } from "./confirmation.js";
import { formerETag } from "./former-etag.js";
import { copiedMembers, neighbourOf } from "./neighbour.js";
import { assume } from "./reasons.js";
import type { Roles } from "./roles.js";
import { tryValues } from "./try-values.js";

/**
 * Creates the actor of a property.
 * @param check the check that a broken promise counts for
 */
export function createActor(t: Context, roles: Roles, check: string): Actor {
  const { op, create, list, change } = roles;
  const reading = (): Operation => {
    assume(roles.read !== undefined, "not read");
    return roles.read;
  };
  const listing = (): Operation => {
    assume(list !== undefined, "not listed");
    return list;
  };
  const queries = listQueries(t, list ?? op);
  const answerOf = ({ response, json }: ParsedExchange): Answer => ({
    response,
    json,
    exchange: lastExchange(),
  });
  const pageOf = (result: ListResult): Page => ({
    ...answerOf(result.page),
    items: result.items,
    own: ownIn(t, listing(), result),
    ids: idsIn(t, listing(), result.page),
    count: countItems(t.state, listing(), result.page.json),
    hasMore: hasMore(result.page),
    row: ({ path }) => {
      const row = rowsIn(t, listing(), result).findLast(({ address }) => address === path);
      return row && renderJson(row.item);
    },
  });
  const lastExchange = (): number => t.exchanges.length - 1;
  const expect: Actor["expect"] = (holds, broken) => t.expect(holds, { check, ...broken });
  const pass: Actor["pass"] = (of = check) => t.expectNone([], of);
  const pair: Actor["pair"] = (sent, found, operation = op) =>
    pairOf(t.state, { operation, read: reading(), sent, found });
  const hasWordOf: Actor["hasWordOf"] = (text, sent) =>
    markersIn(t.state, renderJson(sent)).some((marker) => hasMarker(text, marker));
  const requestAt: Actor["requestAt"] = (item) =>
    at(makeRequest(() => validRequest(t.state, op)).request, item);
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

  const isLastRefused = (): boolean => {
    const outcome = t.exchanges.at(-1)?.outcome;
    return outcome?.kind === "response" && isRefusal(outcome.status);
  };

  /** Is a member of this name an id, or given by the user? */
  function isFixed(name: string): boolean {
    const resource = t.state.api.resourceAt(reading().path);
    return (
      Object.hasOwn(t.state.contract.known?.values ?? {}, name) ||
      (resource !== undefined && [resource.parameter, ...idNames(resource)].includes(name))
    );
  }

  async function sendChange(
    item: Pick<KnownItem, "path">,
    request: Case,
    sent: Json,
  ): Promise<Change | undefined> {
    const { response } = await t.send({ ...at(request, item), accepts: orRefused(request) });
    return isSuccess(response.status) ? { sent, response, exchange: lastExchange() } : undefined;
  }

  const request: Actor["request"] = ({ chosen, edit, path, isMinimal = false } = {}) => {
    const shape = isMinimal ? bareShape : baselineOf(t, op).shape;
    const usual = makeRequest(() => validRequest(t.state, op, shape, chosen));
    const valid = path === undefined ? usual : { ...usual, request: at(usual.request, { path }) };
    if (edit === undefined) return valid;
    const body = edit(valid.body ?? null);
    return { ...valid, body, request: withBody(valid.request, body) };
  };

  return {
    create: async (edit) => {
      assume(create !== undefined, "no item");
      const { item, sent, found } = await newItem(t, { create, read: reading() }, edit);
      return { ...item, sent, found };
    },
    add: async () => {
      assume(create !== undefined, "no item");
      return (await createItem(t, create)).item;
    },
    request,
    uniqueValue: ({ schema }) => {
      // An example of the description may have been used.
      const { examples: _, default: __, ...form } = plainSchema(schema);
      const options = { marker: t.state.words.nonce, reference: () => undefined, shape: fullShape };
      return makeRequest(() => validValueOf(form, options));
    },
    send: async (request) => (await t.send(request)).response,
    unknownETag: () => `"pedigree-${t.state.words.nonce()}"`,
    formerETag: async (item) => {
      if (change === undefined || !t.state.learned.baselines.has(change.id)) return undefined;
      // What is read may be an item of others.
      const isOwn = change === op || ownItemAt(t.state.inventory, item.path) !== undefined;
      return isOwn ? formerETag(t, change, item) : undefined;
    },
    post: async ({ request }) => {
      const parsed = await t.sendAnyway({ ...request, accepts: orRefused(request) });
      return parsed && createdBy(parsed);
    },
    repost: async ({ request, body = null }, label) => {
      const exchange = await t.sendUnchecked({ ...request, accepts: orRefused(request), label });
      // The first item shows the words of a repetition that is refused: the server need not have stored it.
      t.state.sending.noteRefused(markersIn(t.state, renderJson(body)), false);
      const { outcome } = exchange;
      if (outcome.kind !== "response") return undefined;
      const isDescribed = responseTo(op, outcome.status) !== undefined;
      return isDescribed || outcome.status >= 500 ? createdBy(await t.judge(exchange)) : undefined;
    },
    borrow: () => {
      const resource = t.state.api.resourceAt(reading().path);
      const {
        inventory: { items },
        fixtures: { addresses },
      } = t.state;
      const item = items.find((each) => each.own && each.resource === resource && !addresses.has(each.path));
      assume(item !== undefined, "no item");
      return item;
    },
    freshBody: () => freshBaseline(t, op).body ?? null,
    change: (item, label, edit = (body) => body, encode = withBody) => {
      const { request, body = null } = freshBaseline(t, op);
      const sent = edit(body);
      return sendChange(item, { ...encode(request, sent), label }, sent);
    },
    tryValues: (values, judge) => tryValues(t, roles, values, judge),
    changeOneText: async (item) => {
      const { request, body: whole = null } = freshBaseline(t, op);
      const text = oneTextOf(t.state, reading(), whole);
      assume(text !== undefined, "no text");
      const { name, body } = text;
      const label = `a change of ${name} alone`;
      return { name, change: applied(await sendChange(item, { ...withBody(request, body), label }, body)) };
    },
    changeValues: async (item, unlike) => {
      const { request, body: usual = null } = freshBaseline(t, op);
      const both = pair(usual, unlike);
      const other =
        both === undefined
          ? usual
          : withMembersAt(usual, both.path, { ...both.sent, ...valuesUnlike(both, isFixed) });
      const label = "valid, with values that another item does not have";
      const change = await sendChange(item, { ...withBody(request, other), label }, other);
      // A rule of the server's own may be against one of these.
      const isRefused = change === undefined && isLastRefused();
      return applied(
        isRefused ? await sendChange(item, { ...withBody(request, usual), label }, usual) : change,
      );
    },
    neighbourOf: (item) => neighbourOf(t, reading(), item),
    copiedMembers: ({ sent }, before, after) =>
      copiedMembers(t.state, { operation: op, read: reading() }, { sent, before, after }),
    applied,
    read: (item) => readItem(t, reading(), item),
    readChanged: async (item, { sent }) => {
      const isShown = (found: Json | undefined): boolean =>
        found !== undefined &&
        differencesOf(t.state, { operation: op, read: reading(), sent, found }).length === 0;
      const found = await eventually(t, () => readItem(t, reading(), item), isShown);
      assume(found !== undefined, "item gone");
      return found;
    },
    isThere: (item) => isThere(t, { read: reading(), item }),
    list: async (query) => {
      baselineOf(t, listing());
      return pageOf(query === undefined ? await largestPage(t, listing()) : await queries(query));
    },
    distinguish: async (filter, read) => {
      baselineOf(t, listing());
      const { all, probes } = await distinguish(t, listing(), filter, () => queries(read));
      assume(probes.length > 0, "not distinct", filter.name);
      return { all: pageOf(all), probes };
    },
    unsorted: async (wanted, members) => {
      baselineOf(t, listing());
      const at = wanted[0]?.at ?? [];
      const whole = { label: "the list as it is", isLargest: true };
      const addresses = await unsortedItems(t, listing(), { wanted, members }, () => queries(whole));
      assume(addresses.size > 0, "not unsorted", at.join("."));
      return ({ own }) =>
        own
          .filter(({ address }) => addresses.has(address))
          .flatMap(({ item }) => plainValueIn(t.state.requests, item, at) ?? []);
    },
    remove: async (item) => {
      const { status } = (await t.send(requestAt(item))).response;
      assume(isSuccess(status) && status !== 202, "not deleted", status);
      t.state.inventory.forget(item);
      const isFound = await eventually(
        t,
        () => isThere(t, { read: reading(), item }),
        (found) => !found,
      );
      if (isFound) t.state.inventory.putBack(item);
      assume(!isFound, "still found");
    },
    forget: (item) => t.state.inventory.forget(item),
    until: (poll, holds) => eventually(t, poll, holds),
    settle: (least) => settle(t, least),
    pair,
    idInBody: (item) => {
      const itself = t.state.api.resourceAt(op.path);
      return idInBodyOf({ operation: op, itself, given: t.state.contract.known?.values ?? {} }, item);
    },
    shows: (found, { sent }) => {
      const both = found === undefined ? undefined : pair(sent, found);
      return Object.entries(both?.sent ?? {}).some(([name, value]) =>
        hasWordOf(renderJson(both?.found[name] ?? null), value),
      );
    },
    isComputed: (name) => isKeptByServer(op, name) || isComputed(t.state, name),
    isUniqueText: (value): value is string =>
      typeof value === "string" && markersIn(t.state, value).length > 0,
    hasWordOf,
    assume,
    pass,
    expect,
    expectStored: ({ sent }, found) => expectSame(t, { operation: op, read: reading(), sent, found, check }),
    expectNone: (broken) => t.expectNone(broken, check),
    tryEach: async (values, trial) => {
      const broken: (BrokenPromise | undefined)[] = [];
      for (const value of values) {
        // A promise that another value broke stays broken, whatever becomes of this one.
        const mayBeSkipped = value.isOptional || broken.some((each) => each !== undefined);
        broken.push(await (mayBeSkipped ? unlessSkipped(() => trial(value)) : trial(value)));
      }
      return broken;
    },
    failIfAlways: (subject, trial, control) =>
      failIfAlways(
        { expect, pass, lastExchange, settle: (least) => settle(t, least) },
        subject,
        trial,
        control,
      ),
    requestAt,
    lastExchange,
    sendWithoutETag: async (request) => {
      const bare: Case = { ...request, accepts: [{ status: "4xx", schema: "" }] };
      const { response } = await t.judge(await sendSafely(t.state, bare, t.state.target.send, sendAsItIs));
      const { status } = response;
      assume(isSuccess(status) || [400, 412, 422, 428].includes(status), "not for If-Match", status);
      if (!isSuccess(status)) t.state.learned.noteConditional(op);
      const item = ownItemAt(t.state.inventory, addressOf(request.path));
      if (op.method === "DELETE" && isSuccess(status) && item) t.state.inventory.forget(item);
      return response;
    },
    asksForETag: () => asksForETag(t.state, op),
    asksForETags: () => t.state.settings.strict || t.state.learned.conditional.size > 0,
    etagOf: (request) => etagOf(t.state, op, request),
    requestUnknown: () => {
      const accepts = [404, 410].map((status) => ({ status, schema: "" }));
      return { ...at(baselineOf(t, op).request, { path: unknownAddress(t, op) }), accepts };
    },
    items: () => ownOf(t, t.state.api.resourceAt(reading().path)),
    showingSent: async (items) => {
      assume(create !== undefined, "no item");
      return showingSent(t, { create, read: reading() }, items);
    },
    othersBeside: (item, chosen) => othersBeside(t, reading(), item, chosen),
    expectUntouched: async (items, options = {}) => {
      for (const each of items) await expectUntouched(t, reading(), each, { check, ...options });
    },
    sendRefusable: async (request) => effectiveStatus(await t.send(request)),
    assumeAccepted: () => {
      if (list !== undefined) baselineOf(t, list);
      baselineOf(t, op);
    },
    addBelow: async (parent, isMinimal = false) => {
      const { request: nested, body = null } = request({ path: below(op, parent.path), isMinimal });
      const answer = answerOf(await t.send(nested));
      const { status } = answer.response;
      assume(isSuccess(status) && status !== 202, "not created", status);
      return { ...answer, sent: body };
    },
    listBelow: async ({ path }) => pageOf(await largestPage(t, listing(), below(listing(), path))),
    mayBeHidden: (shown) => mayBeHidden(shown, t.state.clock.now),
    unknownItem: () => ({ path: unknownAddress(t, reading()) }),
    sendUnknown: async (request) => {
      const accepts = [404, 410].map((status) => ({ status, schema: "" }));
      return answerOf(await t.send({ ...request, accepts }));
    },
    borrowNested: async () => {
      const { nested } = roles;
      const found = nested && (await ownBelow(t, nested));
      assume(found !== undefined, "nothing nested");
      return found;
    },
    fillPages: () => fillPages(t, listing()),
    untilSteady: (...poll) => untilSteady((least) => settle(t, least), ...poll),
  };
}
