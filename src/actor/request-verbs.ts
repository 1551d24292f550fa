import { isSuccess, type ParsedExchange } from "../engine/index.js";
import type { Json } from "../json/index.js";
import { addressOf } from "../model/index.js";
import { bareShape } from "../schema/index.js";
import {
  asManyAsFit,
  assume,
  baselineOf,
  type ChosenValues,
  createdItem,
  freshBaseline,
  type KnownItem,
  ownItemAt,
  refusedOrServed,
  sendFresh,
  sendUnexpected,
  validRequest,
} from "../session/index.js";
import type { Response } from "../transport/index.js";
import { accepting, type Case, orRefused } from "../transport/index.js";
import { at, type ValidRequest, type Violation } from "../values/index.js";
import type { Address, Answer, Stage } from "./stage.js";
import { controlStatus } from "./violations/send-violation.js";

/** An item that a creation created, as its response says. */
export interface Created extends Pick<KnownItem, "path" | "id"> {
  /** Is a link all that says where it is? Then it has to be recognised when it is read. */
  readonly isElsewhere: boolean;
  /** The number of the exchange. */
  readonly exchange: number;
}

/** A request that was sent with another body than the usual one, and its response. */
export interface Edited extends Answer {
  readonly sent: Json;
  /** The item of the run that it created or changed. */
  readonly item: KnownItem | undefined;
}

/** How a request is made. */
interface RequestOptions {
  /** The values of some parameters. */
  readonly chosen?: ChosenValues;
  readonly edit?: (body: Json) => Json;
  /** Its path, instead of the usual one. */
  readonly path?: string;
  /** Has the body what is required alone? */
  readonly isMinimal?: boolean;
}

/** Makes requests of the operation, and sends them. */
export interface RequestVerbs {
  /** A valid request of the operation, with values that no request had before. */
  readonly request: (options?: RequestOptions) => ValidRequest;
  /** The request that was accepted, with which others are compared. */
  readonly baseline: () => ValidRequest;
  /** The same; where none was accepted, another valid one. */
  readonly usualRequest: () => Case;
  /** A request for an item, whether or not one like it was accepted before. */
  readonly requestAt: (item: Address) => Case;
  /** The item of the run that a request is for. */
  readonly itemOf: (request: Case) => KnownItem;
  /** A word that no request had before. */
  readonly word: () => string;
  /** Ends the property without a verdict where the server has accepted no valid request of its operation, and of the list. */
  readonly assumeAccepted: () => void;
  /** Sends a request, and judges its response by the description. */
  readonly send: (request: Case) => Promise<Response>;
  /**
   * Sends a valid request after an edit of its body: it may be refused, and is sent again with fresh values after a conflict.
   * @returns the answer, whatever its status is
   */
  readonly sendEdited: (label: string, edit: (body: Json) => Json) => Promise<Edited>;
  /** Sends a request about an item that is not there: nothing but 404 or 410 is expected. */
  readonly sendUnknown: (request: Case) => Promise<Answer>;
  /** Sends what a server need not understand: whatever it makes of that, it does not fail. */
  readonly sendUnexpected: (request: Case) => Promise<Answer>;
  /** The first of some requests: fewer where there are many operations, so that a run does not take much longer. */
  readonly asManyAsFit: <Each>(all: readonly Each[]) => readonly Each[];
  /** The status that a violation gets alone: as the run has seen before, or sees now. */
  readonly controlStatus: (violation: Violation) => Promise<number>;
  /**
   * Creates an item by a request; undefined where the server refuses it, or its response does not show what it created.
   * @param where may a link alone say where the item is?
   */
  readonly post: (request: ValidRequest, where?: "anywhere") => Promise<Created | undefined>;
  /** The number of the last exchange. */
  readonly lastExchange: () => number;
}

/** The verbs by which a property makes and sends requests. */
export function requestVerbs(stage: Stage): RequestVerbs {
  const { t, roles, lastExchange, answerOf, withBody } = stage;
  const { op, list } = roles;
  return {
    request: ({ chosen, edit, path, isMinimal = false } = {}) => {
      const shape = isMinimal ? bareShape : baselineOf(t, op).shape;
      const usual = validRequest(t.state, op, shape, chosen);
      const valid = path === undefined ? usual : { ...usual, request: at(usual.request, { path }) };
      if (edit === undefined) return valid;
      const body = edit(valid.body ?? null);
      return { ...valid, body, request: withBody(valid.request, body) };
    },
    baseline: () => baselineOf(t, op),
    usualRequest: () => {
      const known = t.state.learned.baselines.get(op.id);
      return (known ?? validRequest(t.state, op)).request;
    },
    requestAt: (item) => at(validRequest(t.state, op).request, item),
    itemOf: ({ path }) => {
      const item = ownItemAt(t.state.inventory, addressOf(path));
      assume(item !== undefined, "no item");
      return item;
    },
    word: () => t.state.words.marker(),
    assumeAccepted: () => {
      if (list !== undefined) baselineOf(t, list);
      baselineOf(t, op);
    },
    send: async (request) => (await t.send(request)).response,
    sendEdited: async (label, edit) => {
      const { parsed, body = null } = await sendFresh(t, () => {
        const { request, body: usual = null } = freshBaseline(t, op);
        const sent = edit(usual);
        return { request: { ...withBody(request, sent), accepts: orRefused(request), label }, body: sent };
      });
      const { path } = parsed.exchange.case;
      const address = op.method === "POST" ? createdItem(t.state, op, parsed)?.path : addressOf(path);
      return { ...answerOf(parsed), sent: body, item: ownItemAt(t.state.inventory, address ?? "") };
    },
    sendUnknown: async (request) => {
      return answerOf(await t.send({ ...request, accepts: accepting(404, 410) }));
    },
    sendUnexpected: async (request) =>
      answerOf(await sendUnexpected(t, { ...request, accepts: refusedOrServed(op) })),
    asManyAsFit: (all) => asManyAsFit(all, t.state.effects.size),
    controlStatus: (violation) => controlStatus(t, op, violation),
    post: async ({ request }, where) => {
      const parsed = await t.sendAnyway({ ...request, accepts: orRefused(request) });
      return parsed && createdBy(stage, parsed, where);
    },
    lastExchange,
  };
}

/** Returns the item that a creation created; undefined where it was not accepted at once, or its response does not show it. */
export function createdBy(
  { t, roles, lastExchange }: Stage,
  parsed: ParsedExchange,
  where?: "anywhere",
): Created | undefined {
  const { status } = parsed.response;
  if (!isSuccess(status) || status === 202) return undefined;
  const item = createdItem(t.state, roles.op, parsed);
  if (item === undefined || (item.isElsewhere && where === undefined)) return undefined;
  return { ...item, exchange: lastExchange() };
}
