import { type Acceptable, accepting, type Case } from "../../../generate/index.js";
import type { Response } from "../../../transport/index.js";
import { isRefusal } from "../requests/baseline.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import {
  asManyAsFit,
  refusedOrServed,
  sendBodies,
  sendUnexpected,
  type UnexpectedBodies,
  type UnexpectedBody,
} from "../requests/unexpected-input.js";
import { combinedRequest } from "../violations/combined-request.js";
import { violationId } from "../violations/judged-violations.js";
import { controlStatus, sendControl } from "../violations/send-violation.js";
import type { Violation } from "../violations/violation.js";
import { assume } from "./reasons.js";
import type { Stage } from "./stage.js";

/** Sends what a server is to refuse, or need not understand. */
export interface RefusalVerbs {
  /**
   * Sends a request that is to be refused, with one of these statuses.
   * @returns its status. A conflict, or a success that says in its body that the request failed, ends the property without a verdict.
   */
  readonly sendRefused: (request: Case, statuses?: readonly Acceptable["status"][]) => Promise<number>;
  /** Sends what a server need not understand: whatever it makes of that, it does not fail. */
  readonly sendUnexpected: (request: Case) => Promise<Response>;
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
export function refusalVerbs({ t, roles: { op } }: Stage): RefusalVerbs {
  return {
    sendRefused: async (request, statuses = ["4xx"]) => {
      const status = effectiveStatus(await t.send({ ...request, accepts: accepting(...statuses) }));
      assume(status !== 409, "conflict first");
      return status;
    },
    sendUnexpected: async (request) =>
      (await sendUnexpected(t, { ...request, accepts: refusedOrServed(op) })).response,
    asManyAsFit: (all) => asManyAsFit(all, t.state.effects.size),
    sendBodies: (bodiesOf, judge) => sendBodies(t, op, bodiesOf, judge),
    controlStatus: (violation) => controlStatus(t, op, violation),
    sendControl: (violation) => sendControl(t, op, violation),
    requestWith: (violations, isBare) => combinedRequest(t, op, violations, isBare),
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
