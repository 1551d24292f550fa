import { isSuccess } from "../checks/index.js";
import type { Parameter } from "../description/index.js";
import type { Case, Combination } from "../generate/index.js";
import { type Json, parseJson, renderJson } from "../json/index.js";
import { addressOf, parentPathOf, slugOf } from "../model/index.js";
import { baselineOf, type KnownItem, makeRequest, sendSafely, validRequest } from "../session/index.js";
import type { Exchange } from "../transport/index.js";
import { at, deriveViolations, type Violation, violate, violationId } from "../values/index.js";
import { countItems } from "./lists/page-size.js";
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
    const valid = makeRequest(() => validRequest(t.state, op, undefined, new Map(chosen)));
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
