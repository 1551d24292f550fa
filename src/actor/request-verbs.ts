import { type Operation, type Parameter, responseTo } from "../description/index.js";
import { isSuccess, type ParsedExchange } from "../engine/index.js";
import { type Json, renderJson } from "../json/index.js";
import {
  type Api,
  addressOf,
  collectionPathOf,
  mayBeOfProxy,
  parentPathOf,
  plainPath,
} from "../model/index.js";
import { bareShape, fullShape, plainSchema, validValueOf } from "../schema/index.js";
import {
  assume,
  baselineOf,
  type ChosenValues,
  type Context,
  createdItem,
  eventually,
  freshBaseline,
  type KnownItem,
  learnRequest,
  makeRequest,
  markersIn,
  ownItemAt,
  sendFresh,
  validRequest,
} from "../session/index.js";
import type { Response } from "../transport/index.js";
import { accepting, type Case, orRefused } from "../transport/index.js";
import { at, type ValidRequest } from "../values/index.js";
import { locatedPath } from "./comparison/located-items.js";
import { unknownAddress } from "./items/new-items.js";
import type { Address, Answer, Stage } from "./stage.js";

/** An item that a creation created, as its response says. */
export interface Created extends Pick<KnownItem, "path" | "id"> {
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
  /**
   * Finds a valid request that the server accepts: with everything, or with as much as it takes.
   * @param accepted is called once one is accepted, before others are tried
   */
  readonly learnRequest: (accepted: () => void) => Promise<void>;
  /** The request that was accepted, with which others are compared. */
  readonly baseline: () => ValidRequest;
  /** The same; where none was accepted, another valid one. */
  readonly usualRequest: () => Case;
  /** A request for an item, whether or not one like it was accepted before. */
  readonly requestAt: (item: Address) => Case;
  /** The item of the run that a request is for. */
  readonly itemOf: (request: Case) => KnownItem;
  /** A request that was accepted, for an id that surely no item has. */
  readonly requestUnknown: () => Case;
  /** A word that no request had before. */
  readonly word: () => string;
  /** A new value for a parameter, unused in any run. */
  readonly uniqueValue: (parameter: Parameter) => Json;
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
  /**
   * Reads the address that a response names in `Location`: a refusal says that it is not served. What else leaves that open ends the
   * property without a verdict.
   */
  readonly readLocation: (response: Response) => Promise<{ readonly path: string; readonly status: number }>;
  /** Creates an item by a request; undefined where the server refuses it, or its response does not show what it created. */
  readonly post: (request: ValidRequest) => Promise<Created | undefined>;
  /** The same with a request like one before: any answer to it is allowed. */
  readonly repost: (request: ValidRequest, label: string) => Promise<Created | undefined>;
  /** Sends a creation that repeats a value of another item, and learns nothing of its answer. @returns the status; 0 without one */
  readonly postProbe: (request: ValidRequest, label: string) => Promise<number>;
  /** The number of the last exchange. */
  readonly lastExchange: () => number;
}

/** The verbs by which a property makes and sends requests. */
export function requestVerbs({ t, roles, reading, lastExchange, answerOf, withBody }: Stage): RequestVerbs {
  const { op, list } = roles;
  const createdBy = (parsed: ParsedExchange): Created | undefined => {
    const { status } = parsed.response;
    if (!isSuccess(status) || status === 202) return undefined;
    const item = createdItem(t.state, op, parsed);
    return item === undefined || item.isElsewhere ? undefined : { ...item, exchange: lastExchange() };
  };

  return {
    request: ({ chosen, edit, path, isMinimal = false } = {}) => {
      const shape = isMinimal ? bareShape : baselineOf(t, op).shape;
      const usual = validRequest(t.state, op, shape, chosen);
      const valid = path === undefined ? usual : { ...usual, request: at(usual.request, { path }) };
      if (edit === undefined) return valid;
      const body = edit(valid.body ?? null);
      return { ...valid, body, request: withBody(valid.request, body) };
    },
    learnRequest: (accepted) => learnRequest(t, op, accepted),
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
    requestUnknown: () => at(baselineOf(t, op).request, { path: unknownAddress(t, reading()) }),
    word: () => t.state.words.marker(),
    uniqueValue: ({ schema }) => {
      // An example of the description may have been used.
      const { examples: _, default: __, ...form } = plainSchema(schema);
      const options = { marker: t.state.words.nonce, reference: () => undefined, shape: fullShape };
      return makeRequest(() => validValueOf(form, options));
    },
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
    readLocation: (response) => readLocation(t, op, response),
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
    postProbe: async ({ request, body = null }, label) => {
      const { outcome } = await t.sendUnchecked({ ...request, accepts: orRefused(request), label });
      t.state.sending.noteRefused(markersIn(t.state, renderJson(body)), false);
      return outcome.kind === "response" ? outcome.status : 0;
    },
    lastExchange,
  };
}

/** Statuses that say that nothing is served at an address. */
const refusing: readonly number[] = [400, 404, 410];

/** How long what was only accepted (202) may take to have an address, at least, in ms. */
const untilAccepted = 2000;

/**
 * Reads the address that a response to an operation names in `Location`, as long as it is refused.
 * @returns the address, and the status that it is answered with
 * @throws Skip where it is none of the same server, or its response does not tell whether it is served
 */
async function readLocation(t: Context, op: Operation, created: Response) {
  const { api, effects, clock, target } = t.state;
  const isAccepted = created.status === 202;
  assume(created.status === 201 || isAccepted, "no address", created.status);
  const path = locatedPath(target.baseUrl, created);
  const read = path === undefined ? undefined : readAtAddress(path, api);
  assume(path !== undefined && read !== undefined && effects.has(read.id), "no address", path);
  assume(!isAccepted || parentPathOf(read.path) !== collectionPathOf(op), "only accepted");
  const { request } = validRequest(t.state, read);
  const settle = Math.max(clock.settle, isAccepted ? untilAccepted : 0);
  const { response } = await eventually(
    { state: { clock: { ...clock, settle } } },
    () =>
      t.send({
        ...at(request, { path }),
        accepts: orRefused(request),
        label: "the address in the header Location",
      }),
    (found) => !refusing.includes(found.response.status),
  );
  const isTelling = refusing.includes(response.status) && !mayBeOfProxy(response);
  assume(isSuccess(response.status) || isTelling, "address not judged", response.status);
  return { path, status: response.status };
}

/** The operation that reads an address, and no other: of several, the one with the fewest parameters. */
function readAtAddress(address: string, api: Api): Operation | undefined {
  const parts = plainPath(address).split("/");
  const fits = ({ method, path }: Operation): boolean => {
    const template = plainPath(path).split("/");
    return (
      method === "GET" &&
      template.length === parts.length &&
      template.every((each, index) => (each.startsWith("{") ? parts[index] !== "" : each === parts[index]))
    );
  };
  const places = ({ path }: Operation): number => path.split("{").length;
  return [...api.operations.values()].filter(fits).toSorted((left, right) => places(left) - places(right))[0];
}
