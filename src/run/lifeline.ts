import type { Case } from "../cases/index.js";
import {
  type Client,
  type Exchange,
  isTurnedAway,
  type MayResend,
  sleepUnlessStopped,
} from "../http/index.js";

/** Sends through a client, and notices when there is nobody left at the other end. */
export interface Lifeline {
  readonly send: (request: Case, mayResend?: MayResend) => Promise<Exchange>;
  /** Sends what a server need not understand: what becomes of it says nothing of the target. */
  readonly sendAside: (request: Case, mayResend?: MayResend) => Promise<Exchange>;
  /** Is something served that was served before? Waits a little for who is away. */
  readonly isServing: () => Promise<boolean>;
  /** Why the target is given up, if it is. */
  readonly lost: () => string | undefined;
}

/** How one operation has fared lately. */
interface Standing {
  /** Requests in a row that were not answered in time, and turned away. */
  late: number;
  turnedAway: number;
  /** Was any request served? */
  served: boolean;
  /** Why it is not asked any more. */
  givenUp: string | undefined;
}

/** How long a target that refuses connections is waited for, in ms. */
const patience = 4000;
/** So many requests in a row without any answer mean that there will be none. */
const mostSilent = 12;
/** So many of one operation in a row that were not answered in time: more of them would take for ever. */
const mostLateOfOne = 16;
/** So many in all, if they are more than a third of those that were served. */
const mostLate = 60;
/** So many in a row that were still turned away after all the waiting. */
const mostTurnedAway = 3;
/** The same where it is not a rate limit: one kind of body may fail, and several requests with it be under way. */
const mostUnavailable = 12;
const turnedAwayReason =
  "the target keeps turning requests away (429, 502, 503 or 504), however long one waits";

/** What a lifeline goes by. */
export interface LifelineOptions {
  readonly client: Client;
  /** How long the run may take, in ms. */
  readonly longest: number;
  /** When this aborts, nothing is waited for any more, and nothing that is not answered counts. */
  readonly stop: AbortSignal;
  /** Is told of everything that was sent. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** A lifeline to a target of which nothing is known yet. */
export function createLifeline(options: LifelineOptions): Lifeline {
  const { client, longest, stop, onExchange } = options;
  const until = performance.now() + longest;
  const standings = new Map<string, Standing>();
  let lost: string | undefined;
  let served = 0;
  let late = 0;
  let silent = 0;
  let known: Case | undefined;
  let suspect: Case | undefined;

  const stoppedAnswering = (): string => {
    if (suspect === undefined) return "the target stopped answering";
    // Long numbers in a label may be the target's own choice.
    const label = suspect.label.replaceAll(/\d{5,}/g, "…");
    return `the target stopped answering; the first request that it left without an answer was ${suspect.operation} (${label})`;
  };

  /** Of who is not asked any more, silence says nothing. */
  const giveUp = (reason: string): void => {
    if (!stop.aborted) lost ??= reason;
  };

  const awaitReturn = shareOne(async () => {
    const until = performance.now() + patience;
    while (performance.now() < until && !stop.aborted) {
      await sleepUnlessStopped(100, stop);
      if (await client.isListening()) return;
    }
    giveUp(stoppedAnswering());
  });

  let isTurningAway = false;
  const asksKnown = async (): Promise<boolean> => {
    if (known === undefined) return false;
    const exchange = await client.send(known);
    isTurningAway = exchange.outcome.kind === "answer" && !isServed(exchange);
    return isServed(exchange);
  };

  /** Perhaps only what was asked is never served: something that was served before tells. */
  const isServing = shareOne(async () => {
    const until = performance.now() + patience;
    let asked = 0;
    do {
      asked += 1;
      if (await asksKnown()) {
        silent = 0;
        return true;
      }
      await sleepUnlessStopped(200, stop);
    } while ((performance.now() < until || asked < 2) && known !== undefined && !stop.aborted);
    return false;
  });

  /** What the exchange says of its operation, and of the target as a whole. */
  const judge = async (exchange: Exchange): Promise<void> => {
    const { case: request, outcome } = exchange;
    const key = standingKey(request);
    const standing = standings.get(key) ?? { late: 0, turnedAway: 0, served: false, givenUp: undefined };
    standings.set(key, standing);
    const isAnswer = outcome.kind === "answer";
    silent = isAnswer ? 0 : silent + 1;
    suspect = isAnswer ? undefined : (suspect ?? request);
    const isLate = !isAnswer && outcome.cause === "timeout";
    late += isLate ? 1 : 0;
    standing.late = isAnswer ? 0 : isLate ? standing.late + 1 : standing.late;
    if (isAnswer && isTurnedAway(outcome.status)) standing.turnedAway += 1;
    else if (isAnswer) {
      standing.turnedAway = 0;
      standing.served = true;
      served += 1;
      if (request.method === "GET" && outcome.status === 200) known = request;
    }
    if (standing.turnedAway >= mostTurnedAway) {
      const isLimited = isAnswer && outcome.status === 429;
      const most = isLimited || !standing.served ? mostTurnedAway : mostUnavailable;
      if (standing.turnedAway >= most)
        standing.givenUp ??= `${request.operation} keeps being turned away (429, 502, 503 or 504), however long one waits`;
      if (!(await isServing())) giveUp(turnedAwayReason);
    }
    if (standing.late >= mostLateOfOne)
      standing.givenUp ??= `${request.operation} is not answered in time any more`;
    if (silent >= mostSilent && !(await isServing())) giveUp(stoppedAnswering());
    if (late > mostLate && late * 3 > served) giveUp("too many requests are not answered in time");
  };

  const send: Lifeline["send"] = async (request, mayResend) => {
    if (performance.now() > until) giveUp(`the run took longer than ${describeDuration(longest)}`);
    const reason = lost ?? standings.get(standingKey(request))?.givenUp;
    if (reason !== undefined) return abandoned(request, reason);
    let exchange = await client.send(request, mayResend);
    if (served > 0 && isOutOfReach(exchange)) {
      suspect ??= request;
      await awaitReturn();
      const mayGo = lost === undefined && (mayResend === undefined || (await mayResend(exchange.outcome)));
      if (mayGo) exchange = await client.send(request, mayResend);
    }
    if (!stop.aborted) await judge(exchange);
    onExchange(exchange);
    return exchange;
  };

  return {
    send,
    sendAside: async (request, mayResend) => {
      if (lost !== undefined) return abandoned(request, lost);
      const exchange = await client.send(request, mayResend);
      onExchange(exchange);
      return exchange;
    },
    isServing: async () => {
      // Where nothing was ever served, there is nothing to tell it by.
      if (known === undefined || (await isServing())) return true;
      giveUp(isTurningAway ? turnedAwayReason : stoppedAnswering());
      return false;
    },
    lost: () => lost,
  };
}

/** Whoever asks while it is under way waits for what comes of it. */
function shareOne<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<Value> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Who is turned away with a wrong key may be served with the good one. */
function standingKey({ operation, credential }: Case): string {
  return `${operation} ${credential.kind === "good"}`;
}

function describeDuration(milliseconds: number): string {
  return milliseconds < 120_000
    ? `${milliseconds / 1000} seconds`
    : `${Math.round(milliseconds / 60_000)} minutes`;
}

function isOutOfReach({ outcome }: Exchange): boolean {
  return outcome.kind === "no-answer" && (outcome.cause === "refused" || outcome.cause === "proxy");
}

function isServed(exchange: Exchange): boolean {
  return exchange.outcome.kind === "answer" && !isTurnedAway(exchange.outcome.status);
}

function abandoned(request: Case, reason: string): Exchange {
  const outcome = { kind: "no-answer", cause: "aborted", detail: reason } as const;
  const never = { sentAt: 0, duration: 0, retries: 0, turnedAway: 0, alone: false };
  return { case: request, trace: "", ...never, outcome };
}
