import {
  answeredKey,
  describeAccepted,
  describeOutcome,
  type Finding,
  observe,
  type Place,
  type RunState,
  Skip,
} from "../checks/index.js";
import { type Case, caseKind, hasLongBody, isChunked } from "../generate/index.js";
import { isTurnedAway, isUnheard, type Response, type TransportError } from "../transport/index.js";
import type { SuiteFacts } from "./suite.js";

/** What a missing response is judged by. */
interface Judging {
  readonly suite: Pick<SuiteFacts, "unbounded">;
  readonly state: RunState;
}

/** Takes down a finding at the exchange in question. */
export type Find = (finding: Omit<Finding, "exchange" | "requirement">) => void;

const connection: Place = { in: "connection" };
const inStatus: Place = { in: "status" };

/** Why no answer came, as what ends an attempt. */
export function stopWithoutResponse(
  { suite: { unbounded }, state }: Judging,
  request: Case,
  outcome: TransportError,
  find: Find,
): Skip {
  const actual = describeOutcome(outcome);
  // The document sets no time: a server that never answers requests like this in time may just be slow.
  if (outcome.cause === "timeout" && !state.answered.has(answeredKey(request.operation, caseKind(request)))) {
    return new Skip("inconclusive", `${actual}: raise --timeout`);
  }
  if (outcome.cause === "too-large" && unbounded.includes(request.operation))
    return new Skip("inconclusive", actual);
  if (isUnheard(outcome.cause) || outcome.cause === "interim") return new Skip("inconclusive", actual);
  // A server that refuses a body for its size need not read it to its end, and its response may be lost then.
  if (outcome.cause === "closed" && mayBeTooLong(request)) {
    observe(state, "response/limits", "the connection closed on a long body");
    return new Skip("not-applicable", actual);
  }
  // Many servers answer before they have read the chunks, and what they say may be lost then.
  if (outcome.cause === "closed" && isChunked(request)) {
    observe(state, "request/chunked", "not answered");
    return new Skip("not-applicable", `a body in chunks got ${actual}`);
  }
  switch (outcome.cause) {
    case "closed":
    case "timeout":
      find({
        check: request.check ?? "response/complete",
        expected: describeAccepted(request.accepts),
        problem: outcome.cause,
        actual,
        at: connection,
        interference: "network",
      });
      return new Skip("found", actual);
    case "no-http":
    case "undecodable":
    case "too-large":
      find({
        check: "response/complete",
        expected: describeAccepted(request.accepts),
        problem: outcome.cause,
        actual,
        at: connection,
        interference: "none",
      });
      return new Skip("found", actual);
  }
}

function mayBeTooLong(request: Case): boolean {
  return hasLongBody(request) && request.accepts.some(({ status }) => status === 413);
}

/** An answer that is not the server's own. */
export function stopAtGateway({ state }: Judging, request: Case, response: Response, find: Find): Skip {
  observe(state, "response/limits", `${response.status} was seen`);
  if (response.status === 413 && request.accepts.some(({ status }) => status === 413)) {
    return new Skip("not-applicable", "what stands in front of the server takes no body of this size");
  }
  const { status } = response;
  const actual = describeOutcome(response);
  if (isTurnedAway(status) && status !== 429) {
    // It is the server's failure if it happens every time, and to this case only.
    const expected = describeAccepted(request.accepts);
    const finding = { expected, actual, at: inStatus, interference: "network" } as const;
    find({ ...finding, check: "response/server-error", problem: `${status} from ${request.operation}` });
    if (request.check !== undefined)
      find({ ...finding, check: request.check, problem: `status ${status} to ${request.label}` });
  }
  return new Skip("inconclusive", `${actual}, perhaps from what stands in front of the server`);
}
