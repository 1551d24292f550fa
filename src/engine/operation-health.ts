import { type Case, type CaseKind, type Exchange, isTurnedAway, kindOfAnswers } from "../transport/index.js";

/** How one operation was answered lately. */
interface OperationHealth {
  /** Requests in a row that were not answered in time, and turned away. */
  late: number;
  turnedAway: number;
  /** Was any request served? */
  served: boolean;
  /** Why nothing more is sent to it. */
  givenUp: string | undefined;
  /** How requests of one kind were answered. */
  readonly kinds: Map<CaseKind, KindHealth>;
}

/** How requests of one kind were answered. */
interface KindHealth {
  answered: boolean;
  /** Requests that were not answered in time, one after the other, and when the last of them ended. */
  late: number;
  lateUntil: number;
}

/** Requests in a row that were not answered in time: more of them would take for ever. */
const mostLate = 16;
/** Requests in a row that were still turned away after all the waiting. */
const mostTurnedAway = 3;
/** The same where it is not a rate limit: one kind of body may fail, and several requests with it be under way. */
const mostUnavailable = 12;

/**
 * Knows how each operation is answered; nothing yet.
 * @param mostUnanswered requests of one kind that may be left without an answer, where none of that kind ever got one
 */
export function createOperationHealths(mostUnanswered = Number.POSITIVE_INFINITY) {
  const healths = new Map<string, OperationHealth>();

  const healthOf = ({ operation, credential }: Case): OperationHealth => {
    // With a wrong key, an operation may fare otherwise.
    const key = `${operation} ${credential.kind === "good"}`;
    const health = healths.get(key) ?? {
      late: 0,
      turnedAway: 0,
      served: false,
      givenUp: undefined,
      kinds: new Map(),
    };
    healths.set(key, health);
    return health;
  };

  const kindOf = (request: Case): KindHealth => {
    const { kinds } = healthOf(request);
    // Also without any key, what is not valid may be refused at once where the rest has no end.
    const name = kindOfAnswers(request.accepts);
    const kind = kinds.get(name) ?? { answered: false, late: 0, lateUntil: 0 };
    kinds.set(name, kind);
    return kind;
  };

  /** An answer without an end comes too late each time. Requests that wait together count as one. */
  const recordKind = ({ case: request, outcome, sentAt, duration }: Exchange): void => {
    const kind = kindOf(request);
    if (outcome.kind === "response") kind.answered = true;
    else if (outcome.cause === "timeout" && sentAt >= kind.lateUntil) {
      kind.late += 1;
      kind.lateUntil = sentAt + duration;
    }
  };

  const unanswered = (request: Case): string | undefined => {
    const { answered, late } = kindOf(request);
    if (answered || late < mostUnanswered) return undefined;
    const { operation } = request;
    return `${operation} was not answered in time ${late} times, and no such request to it ever was: none is sent any more; raise --timeout, or name ${operation} under leave-out in the configuration`;
  };

  return {
    /** Why nothing more is sent to the operation of such a request. */
    givenUp: (request: Case) => healthOf(request).givenUp ?? unanswered(request),
    /** Counts what became of a request. Is its operation turned away so often that the whole target may be down? */
    record: (exchange: Exchange): boolean => {
      const { case: request, outcome } = exchange;
      recordKind(exchange);
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
