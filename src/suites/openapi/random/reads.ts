import { isSuccess } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import type { Case, Combination } from "../../../generate/index.js";
import { type Json, parseJson, renderJson } from "../../../json/index.js";
import { addressOf, parentPathOf } from "../../../model/index.js";
import { baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { sendSafely } from "../requests/sending.js";
import type { KnownItem } from "../session/state.js";
import { violationId } from "../violations/judged-violations.js";
import { violate } from "../violations/violate.js";
import type { Violation } from "../violations/violation.js";
import { deriveViolations } from "../violations/violations.js";

/** How an operation is asked to read. */
export interface Read {
  /** Values of parameters that are not as usual. */
  readonly chosen: readonly (readonly [Parameter, Json])[];
  /** Another item than the usual one. */
  readonly item: KnownItem | undefined;
  /** The part of it that is not valid, if one is. */
  readonly violation: Violation | undefined;
}

/** The key of a parameter in a combination: its place and name. */
export function keyOf({ in: where, name }: Parameter): string {
  return `${where} ${name}`;
}

/**
 * Makes a read of a combination. Some values decide whose data a request is about: they stay as usual, unless the server was
 * seen to serve them.
 */
export async function readFrom(t: Context, operation: Operation, input: Combination): Promise<Read> {
  const violation = deriveViolations(operation).find(
    (each) => violationId(operation, each) === input["violation"],
  );
  const chosen: (readonly [Parameter, Json])[] = [];
  for (const parameter of operation.parameters) {
    const text = input[keyOf(parameter)];
    const parsed = typeof text === "string" ? parseJson(text) : undefined;
    if (parsed?.status !== "valid") continue;
    const part: Read = { chosen: [[parameter, parsed.value]], item: undefined, violation: undefined };
    const isScoping = parameter.required || parameter.in !== "query";
    if (isScoping && !isSuccess(await readControlStatus(t, operation, part))) continue;
    chosen.push(...part.chosen);
  }
  return { chosen, item: itemOf(t, operation, input["item"]), violation };
}

/** An item in the same collection as the usual one: another may be somebody else's. */
function itemOf(t: Context, operation: Operation, number: unknown): KnownItem | undefined {
  const { request } = baselineOf(t, operation);
  const collection = parentPathOf(operation.path) === undefined ? "" : parentOf(request.path);
  const resource = t.state.api.resourceAt(operation.path);
  const known = t.state.inventory.items.filter(
    (item) => item.resource === resource && parentOf(item.path) === collection,
  );
  return typeof number === "number" ? known[number] : undefined;
}

function parentOf(path: string): string {
  return addressOf(path).replace(/\/[^/]+\/?$/, "");
}

/** The request that asks in this way. @throws Skip where none can be made */
export function requestOf(t: Context, operation: Operation, { chosen, item, violation }: Read): Case {
  const valid = makeRequest(() => validRequest(t.state, operation, undefined, new Map(chosen)));
  const request = item === undefined ? valid.request : at(valid.request, item);
  const isAlone = chosen.length === 0 && item === undefined;
  const label = "parameters combined";
  if (violation === undefined) return { ...request, label };
  const changed = makeRequest(() => violate({ ...valid, request }, violation));
  const accepts = [...changed.accepts, ...request.accepts];
  return isAlone ? changed : { ...changed, accepts, label: `${label}, one of them invalid` };
}

/** Splits a read into reads of one value each. */
export function partsOf({ chosen, item }: Read): readonly Read[] {
  const ofItem = item === undefined ? [] : [{ chosen: [], item, violation: undefined }];
  return [...chosen.map((each) => ({ chosen: [each], item: undefined, violation: undefined })), ...ofItem];
}

/** A part of a read in a few words. */
export function describePart({ chosen: [first], item }: Read): string {
  return first === undefined ? `the item ${item?.id}` : `${first[0].name} ${renderJson(first[1])}`;
}

/** The status that a part of a read gets by itself; 0 if there is no response. */
export async function readControlStatus(t: Context, operation: Operation, part: Read): Promise<number> {
  const key = `${slugOf(operation)} ${describePart(part)}`;
  const known = t.state.violations.controlStatuses.get(key);
  if (known !== undefined) return known;
  const { outcome } = await sendSafely(t.state, requestOf(t, operation, part));
  const status = outcome.kind === "response" ? outcome.status : 0;
  if (status > 0) t.state.violations.noteControlStatus(key, status);
  return status;
}
