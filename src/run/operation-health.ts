import type { Case } from "../generate/index.js";
import { type Exchange, isTurnedAway } from "../transport/index.js";

/** How one operation was answered lately. */
export interface OperationHealth {
  /** Requests in a row that were not answered in time, and turned away. */
  late: number;
  turnedAway: number;
  /** Was any request served? */
  served: boolean;
  /** Why nothing more is sent to it. */
  givenUp: string | undefined;
}

/** Requests in a row that were not answered in time: more of them would take for ever. */
const mostLate = 16;
/** Requests in a row that were still turned away after all the waiting. */
const mostTurnedAway = 3;
/** The same where it is not a rate limit: one kind of body may fail, and several requests with it be under way. */
const mostUnavailable = 12;

/** An operation of which nothing is known yet. */
export function unknownHealth(): OperationHealth {
  return { late: 0, turnedAway: 0, served: false, givenUp: undefined };
}

/** With a wrong key, an operation may fare otherwise. */
export function healthKey({ operation, credential }: Case): string {
  return `${operation} ${credential.kind === "good"}`;
}

/** Counts what became of a request of the operation. */
export function recordOutcome(health: OperationHealth, { case: request, outcome }: Exchange): void {
  if (outcome.kind === "response") {
    health.late = 0;
    if (isTurnedAway(outcome.status)) health.turnedAway += 1;
    else {
      health.turnedAway = 0;
      health.served = true;
    }
  } else if (outcome.cause === "timeout") health.late += 1;
  const isLimited = outcome.kind === "response" && outcome.status === 429;
  const most = isLimited || !health.served ? mostTurnedAway : mostUnavailable;
  if (health.turnedAway >= most)
    health.givenUp ??= `${request.operation} keeps being turned away (429, 502, 503 or 504), however long one waits`;
  if (health.late >= mostLate) health.givenUp ??= `${request.operation} is not answered in time any more`;
}

/** Is the operation turned away so often that the whole target may be down? */
export function isKeptAway({ turnedAway }: OperationHealth): boolean {
  return turnedAway >= mostTurnedAway;
}
