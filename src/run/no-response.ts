import {
  answeredKey,
  describeAccepted,
  describeOutcome,
  type Failure,
  observe,
  type RunState,
  Skip,
} from "../checks/index.js";
import { type Case, caseKind, hasLongBody, isChunked } from "../generate/index.js";
import { isTurnedAway, isUnheard, type Response, type TransportError } from "../transport/index.js";
import type { SuiteRun } from "./suite.js";

/** Records a finding at the exchange in question. */
export type Find = (failure: Failure) => void;

/** Why no answer came, as what ends an attempt. */
export function stopWithoutResponse(
  { suite, state }: SuiteRun,
  request: Case,
  outcome: TransportError,
  find: Find,
): Skip {
  const { cause } = outcome;
  const actual = describeOutcome(outcome);
  // The document sets no time: a server that never answers requests like this in time may just be slow.
  if (
    cause === "timeout" &&
    !state.statistics.answered.has(answeredKey(request.operation, caseKind(request)))
  ) {
    return new Skip("inconclusive", `${actual}: raise --timeout`);
  }
  const isUnbounded = cause === "too-large" && suite.unbounded(state.contract).includes(request.operation);
  if (isUnbounded || isUnheard(cause) || cause === "interim") return new Skip("inconclusive", actual);
  // A server that refuses a body for its size need not read it to its end, and its response may be lost then.
  if (cause === "closed" && hasLongBody(request) && mayBeRefusedAsLong(request)) {
    observe(state, "response/limits", "the connection closed on a long body");
    return new Skip("not-applicable", actual);
  }
  // Many servers answer before they have read the chunks, and what they say may be lost then.
  if (cause === "closed" && isChunked(request)) {
    observe(state, "request/chunked", "not answered");
    return new Skip("not-applicable", `a body in chunks got ${actual}`);
  }
  const isOfNetwork = cause === "closed" || cause === "timeout";
  find({
    check: (isOfNetwork ? request.check : undefined) ?? "response/complete",
    expected: describeAccepted(request.accepts),
    problem: cause,
    actual,
    at: { in: "connection" },
    interference: isOfNetwork ? "network" : "none",
  });
  return new Skip("found", actual);
}

function mayBeRefusedAsLong({ accepts }: Case): boolean {
  return accepts.some(({ status }) => status === 413);
}

/** An answer that is not the server's own. */
export function stopAtGateway(state: RunState, request: Case, response: Response, find: Find): Skip {
  const { status } = response;
  observe(state, "response/limits", `${status} was seen`);
  if (status === 413 && mayBeRefusedAsLong(request)) {
    return new Skip("not-applicable", "a proxy or gateway in front of the server takes no body of this size");
  }
  const actual = describeOutcome(response);
  if (isTurnedAway(status) && status !== 429) {
    // It is the server's failure if it happens every time, and to this case only.
    const expected = describeAccepted(request.accepts);
    const finding = { expected, actual, at: { in: "status" }, interference: "network" } as const;
    find({ ...finding, check: "response/server-error", problem: `${status} from ${request.operation}` });
    if (request.check !== undefined)
      find({ ...finding, check: request.check, problem: `status ${status} to ${request.label}` });
  }
  return new Skip("inconclusive", `${actual}, perhaps from what stands in front of the server`);
}
