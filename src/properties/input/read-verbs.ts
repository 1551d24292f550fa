import { type Actor, type Answer, countItems, type Stage } from "../../actor/index.js";
import type { Parameter } from "../../description/index.js";
import { type Combination, isSuccess } from "../../engine/index.js";
import { type Json, parseJson, renderJson } from "../../json/index.js";
import { addressOf, parentPathOf, slugOf } from "../../model/index.js";
import { baselineOf, type KnownItem, makeRequest, sendSafely, validRequest } from "../../session/index.js";
import type { Case, Exchange } from "../../transport/index.js";
import { at, deriveViolations, type Violation, violate, violationId } from "../../values/index.js";

/** How an operation is asked to read. */
export interface Read {
  /** Values of parameters that are not as usual. */
  readonly chosen: readonly (readonly [Parameter, Json])[];
  /** Another item than the usual one. */
  readonly item?: KnownItem | undefined;
  /** The part of it that is not valid, if one is. */
  readonly violation?: Violation | undefined;
}

/** The key of a parameter in a combination: its place and name. */
export function keyOf({ in: where, name }: Parameter): string {
  return `${where} ${name}`;
}

/** A read of one value in a few words. */
export function describePart({ chosen: [first], item }: Read): string {
  return first === undefined ? `the item ${item?.id}` : `${first[0].name} ${renderJson(first[1])}`;
}

/**
 * Makes a read of a combination: values by `keyOf` their parameters, the number of an `item`, and the id of a `violation`. Some values
 * decide whose data a request is about: they stay as usual, unless the server was seen to serve them.
 */
export async function readFrom(t: Actor, input: Combination): Promise<Read> {
  const { op } = t.stage.roles;
  const violation = deriveViolations(op).find((each) => violationId(op, each) === input["violation"]);
  const chosen: (readonly [Parameter, Json])[] = [];
  for (const parameter of op.parameters) {
    const text = input[keyOf(parameter)];
    const parsed = typeof text === "string" ? parseJson(text) : undefined;
    if (parsed?.status !== "valid") continue;
    const value = [parameter, parsed.value] as const;
    const isScoping = parameter.required || parameter.in !== "query";
    if (isScoping && !isSuccess(await readControlStatus(t, { chosen: [value] }))) continue;
    chosen.push(value);
  }
  return { chosen, item: itemOf(t.stage, input["item"]), violation };
}

/** Asks in this way, and judges the response by the description. */
export async function sendRead({ stage }: Actor, read: Read): Promise<Answer> {
  return stage.answerOf(await stage.t.send(requestOf(stage, read)));
}

/** The same, but its response is not judged yet. */
export function sendUnjudged({ stage }: Actor, read: Read): Promise<Exchange> {
  return sendSafely(stage.t.state, requestOf(stage, read));
}

/** Asks in this way, and judges the response where it is served, or fails: whatever refuses it may be a rule of the server. */
export async function judgeUnlessRefused(t: Actor, read: Read): Promise<void> {
  const exchange = await sendUnjudged(t, read);
  const { outcome } = exchange;
  if (outcome.kind === "response" && (isSuccess(outcome.status) || outcome.status >= 500))
    await judge(t, exchange);
}

/** Judges a response by the description. */
export async function judge({ stage }: Actor, exchange: Exchange): Promise<void> {
  await stage.t.judge(exchange);
}

/** Returns the status that a read of one value gets alone, as the run has seen before, or sees now; 0 if there is no response. */
export async function readControlStatus(t: Actor, part: Read): Promise<number> {
  const { t: run, roles } = t.stage;
  const { controlStatuses, noteControlStatus } = run.state.violations;
  const key = `${slugOf(roles.op)} ${describePart(part)}`;
  const known = controlStatuses.get(key);
  if (known !== undefined) return known;
  const { outcome } = await sendUnjudged(t, part);
  const status = outcome.kind === "response" ? outcome.status : 0;
  if (status > 0) noteControlStatus(key, status);
  return status;
}

/** Returns how many items a response of the operation shows: of those that have an id, where items have one. */
export function shownCount({ stage: { t, roles } }: Actor, json: Json | undefined): number {
  return countItems(t.state, roles.op, json);
}

/** Makes the request of a read: where none can be made, the property ends without a verdict. */
function requestOf({ t, roles }: Stage, { chosen, item, violation }: Read): Case {
  const valid = validRequest(t.state, roles.op, undefined, new Map(chosen));
  const request = item === undefined ? valid.request : at(valid.request, item);
  const label = "parameters combined";
  if (violation === undefined) return { ...request, label };
  const changed = makeRequest(() => violate({ ...valid, request }, violation));
  const accepts = [...changed.accepts, ...request.accepts];
  const isAlone = chosen.length === 0 && item === undefined;
  return isAlone ? changed : { ...changed, accepts, label: `${label}, one of them invalid` };
}

/** An item in the same collection as the usual one: another may be somebody else's. */
function itemOf({ t, roles: { op } }: Stage, number: unknown): KnownItem | undefined {
  const { request } = baselineOf(t, op);
  const collection = parentPathOf(op.path) === undefined ? "" : parentOf(request.path);
  const resource = t.state.api.resourceAt(op.path);
  const known = t.state.inventory.items.filter(
    (item) => item.resource === resource && parentOf(item.path) === collection,
  );
  return typeof number === "number" ? known[number] : undefined;
}

function parentOf(path: string): string {
  return addressOf(path).replace(/\/[^/]+\/?$/, "");
}
