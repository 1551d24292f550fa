import { type Case, hasLongBody, isChunked } from "../cases/index.js";
import { checkRequest } from "./check-request.js";
import type { ClientOptions } from "./client-options.js";
import { openConnections } from "./connections.js";
import type { Answer, Exchange, NoAnswer, NoAnswerCause } from "./exchange.js";
import { isUnaskedInterim } from "./no-answer.js";
import { createPace } from "./pace.js";
import { isListening } from "./reach.js";
import { createRelief } from "./relief.js";
import { type Patience, pauseBeforeRetry } from "./retry.js";
import { sleepUnlessStopped } from "./sleep.js";
import { createSlots } from "./slots.js";
import { createTransmit, randomId, stopped } from "./transmit.js";

/** May a creation be sent once more, after this came of it? If not, it stands. */
export type MayResend = (outcome: Answer | NoAnswer) => Promise<boolean>;

/** Sends cases to one target. */
export interface Client {
  /** Sends one case and waits for its answer. Never rejects: trouble is an exchange without an answer. */
  readonly send: (request: Case, mayResend?: MayResend) => Promise<Exchange>;
  /** Requests that went out so far, retries included. */
  readonly sent: () => number;
  /** Does the target take a connection? Sends nothing. */
  readonly isListening: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A target whose answers are larger than this, in bytes, is asked by one at a time: they are read as a whole. */
const largeBody = 256 * 1024;
const fewPlaces = 1;
/** What a server may do with more connections than it serves. */
const turnsCompanyAway: ReadonlySet<NoAnswerCause> = new Set(["timeout", "closed", "refused"]);

/** Opens a connection pool to the target. Nothing is sent yet. */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl);
  const { timeout, signal } = options;
  const { connection = {}, concurrency: most } = options;
  const connections = openConnections({ base, connection, most, timeout, signal });
  const transmit = createTransmit(options, connections.route);
  const pace = createPace(options.rate);
  const began = performance.now();
  let sent = 0;
  let answered = false;
  let hasLargeBodies = false;

  const relief = createRelief();
  const slots = createSlots(options.concurrency);

  /** Places are as many as there may be connections, but for large answers. */
  const resizeSlots = (): void => slots.resize(hasLargeBodies ? fewPlaces : connections.most());

  /** What an answer says of the pace and the connections that the target can bear. */
  const learn = ({ status, body }: Answer, waitedInCompany: boolean): void => {
    const isBusy = status === 429 || status === 503;
    if (isBusy) pace.slowDown();
    else pace.speedUp();
    answered ||= !isBusy;
    // A connection may close for many reasons; but who waits as long as others are open waits for them.
    if (waitedInCompany && !isBusy) connections.proveCompany();
    if (body.length <= largeBody) return;
    hasLargeBodies = true;
    resizeSlots();
    relief.add(body.length);
  };

  /** Is a request that was not answered worth another try, alone? Of who never answered, none is. */
  const isWorthAnother = ({ method }: Case, outcome: Answer | NoAnswer, together: number): boolean => {
    if (!answered || outcome.kind === "answer" || !turnsCompanyAway.has(outcome.cause)) return false;
    const hadCompany = connections.blameCompany(together);
    resizeSlots();
    return hadCompany && method === "GET" && !signal.aborted;
  };

  /**
   * After an interim answer that nobody asked for, they are taken; what was a GET is worth another try. An animal may
   * have been added: of such a request it is said that its connection closed.
   */
  const passOn = (request: Case, outcome: Answer | NoAnswer, tookInterim: boolean): Answer | NoAnswer => {
    if (!isUnaskedInterim(outcome) || tookInterim) return outcome;
    const detail = "an interim answer (100) came through a proxy, which cannot be taken";
    if (!connections.takeInterim()) return { kind: "no-answer", cause: "aborted", detail };
    const isLost = request.method !== "GET" && outcome.kind === "no-answer";
    return isLost
      ? { ...outcome, cause: "closed", detail: `${outcome.detail}, and will be taken now` }
      : outcome;
  };

  const announce = (request: Case, trace: string): NoAnswer | undefined => {
    try {
      checkRequest(request);
      options.onSending?.(request, trace);
      return undefined;
    } catch (error) {
      return { kind: "no-answer", cause: "aborted", detail: (error as Error).message };
    }
  };

  /** Of who has never let anything through, it is not known that waiting helps: one wait, and little more. */
  const patienceAfter = (retries: number): Patience => {
    const { patience } = options;
    if (answered) return { asked: patience, unasked: patience };
    const little = Math.min(patience, timeout);
    return { asked: retries === 0 ? patience : little, unasked: little };
  };

  return {
    send: async (request, mayResend) => {
      const trace = randomId();
      let retries = 0;
      let turnedAway = 0;
      let alone = false;
      let waitedInCompany = false;
      let hasBroken = false;
      let turnedAwayAt: number | undefined;
      for (;;) {
        const turn = await pace.turn(signal);
        const release = await slots.take();
        await connections.settled();
        const sentAt = performance.now();
        const together = connections.most();
        const tookInterim = connections.takesInterim();
        const isOver = turn === "stopped" || signal.aborted;
        const held = isOver ? stopped : announce(request, trace);
        sent += held === undefined ? 1 : 0;
        const outcome = passOn(request, held ?? (await transmit(request, trace)), tookInterim);
        const duration = performance.now() - sentAt;
        release();
        if (outcome.kind === "answer") learn(outcome, waitedInCompany);
        if (isAccident(request, outcome, hasBroken)) connections.blameReuse();
        hasBroken = isClosed(outcome);
        if (isWorthAnother(request, outcome, together)) {
          retries += 1;
          alone = true;
          waitedInCompany = outcome.kind === "no-answer" && outcome.cause === "timeout";
          continue;
        }
        if (isUnaskedInterim(outcome) && !tookInterim && !signal.aborted) {
          retries += 1;
          continue;
        }
        const waited = turnedAwayAt === undefined ? 0 : performance.now() - turnedAwayAt;
        const pause = pauseBeforeRetry(request, outcome, { retries, waited }, patienceAfter(retries));
        const times = { retries, turnedAway, alone };
        const exchange = { case: request, trace, sentAt: sentAt - began, duration, ...times, outcome };
        if (pause === undefined || signal.aborted) return exchange;
        retries += 1;
        if (outcome.kind === "answer") turnedAway += 1;
        turnedAwayAt ??= performance.now();
        if (pause.everyone) pace.pause(pause.duration);
        await sleepUnlessStopped(pause.duration, signal);
        if (mayResend !== undefined && !(await mayResend(outcome))) return exchange;
      }
    },
    sent: () => sent,
    isListening: () => isListening(connections.route().reach),
    close: connections.destroy,
  };
}

function isClosed(outcome: Answer | NoAnswer): boolean {
  return outcome.kind === "no-answer" && outcome.cause === "closed";
}

/** Did a connection close for no reason? What is answered the second time gave none, nor did a short creation. */
function isAccident(request: Case, outcome: Answer | NoAnswer, hasBroken: boolean): boolean {
  if (outcome.kind === "answer") return hasBroken;
  return isClosed(outcome) && request.method === "POST" && !hasLongBody(request) && !isChunked(request);
}
