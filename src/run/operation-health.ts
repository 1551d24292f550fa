import type { Case } from "../generate/index.js";
import { type Exchange, isTurnedAway } from "../transport/index.js";

/** How one operation was answered lately. */
interface OperationHealth {
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

/** Knows how each operation is answered; nothing yet. */
export function createOperationHealths() {
  const healths = new Map<string, OperationHealth>();

  const healthOf = ({ operation, credential }: Case): OperationHealth => {
    // With a wrong key, an operation may fare otherwise.
    const key = `${operation} ${credential.kind === "good"}`;
    const health = healths.get(key) ?? { late: 0, turnedAway: 0, served: false, givenUp: undefined };
    healths.set(key, health);
    return health;
  };

  return {
    /** Why nothing more is sent to the operation of such a request. */
    givenUp: (request: Case) => healthOf(request).givenUp,
    /** Counts what became of a request. Is its operation turned away so often that the whole target may be down? */
    record: ({ case: request, outcome }: Exchange): boolean => {
      const health = healthOf(request);
      if (outcome.kind === "response") {
        const isAway = isTurnedAway(outcome.status);
        health.late = 0;
        health.turnedAway = isAway ? health.turnedAway + 1 : 0;
        health.served ||= !isAway;
      } else if (outcome.cause === "timeout") health.late += 1;
      const isLimited = outcome.kind === "response" && outcome.status === 429;
      const most = isLimited || !health.served ? mostTurnedAway : mostUnavailable;
      if (health.turnedAway >= most)
        health.givenUp ??= `${request.operation} keeps being turned away (429, 502, 503 or 504), for longer than the run waits`;
      if (health.late >= mostLate) health.givenUp ??= `${request.operation} is not answered in time any more`;
      return health.turnedAway >= mostTurnedAway;
    },
  };
}
