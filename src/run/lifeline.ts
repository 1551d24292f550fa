import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../cases/index.js";
import type { Client, Exchange } from "../http/index.js";

/** Sends through a client, and notices when there is nobody left at the other end. */
export interface Lifeline {
  readonly send: (request: Case) => Promise<Exchange>;
  /** Why the target is given up, if it is. */
  readonly lost: () => string | undefined;
}

/** How long a target that refuses connections is waited for, in ms. */
const patience = 1500;
/** So many requests in a row without any answer mean that there will be none. */
const mostSilent = 12;
/** So many in a row that were still turned away after all the waiting the server asked for. */
const mostTurnedAway = 3;

/**
 * @param longest how long the run may take, in ms
 * @param onExchange is told of everything that was sent
 */
export function createLifeline(
  client: Client,
  longest: number,
  onExchange: (exchange: Exchange) => void,
): Lifeline {
  const until = performance.now() + longest;
  let lost: string | undefined;
  let answered = false;
  let silent = 0;
  let turnedAway = 0;
  let known: Case | undefined;
  let returning: Promise<void> | undefined;

  const awaitReturn = async (): Promise<void> => {
    const until = performance.now() + patience;
    while (performance.now() < until) {
      await sleep(100);
      if (await client.isListening()) return;
    }
    lost = "the target stopped answering";
  };

  /** Perhaps only what was asked is never answered: something that was answered before tells. */
  const isStillThere = async (): Promise<boolean> => {
    const answer = known === undefined ? undefined : (await client.send(known)).outcome;
    if (answer?.kind === "answer") silent = 0;
    return silent === 0;
  };

  const send = async (request: Case): Promise<Exchange> => {
    if (performance.now() > until) lost ??= `the run took longer than ${longest / 60_000} minutes`;
    if (lost !== undefined) return abandoned(request, lost);
    let exchange = await client.send(request);
    if (exchange.outcome.kind === "no-answer" && exchange.outcome.cause === "refused" && answered) {
      returning ??= awaitReturn().finally(() => {
        returning = undefined;
      });
      await returning;
      if (lost === undefined) exchange = await client.send(request);
    }
    const isAnswer = exchange.outcome.kind === "answer";
    answered ||= isAnswer;
    silent = isAnswer ? 0 : silent + 1;
    if (isAnswer && request.method === "GET") known = request;
    if (silent >= mostSilent && !(await isStillThere()))
      lost ??= `${silent} requests in a row were not answered`;
    turnedAway = isTurnedAway(exchange) ? turnedAway + 1 : isAnswer ? 0 : turnedAway;
    if (turnedAway >= mostTurnedAway)
      lost ??= "the target keeps asking to be left alone (429 or 503), however long one waits";
    onExchange(exchange);
    return exchange;
  };

  return { send, lost: () => lost };
}

function isTurnedAway({ outcome }: Exchange): boolean {
  return outcome.kind === "answer" && (outcome.status === 429 || outcome.status === 503);
}

function abandoned(request: Case, reason: string): Exchange {
  const outcome = { kind: "no-answer", cause: "aborted", detail: reason } as const;
  return { case: request, trace: "", sentAt: 0, duration: 0, retries: 0, outcome };
}
