import {
  type Actor,
  isRefusedWith,
  isStrictAt,
  refusalsLike as refusalsAt,
  sendControl as sendControlOf,
  sendViolation as sendViolationOf,
  validBeside,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, unlessSkipped } from "../../engine/index.js";
import { idNames, kindNamed, pointerTo, valueAt, withValueAt } from "../../model/index.js";
import { plainSchema, type Shape } from "../../schema/index.js";
import {
  assume,
  baselineOf,
  type Context,
  isUnique,
  makeRequest,
  validRequest,
} from "../../session/index.js";
import { accepting, type Case, orRefused } from "../../transport/index.js";
import {
  effectiveStatus,
  heldAt,
  type ValidRequest,
  type Violation,
  violate,
  violationId,
  violationsOf,
} from "../../values/index.js";

/**
 * Sends a request that is to be refused.
 * @returns its status. A conflict, or a success that says in its body that the request failed, ends the property without a verdict.
 */
export async function sendRefused({ stage: { t } }: Actor, request: Case): Promise<number> {
  const status = effectiveStatus(await t.send({ ...request, accepts: accepting("4xx") }));
  assume(status !== 409, "conflict first");
  return status;
}

/** Is each accepted violation to be a failure? */
export function isStrict({ stage: { t, roles } }: Actor): boolean {
  return isStrictAt(t.state, roles.op);
}

/** Sends a request with a violation. */
export function sendViolation({ stage: { t, roles } }: Actor, violation: Violation): Promise<ParsedExchange> {
  return sendViolationOf(t, roles.op, violation);
}

/** Returns the status that a violation gets alone now. */
export function sendControl({ stage: { t, roles } }: Actor, violation: Violation): Promise<number> {
  return sendControlOf(t, roles.op, violation);
}

/** Returns the checks of refusals for which an accepted violation is a failure, the nearest first. */
export function refusalsLike({ stage: { t, roles } }: Actor, violation: Violation): readonly string[] {
  return refusalsAt(t.state, roles.op, violation) ?? [];
}

/** Makes a request with several violations; if bare, with what is required alone besides. */
export function requestWith(
  { stage: { t, roles } }: Actor,
  violations: readonly Violation[],
  isBare: boolean,
): Case {
  const { op } = roles;
  const kept = isBare ? shapeWith(op, violations) : baselineOf(t, op).shape;
  const { request } = violations.reduce(violateOnce, validRequest(t.state, op, kept));
  const label = violations.length > 1 ? "two violations at once" : "a violation in a smaller body";
  return { ...request, label };
}

/** Returns the one that counts of the checks of violations that were accepted together: one may be what hides all others. */
export function maskingCheck({ stage: { t } }: Actor, checks: readonly string[]): string {
  const { masked, noteMasked } = t.state.violations;
  const [check = ""] = [...checks.filter((each) => masked.has(each)), ...checks];
  noteMasked(check);
  return check;
}

/** The required members alone, and those that are violated. */
function shapeWith(operation: Operation, violations: readonly Violation[]): Shape {
  const { required = [] } = plainSchema(operation.body?.schema ?? {});
  const names = violations.flatMap(({ place }) => (place.in === "body" ? place.path.slice(0, 1) : []));
  return { optional: names.filter((name) => !required.includes(name)) };
}

/** Violates a request at a place: where it has none, the property ends without a verdict. */
function violateOnce(valid: ValidRequest, violation: Violation): ValidRequest {
  const { place, value } = violation;
  const isMember = place.in === "body" && place.path.length > 0;
  const isThere = !isMember || valueAt(valid.body, heldAt(violation)) !== undefined;
  assume(isThere, "place left out", pointerTo(place));
  const request = makeRequest(() => violate(valid, violation));
  const body = isMember && valid.body !== undefined ? withValueAt(valid.body, place.path, value) : valid.body;
  return { ...valid, request, body };
}

/** Refusals that are repeated before none is believed. */
const mostRepeated = 4;

/** Is one of these refusals repeated between two accepted controls? Then it is about the value, and about nothing else. */
export async function repeatsRefusal({ stage: { t } }: Actor, checks: readonly string[]): Promise<boolean> {
  const { controlled, noteControlled } = t.state.violations;
  if (checks.some((each) => controlled.get(each) === true)) return true;
  const untried = checks.filter((each) => !controlled.has(each)).slice(0, mostRepeated);
  for (const check of untried) {
    const isRepeated = (await unlessSkipped(() => repeat(t, check))) ?? false;
    noteControlled(check, isRepeated);
    if (isRepeated) return true;
  }
  return false;
}

async function repeat(t: Context, check: string): Promise<boolean> {
  const {
    violations: { evidence },
    contract,
  } = t.state;
  const operation = contract.operations.get(evidence.get(check)?.operation ?? "");
  if (operation === undefined) return false;
  const violation = violationsOf(operation).find((each) => violationId(operation, each) === check);
  if (violation === undefined || !(await isControlAccepted(t, operation, violation))) return false;
  const { response } = await sendViolationOf(t, operation, violation);
  if (!isRefusedWith(t.state, operation, violation, response.status)) return false;
  return isControlAccepted(t, operation, violation);
}

async function isControlAccepted(t: Context, operation: Operation, violation: Violation): Promise<boolean> {
  const { request } = validBeside(t, operation, violation);
  const accepts = orRefused(request);
  const control = await t.sendAnyway({ ...request, accepts, label: "valid, as a control" });
  return isSuccess(control?.response.status ?? 0);
}

/** May a member of this name have any value that is described? Ids, references, and what the user knows of may not. */
export function isFree({ stage: { t, roles, reading }, isGiven, isItsId }: Actor, name: string): boolean {
  const { api } = t.state;
  const itself = api.resourceAt(reading().path);
  const isId = itself !== undefined && idNames(itself).includes(name);
  const refers = kindNamed(name, api.resources) !== undefined;
  return !isGiven(name) && !refers && !isId && !isItsId(name) && !isUnique(t.state, roles.op, name);
}
