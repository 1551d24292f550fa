import type { Operation } from "../description/index.js";
import { isRefusal, isSuccess, type ParsedExchange, unlessSkipped } from "../engine/index.js";
import { pointerTo, valueAt, withValueAt } from "../model/index.js";
import { plainSchema, type Shape } from "../schema/index.js";
import {
  asManyAsFit,
  assume,
  baselineOf,
  type Context,
  makeRequest,
  refusedOrServed,
  sendBodies,
  sendUnexpected,
  type UnexpectedBodies,
  validRequest,
} from "../session/index.js";
import { type Acceptable, accepting, type Case, orRefused } from "../transport/index.js";
import {
  effectiveStatus,
  heldAt,
  type UnexpectedBody,
  type ValidRequest,
  type Violation,
  type ViolationOutcome,
  violate,
  violationId,
  violationsOf,
} from "../values/index.js";
import type { Answer, Stage } from "./stage.js";
import {
  evidenceOf,
  isIgnoredByServer,
  isRefusedWith,
  isStrictAt,
  refusalsLike,
} from "./violations/collect-evidence.js";
import { controlStatus, sendControl, sendViolation, validBeside } from "./violations/send-violation.js";

/** Sends what a server is to refuse, or need not understand. */
export interface RefusalVerbs {
  /**
   * Sends a request that is to be refused, with one of these statuses.
   * @returns its status. A conflict, or a success that says in its body that the request failed, ends the property without a verdict.
   */
  readonly sendRefused: (request: Case, statuses?: readonly Acceptable["status"][]) => Promise<number>;
  /** Sends what a server need not understand: whatever it makes of that, it does not fail. */
  readonly sendUnexpected: (request: Case) => Promise<Answer>;
  /** The first of some requests: fewer where there are many operations, so that a run does not take much longer. */
  readonly asManyAsFit: <Each>(all: readonly Each[]) => readonly Each[];
  /**
   * Sends valid requests with other bodies, fewer where there are many operations, until one is served.
   * @param judge is called with that one
   */
  readonly sendBodies: (
    bodiesOf: UnexpectedBodies,
    judge: (served: UnexpectedBody, status: number) => void,
  ) => Promise<void>;
  /** Is each accepted violation to be a failure? */
  readonly isStrict: boolean;
  /** Sends a request with a violation. */
  readonly sendViolation: (violation: Violation) => Promise<ParsedExchange>;
  /** Records what the response to a violation shows. */
  readonly noteEvidence: (violation: Violation, parsed: ParsedExchange) => Promise<ViolationOutcome>;
  /** The checks of refusals for which an accepted violation is a failure, the nearest first. */
  readonly refusalsLike: (violation: Violation) => readonly string[];
  /** Is one of these refusals repeated, between two valid requests that are accepted? */
  readonly repeatsRefusal: (checks: readonly string[]) => Promise<boolean>;
  /** Does the server show a value of its own, also where a valid one is sent? */
  readonly ignoresValue: (violation: Violation, parsed: ParsedExchange) => Promise<boolean>;
  /** The status that a violation gets alone: as the run has seen before, or sees now. */
  readonly controlStatus: (violation: Violation) => Promise<number>;
  /** The status that it gets now. */
  readonly sendControl: (violation: Violation) => Promise<number>;
  /** A request with several violations; if bare, with what is required alone besides. */
  readonly requestWith: (violations: readonly Violation[], isBare: boolean) => Case;
  /** Of the checks of violations that were accepted together, the one that counts: one may be what hides all others. */
  readonly maskingCheck: (checks: readonly string[]) => string;
  /** Did the run see a violation refused that was alone? */
  readonly wasRefused: (violation: Violation) => boolean;
}

/** The verbs by which a property sends what is not valid. */
export function refusalVerbs({ t, roles: { op }, answerOf }: Stage): RefusalVerbs {
  return {
    sendRefused: async (request, statuses = ["4xx"]) => {
      const status = effectiveStatus(await t.send({ ...request, accepts: accepting(...statuses) }));
      assume(status !== 409, "conflict first");
      return status;
    },
    sendUnexpected: async (request) =>
      answerOf(await sendUnexpected(t, { ...request, accepts: refusedOrServed(op) })),
    asManyAsFit: (all) => asManyAsFit(all, t.state.effects.size),
    sendBodies: (bodiesOf, judge) => sendBodies(t, op, bodiesOf, judge),
    isStrict: isStrictAt(t.state, op),
    sendViolation: (violation) => sendViolation(t, op, violation),
    noteEvidence: async (violation, parsed) => {
      const evidence = await evidenceOf(t, op, violation, parsed);
      t.state.violations.noteEvidence(violationId(op, violation), evidence);
      return evidence;
    },
    refusalsLike: (violation) => refusalsLike(t.state, op, violation) ?? [],
    repeatsRefusal: (checks) => isRefusedBetweenControls(t, checks),
    ignoresValue: (violation, parsed) => isIgnoredByServer(t, op, { violation, parsed }),
    controlStatus: (violation) => controlStatus(t, op, violation),
    sendControl: (violation) => sendControl(t, op, violation),
    requestWith: (violations, isBare) => {
      const kept = isBare ? shapeWith(op, violations) : baselineOf(t, op).shape;
      const { request } = violations.reduce(violateOnce, validRequest(t.state, op, kept));
      const label = violations.length > 1 ? "two violations at once" : "a violation in a smaller body";
      return { ...request, label };
    },
    maskingCheck: (checks) => {
      const { masked, noteMasked } = t.state.violations;
      const [check = ""] = [...checks.filter((each) => masked.has(each)), ...checks];
      noteMasked(check);
      return check;
    },
    wasRefused: (violation) =>
      isRefusal(t.state.violations.controlStatuses.get(violationId(op, violation)) ?? 0),
  };
}

/** The required members alone, and those that are violated. */
function shapeWith(operation: Operation, violations: readonly Violation[]): Shape {
  const { required = [] } = plainSchema(operation.body?.schema ?? {});
  const names = violations.flatMap(({ place }) => (place.in === "body" ? place.path.slice(0, 1) : []));
  return { optional: names.filter((name) => !required.includes(name)) };
}

/** @throws Skip where the request lacks the place */
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
async function isRefusedBetweenControls(t: Context, checks: readonly string[]): Promise<boolean> {
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
  const { response } = await sendViolation(t, operation, violation);
  if (!isRefusedWith(t.state, operation, violation, response.status)) return false;
  return isControlAccepted(t, operation, violation);
}

async function isControlAccepted(t: Context, operation: Operation, violation: Violation): Promise<boolean> {
  const { request } = validBeside(t, operation, violation);
  const accepts = orRefused(request);
  const control = await t.sendAnyway({ ...request, accepts, label: "valid, as a control" });
  return isSuccess(control?.response.status ?? 0);
}
