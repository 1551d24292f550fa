import type { Case } from "../transport/index.js";
import { type Client, type Clock, type Exchange, isTurnedAway, type MayResend } from "../transport/index.js";
import { createOperationHealths } from "./operation-health.js";

/** How long a target that refuses connections is waited for, in ms. */
const patience = 4000;
/** After this number of requests in a row without any response there will be none. */
const mostSilent = 12;
/** The most that may not be answered in time, if they are more than a third of those that were served. */
const mostLate = 60;
const turnedAwayReason =
  "the target keeps turning requests away (429, 502, 503 or 504), for longer than the run waits";

/** The options of a circuit breaker. */
interface CircuitBreakerOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** When this aborts, nothing is waited for any more, and nothing that is not answered counts. */
  readonly stop: AbortSignal;
  /** Called for everything that was sent. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Requests of one kind to an operation that may be left without an answer, where none ever got one. */
  readonly mostUnanswered?: number | undefined;
}

const outOfPatience =
  "the target asked to wait (429, 503, Retry-After) for more than five minutes in all: set --rate to what it allows";

/** Sends through a client until the target does not serve any more; then it is open, and nothing goes out. */
export function createCircuitBreaker({
  client,
  clock,
  stop,
  onExchange,
  mostUnanswered,
}: CircuitBreakerOptions) {
  const operations = createOperationHealths(mostUnanswered);
  let openReason: string | undefined;
  let wasAnswered = false;
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

  /** After a stop, silence says nothing of the target. */
  const open = (reason: string): void => {
    if (!stop.aborted) openReason ??= reason;
  };

  const awaitReturn = shareOne(async () => {
    const deadline = clock.now() + patience;
    while (clock.now() < deadline && !stop.aborted) {
      await clock.sleep(100, stop);
      if (await client.isListening()) return;
    }
    open(stoppedAnswering());
  });

  let isTurningAway = false;
  /** Perhaps only what was asked is never served: something that was served before tells. */
  const isServing = shareOne(async () => {
    const deadline = clock.now() + patience;
    for (let asked = 0; asked < 2 || clock.now() < deadline; asked += 1) {
      if (known === undefined || (asked > 0 && stop.aborted)) return false;
      const exchange = await client.send(known);
      isTurningAway = exchange.outcome.kind === "response" && !isServed(exchange);
      if (isServed(exchange)) {
        silent = 0;
        return true;
      }
      await clock.sleep(200, stop);
    }
    return false;
  });

  /** Nothing listens where nothing ever did: whatever is sent, each request waits for a server in vain. */
  const noteReach = (exchange: Exchange): void => {
    const { outcome } = exchange;
    if (outcome.kind === "response") wasAnswered = true;
    else if (!wasAnswered && isOutOfReach(exchange))
      open(
        `the target takes no connection (${outcome.detail}): is the server started, and the address right?`,
      );
  };

  /** Judges the operation of an exchange, and the target as a whole, by that exchange. */
  const judge = async (exchange: Exchange): Promise<void> => {
    const { case: request, outcome } = exchange;
    noteReach(exchange);
    const isKeptAway = operations.record(exchange);
    if (outcome.kind === "response") {
      silent = 0;
      suspect = undefined;
      if (isServed(exchange)) served += 1;
      if (request.method === "GET" && outcome.status === 200) known = request;
    } else {
      silent += 1;
      suspect ??= request;
      if (outcome.cause === "timeout") late += 1;
    }
    if (client.isOutOfPatience()) open(outOfPatience);
    if (isKeptAway && !(await isServing())) open(turnedAwayReason);
    if (silent >= mostSilent && !(await isServing())) open(stoppedAnswering());
    if (late > mostLate && late * 3 > served) open("too many requests are not answered in time");
  };

  return {
    send: async (request: Case, mayResend?: MayResend): Promise<Exchange> => {
      const reason = openReason ?? operations.givenUp(request);
      if (reason !== undefined) return neverSent(request, reason);
      let exchange = await client.send(request, mayResend);
      if (served > 0 && isOutOfReach(exchange)) {
        suspect ??= request;
        await awaitReturn();
        const mayGo =
          openReason === undefined && (mayResend === undefined || (await mayResend(exchange.outcome)));
        if (mayGo) exchange = await client.send(request, mayResend);
      }
      if (!stop.aborted) await judge(exchange);
      onExchange(exchange);
      return exchange;
    },
    /** Sends what a server need not understand: what becomes of it says nothing of the target. */
    sendProbe: async (request: Case, mayResend?: MayResend): Promise<Exchange> => {
      if (openReason !== undefined) return neverSent(request, openReason);
      const exchange = await client.send(request, mayResend);
      if (!stop.aborted) noteReach(exchange);
      onExchange(exchange);
      return exchange;
    },
    /** Is something served that was served before? Waits a little for a target that is away. */
    isServing: async (): Promise<boolean> => {
      // Where nothing was ever served, there is nothing to tell it by.
      if (known === undefined || (await isServing())) return true;
      open(isTurningAway ? turnedAwayReason : stoppedAnswering());
      return false;
    },
    /** Why nothing goes out any more; undefined while something does. */
    openReason: () => openReason,
  };
}

function isOutOfReach({ outcome }: Exchange): boolean {
  return outcome.kind === "transport-error" && (outcome.cause === "refused" || outcome.cause === "proxy");
}

function isServed({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && !isTurnedAway(outcome.status);
}

function neverSent(request: Case, reason: string): Exchange {
  const outcome = { kind: "transport-error", cause: "aborted", detail: reason } as const;
  const never = { sentAt: 0, duration: 0, retries: 0, turnedAway: 0, alone: false };
  return { case: request, trace: "", ...never, outcome };
}

/** The same work, of which only one is under way at a time: a call meanwhile gets its result. */
function shareOne<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<Value> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Responses of which the 95th percentile is taken. */
const sample = 40;
/** It may rise to this many times what it was with one request at a time, and to this in any case, in ms. */
const [mostTimes, always] = [3, 50];
/** Pauses before a case, in ms, where even one at a time is too much. */
const [shortest, longest] = [10, 1000];

/**
 * How much of a load the target bears so that its other users notice nothing: it begins with one case at a time, and
 * allows twice as many as long as responses stay about as fast as then; half as many where they do not, and from then on
 * one more at a time.
 * @param most cases at a time, at most
 */
export function createLoadControl(most: number) {
  let allowed = 1;
  let pause = 0;
  let wasTooSlow = false;
  let idle: number | undefined;
  let durations: number[] = [];
  return {
    /** How many cases may be under way. */
    allowed: (): number => allowed,
    /** How long to wait before the next one, in ms. */
    pause: (): number => pause,
    /** Records how long a response took, in ms. */
    record: (duration: number): void => {
      durations.push(duration);
      if (durations.length < sample) return;
      const p95 = durations.toSorted((left, right) => left - right)[Math.floor(sample * 0.95)] ?? 0;
      durations = [];
      idle ??= p95;
      const isTooSlow = p95 > always && p95 > mostTimes * idle;
      wasTooSlow ||= isTooSlow;
      if (isTooSlow && allowed === 1) pause = Math.min(longest, Math.max(shortest, pause * 2));
      else if (isTooSlow) allowed = Math.floor(allowed / 2);
      else if (pause > 0) pause = pause > shortest ? pause / 2 : 0;
      else allowed = Math.min(most, wasTooSlow ? allowed + 1 : allowed * 2);
    },
  };
}
