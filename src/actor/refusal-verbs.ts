import { isRefusal } from "../engine/index.js";
import {
  asManyAsFit,
  refusedOrServed,
  sendBodies,
  sendUnexpected,
  type UnexpectedBodies,
} from "../session/index.js";
import type { Case } from "../transport/index.js";
import { type UnexpectedBody, type Violation, violationId } from "../values/index.js";
import type { Answer, Stage } from "./stage.js";
import { controlStatus } from "./violations/send-violation.js";

/** Sends what a server is to refuse, or need not understand. */
export interface RefusalVerbs {
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
  /** The status that a violation gets alone: as the run has seen before, or sees now. */
  readonly controlStatus: (violation: Violation) => Promise<number>;
  /** Did the run see a violation refused that was alone? */
  readonly wasRefused: (violation: Violation) => boolean;
}

/** The verbs by which a property sends what is not valid. */
export function refusalVerbs({ t, roles: { op }, answerOf }: Stage): RefusalVerbs {
  return {
    sendUnexpected: async (request) =>
      answerOf(await sendUnexpected(t, { ...request, accepts: refusedOrServed(op) })),
    asManyAsFit: (all) => asManyAsFit(all, t.state.effects.size),
    sendBodies: (bodiesOf, judge) => sendBodies(t, op, bodiesOf, judge),
    controlStatus: (violation) => controlStatus(t, op, violation),
    wasRefused: (violation) =>
      isRefusal(t.state.violations.controlStatuses.get(violationId(op, violation)) ?? 0),
  };
}
