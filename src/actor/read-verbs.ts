import type { Parameter } from "../description/index.js";
import type { Combination } from "../engine/index.js";
import { isSuccess, type ParsedExchange, unlessSkipped } from "../engine/index.js";
import { isJsonObject, type Json, parseJson, renderJson } from "../json/index.js";
import { addressOf, idOf, parentPathOf, plainPath, slugOf } from "../model/index.js";
import {
  assume,
  baselineOf,
  freshBaseline,
  type KnownItem,
  makeRequest,
  markersIn,
  ownItemAt,
  readItem,
  sendSafely,
  validRequest,
} from "../session/index.js";
import { type Case, type Exchange, headerValues, orRefused } from "../transport/index.js";
import {
  at,
  deriveViolations,
  type ValidRequest,
  type Violation,
  violate,
  violationId,
  withOtherValues,
} from "../values/index.js";
import type { ChangeVerbs } from "./change-verbs.js";
import { expectAnswerAsRead } from "./comparison/answers.js";
import { type Attempt, expectBooleansKept } from "./comparison/booleans.js";
import { expectListsReplaced } from "./comparison/ordered-lists.js";
import { readUntilSame } from "./comparison/read-back.js";
import { expectIsolation } from "./items/isolated-items.js";
import { countItems } from "./lists/page.js";
import type { Answer, Stage } from "./stage.js";

/** How an operation is asked to read. */
export interface Read {
  /** Values of parameters that are not as usual. */
  readonly chosen: readonly (readonly [Parameter, Json])[];
  /** Another item than the usual one. */
  readonly item?: KnownItem | undefined;
  /** The part of it that is not valid, if one is. */
  readonly violation?: Violation | undefined;
}

/** Asks an operation to read in other ways than the usual one. */
export interface ReadVerbs {
  /**
   * Makes a read of a combination: values by `keyOf` their parameters, the number of an `item`, and the id of a `violation`. Some values
   * decide whose data a request is about: they stay as usual, unless the server was seen to serve them.
   */
  readonly readFrom: (input: Combination) => Promise<Read>;
  /** Asks in this way, and judges the response by the description. */
  readonly sendRead: (read: Read) => Promise<Answer>;
  /** The same, but its response is not judged yet. */
  readonly sendUnjudged: (read: Read) => Promise<Exchange>;
  readonly judge: (exchange: Exchange) => Promise<Answer>;
  /** The status that a read of one value gets alone, as the run has seen before, or sees now; 0 if there is no response. */
  readonly readControlStatus: (part: Read) => Promise<number>;
  /** How many items a response of the operation shows: of those that have an id, where items have one. */
  readonly countItems: (json: Json | undefined) => number;
}

/** The key of a parameter in a combination: its place and name. */
export function keyOf({ in: where, name }: Parameter): string {
  return `${where} ${name}`;
}

/** A read of one value in a few words. */
export function describePart({ chosen: [first], item }: Read): string {
  return first === undefined ? `the item ${item?.id}` : `${first[0].name} ${renderJson(first[1])}`;
}

/** The verbs by which a property reads in other ways than the usual one. */
export function readVerbs({ t, roles: { op }, answerOf }: Stage): ReadVerbs {
  /** @throws Skip where none can be made */
  function requestOf({ chosen, item, violation }: Read): Case {
    const valid = validRequest(t.state, op, undefined, new Map(chosen));
    const request = item === undefined ? valid.request : at(valid.request, item);
    const label = "parameters combined";
    if (violation === undefined) return { ...request, label };
    const changed = makeRequest(() => violate({ ...valid, request }, violation));
    const accepts = [...changed.accepts, ...request.accepts];
    const isAlone = chosen.length === 0 && item === undefined;
    return isAlone ? changed : { ...changed, accepts, label: `${label}, one of them invalid` };
  }

  /** An item in the same collection as the usual one: another may be somebody else's. */
  function itemOf(number: unknown): KnownItem | undefined {
    const { request } = baselineOf(t, op);
    const collection = parentPathOf(op.path) === undefined ? "" : parentOf(request.path);
    const resource = t.state.api.resourceAt(op.path);
    const known = t.state.inventory.items.filter(
      (item) => item.resource === resource && parentOf(item.path) === collection,
    );
    return typeof number === "number" ? known[number] : undefined;
  }

  const sendUnjudged: ReadVerbs["sendUnjudged"] = (read) => sendSafely(t.state, requestOf(read));

  async function readControlStatus(part: Read): Promise<number> {
    const { controlStatuses, noteControlStatus } = t.state.violations;
    const key = `${slugOf(op)} ${describePart(part)}`;
    const known = controlStatuses.get(key);
    if (known !== undefined) return known;
    const { outcome } = await sendUnjudged(part);
    const status = outcome.kind === "response" ? outcome.status : 0;
    if (status > 0) noteControlStatus(key, status);
    return status;
  }

  return {
    readFrom: async (input) => {
      const violation = deriveViolations(op).find((each) => violationId(op, each) === input["violation"]);
      const chosen: (readonly [Parameter, Json])[] = [];
      for (const parameter of op.parameters) {
        const text = input[keyOf(parameter)];
        const parsed = typeof text === "string" ? parseJson(text) : undefined;
        if (parsed?.status !== "valid") continue;
        const value = [parameter, parsed.value] as const;
        const isScoping = parameter.required || parameter.in !== "query";
        if (isScoping && !isSuccess(await readControlStatus({ chosen: [value] }))) continue;
        chosen.push(value);
      }
      return { chosen, item: itemOf(input["item"]), violation };
    },
    sendRead: async (read) => answerOf(await t.send(requestOf(read))),
    sendUnjudged,
    judge: async (exchange) => answerOf(await t.judge(exchange)),
    readControlStatus,
    countItems: (json) => countItems(t.state, op, json),
  };
}

function parentOf(path: string): string {
  return addressOf(path).replace(/\/[^/]+\/?$/, "");
}

/** A change, and the item as it is read then. */
export interface ReadChange {
  readonly sent: Json;
  readonly found: Json;
  /** The JSON of the response to the change; undefined where it is none. */
  readonly json: Json | undefined;
}

/** Changes items of the run by whole requests, and reads them then. */
export interface ReadChangeVerbs {
  /**
   * Changes an item, and reads it until it shows what was sent, or the time to settle is over. Expects that the item is still there,
   * that the response to the change shows it as it is, and that other items stay as they are.
   */
  readonly changeAndRead: (change: Pick<ValidRequest, "request" | "body">) => Promise<ReadChange>;
  /** The same with numbers and words that the item has not had, if the server accepts them. */
  readonly changeAllAndRead: (change: Pick<ValidRequest, "request" | "body">) => Promise<ReadChange>;
  /** Expects that the lists of further changes take the place of those that were sent before. */
  readonly expectListsReplaced: (sent: Json) => Promise<void>;
  /** Expects that an item shows other booleans once it is changed to them. */
  readonly expectBooleansKept: (change: ReadChange) => Promise<void>;
}

/** The verbs by which a property changes items, and reads them then. */
export function readChangeVerbs(
  { t, roles: { op }, reading, withBody }: Stage,
  { isFixed }: ChangeVerbs,
): ReadChangeVerbs {
  /** Changes an item, and expects that others stay as they are. */
  const sendWatched = (request: Case): Promise<ParsedExchange> =>
    expectIsolation(t, { read: reading(), path: addressOf(request.path) }, () => t.send(request));

  /** The item at the address of a change that was accepted. @throws Skip where it is not the run's own, or moved */
  function changedItem({ response, exchange }: ParsedExchange): KnownItem {
    const { status } = response;
    assume(isSuccess(status) && status !== 202, "not changed", status);
    const address = addressOf(exchange.case.path);
    const [location = address] = headerValues(response, "location");
    assume(plainPath(location).endsWith(plainPath(address)), "moved");
    const item = ownItemAt(t.state.inventory, address);
    assume(item !== undefined, "no item");
    return item;
  }

  async function readAfter(parsed: ParsedExchange, sent: Json): Promise<ReadChange> {
    const item = changedItem(parsed);
    // An id may be made of what was sent, as a slug is.
    const shownId = isJsonObject(parsed.json) ? idOf(item.resource, parsed.json) : undefined;
    const mayMove = (shownId ?? item.id) !== item.id || markersIn(t.state, item.path).length > 0;
    const representations = { operation: op, read: reading(), sent };
    const found = await readUntilSame(t, representations, async () => {
      const shown = await readItem(t, reading(), item);
      t.expect(shown !== undefined || op.method !== "PUT" || mayMove, {
        problem: "gone after it was replaced",
        expected: "the item is there, as it was sent",
        actual: "it is not found at its address any more",
        at: { in: "status" },
      });
      assume(shown !== undefined, "item gone");
      return shown;
    });
    expectAnswerAsRead(t, { ...representations, found, parsed });
    return { sent, found, json: parsed.json };
  }

  const changeAndRead: ReadChangeVerbs["changeAndRead"] = async ({ request, body = null }) =>
    readAfter(await sendWatched(withBody(request, body)), body);

  /** Changes an item once more by a valid body after an edit: other items were seen to stay as they are. */
  const attempt: Attempt = (edit, { label }) =>
    unlessSkipped(async () => {
      const { request, body = null } = freshBaseline(t, op);
      const sent = edit(body);
      const accepts = orRefused(request);
      return readAfter(await t.send({ ...withBody(request, sent), accepts, label }), sent);
    });

  return {
    changeAndRead,
    changeAllAndRead: async (change) => {
      const { request, body } = change;
      const other = withOtherValues(op.body?.schema ?? {}, body, isFixed);
      if (other === undefined) return changeAndRead(change);
      const label = "valid, with other numbers and words";
      const parsed = await sendWatched({ ...withBody(request, other), label });
      // A rule of the server's own may be against one of these.
      return isSuccess(parsed.response.status) ? readAfter(parsed, other) : changeAndRead(change);
    },
    expectListsReplaced: (sent) => expectListsReplaced(t, { operation: op, read: reading(), sent, attempt }),
    expectBooleansKept: ({ sent: body, found }) =>
      expectBooleansKept(t, { operation: op, read: reading(), body, found, attempt }),
  };
}
