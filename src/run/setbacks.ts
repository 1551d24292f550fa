import { type Case, caseKind, hasLongBody, isChunked } from "../generate/index.js";
import { describeAccepted, describeOutcome, type Finding, type Place, type Reading } from "../judge/index.js";
import { type Answer, isTurnedAway, isUnheard, type NoAnswer } from "../transport/index.js";
import { answeredKey, observe, type RunState } from "./state.js";
import { Stop } from "./stop.js";
import type { GeneralRequirements, SuiteFacts } from "./suite.js";

/** What a setback is judged by. */
interface Judging {
  readonly suite: Pick<SuiteFacts, "general" | "unbounded">;
  readonly state: RunState;
}

/** Takes down a finding at the exchange in question. */
export type Find = (finding: Omit<Finding, "exchange">) => void;

const connection: Place = { in: "connection" };
const inStatus: Place = { in: "status" };

/** Why no answer came, as what ends an attempt. */
export function stopWithoutAnswer(
  { suite: { general, unbounded }, state }: Judging,
  request: Case,
  outcome: NoAnswer,
  find: Find,
): Stop {
  const actual = describeOutcome(outcome);
  // The document sets no time: who never answers requests like this in time may just be slow.
  if (outcome.cause === "timeout" && !state.answered.has(answeredKey(request.operation, caseKind(request)))) {
    return new Stop("inconclusive", `${actual}: raise --timeout`);
  }
  if (outcome.cause === "too-large" && unbounded.includes(request.operation))
    return new Stop("inconclusive", actual);
  if (isUnheard(outcome.cause) || outcome.cause === "interim") return new Stop("inconclusive", actual);
  // Who refuses a body for its size need not read it to its end, and what it says may be lost then.
  if (outcome.cause === "closed" && mayBeTooLong(request)) {
    observe(state, general.limits, "the connection closed on a long body");
    return new Stop("not-applicable", actual);
  }
  // Many servers answer before they have read the chunks, and what they say may be lost then.
  if (outcome.cause === "closed" && isChunked(request)) {
    observe(state, general.chunks, "not answered");
    return new Stop("not-applicable", `a body in chunks got ${actual}`);
  }
  switch (outcome.cause) {
    case "closed":
    case "timeout":
      find({
        ...charge(request, general.answer),
        problem: outcome.cause,
        actual,
        at: connection,
        otherCause: "passing",
      });
      return new Stop("found", actual);
    case "no-http":
    case "undecodable":
    case "too-large":
      find({
        ...charge(request, general.answer),
        requirement: general.answer,
        problem: outcome.cause,
        actual,
        at: connection,
        otherCause: "none",
      });
      return new Stop("found", actual);
  }
}

function mayBeTooLong(request: Case): boolean {
  return hasLongBody(request) && request.accepts.some(({ status }) => status === 413);
}

/** An answer that is not the server's own. */
export function stopAtGateway(
  { suite: { general }, state }: Judging,
  request: Case,
  answer: Answer,
  find: Find,
): Stop {
  observe(state, general.limits, `${answer.status} was seen`);
  if (answer.status === 413 && request.accepts.some(({ status }) => status === 413)) {
    return new Stop("not-applicable", "what stands in front of the server takes no body of this size");
  }
  const { status } = answer;
  const actual = describeOutcome(answer);
  if (isTurnedAway(status) && status !== 429) {
    // It is the server's failure if it happens every time, and to this case only.
    const charged = {
      ...charge(request, general.noServerError),
      actual,
      at: inStatus,
      otherCause: "passing",
    } as const;
    find({ ...charged, requirement: general.noServerError, problem: `${status} from ${request.operation}` });
    if (request.requirement !== undefined)
      find({ ...charged, problem: `status ${status} to ${request.label}` });
  }
  return new Stop("inconclusive", `${actual}, perhaps from what stands in front of the server`);
}

/** An answer that did not arrive whole. */
export function stopCutShort(general: GeneralRequirements, request: Case, answer: Answer, find: Find): Stop {
  const actual = `the connection ended after ${answer.body.length} bytes of the body`;
  find({
    ...charge(request, general.answer),
    requirement: general.answer,
    problem: "cut short",
    actual,
    at: connection,
    otherCause: "passing",
  });
  return new Stop("found", actual);
}

/** An answer with a status that the case does not allow. */
export function stopAtStatus(general: GeneralRequirements, { exchange, answer }: Reading, find: Find): Stop {
  const request = exchange.case;
  const actual = describeOutcome(answer);
  const charged = { ...charge(request, general.status), at: inStatus };
  const broken = generalBreach(general, request, answer.status);
  if (broken !== undefined) find({ ...charged, ...broken, actual, otherCause: "none" });
  // A good key that is refused says nothing of what else the request is about.
  const isCovered = request.requirement === undefined || broken?.requirement === general.key;
  if (broken === undefined || !isCovered) {
    const problem = `status ${answer.status}`;
    // It counts besides the general failure only if the same request fails each time.
    if (broken === undefined) find({ ...charged, problem, actual, otherCause: "none" });
    else find({ ...charged, problem: `${problem} to ${request.label}`, actual, otherCause: "passing" });
  }
  return new Stop("found", actual);
}

/** What a status breaks whatever the request was. */
function generalBreach(
  general: GeneralRequirements,
  request: Case,
  status: number,
): { requirement: string; problem: string } | undefined {
  if (status >= 500) return { requirement: general.noServerError, problem: "5xx" };
  const isRefused = status === 401 && request.credential.kind === "good";
  return isRefused ? { requirement: general.key, problem: "401" } : undefined;
}

function charge(request: Case, otherwise: string): { requirement: string; expected: string } {
  return { requirement: request.requirement ?? otherwise, expected: describeAccepted(request.accepts) };
}
