import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyBytes, type Case, renderCredential } from "../cases/index.js";
import { checkRequest } from "./check-request.js";
import { openConnections } from "./connections.js";
import { acceptedCodings } from "./content-coding.js";
import { startDeadline } from "./deadline.js";
import type { Answer, Exchange, NoAnswer, NoAnswerCause } from "./exchange.js";
import { causeOf, isUnaskedInterim } from "./no-answer.js";
import { createPace } from "./pace.js";
import { isListening } from "./reach.js";
import { readAnswer } from "./read-answer.js";
import { createRelief } from "./relief.js";
import { type Patience, pauseBeforeRetry } from "./retry.js";
import type { ConnectionOptions } from "./route.js";
import { createSlots } from "./slots.js";

/** How to reach a target, and with how much patience. Durations in ms, sizes in bytes. */
export interface ClientOptions {
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly userAgent: string;
  readonly connection?: ConnectionOptions | undefined;
  /** Header lines that every request carries besides its own. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** Connections that are open at the same time. */
  readonly concurrency: number;
  /** Requests a second; absent for as many as possible. */
  readonly rate?: number | undefined;
  /** For one request, from the first byte sent to the last byte received. */
  readonly timeout: number;
  /** Of the content of one answer. */
  readonly sizeLimit: number;
  /** The longest that a server's wish to wait is followed, over one request's retries. */
  readonly patience: number;
  /** When this aborts, every open request ends. */
  readonly signal: AbortSignal;
  /** Is told of a request right before it goes out for the first time; if it throws, the request does not. */
  readonly onSending?: (request: Case, trace: string) => void;
}

/** Sends cases to one target. */
export interface Client {
  /** Sends one case and waits for its answer. Never rejects: trouble is an exchange without an answer. */
  readonly send: (request: Case) => Promise<Exchange>;
  /** Requests that went out so far, retries included. */
  readonly sent: () => number;
  /** Does the target take a connection? Sends nothing. */
  readonly isListening: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** What each request decides for itself, or the library does. */
const ownHeaders = new Set([
  ...["authorization", "content-type", "content-length", "transfer-encoding", "connection", "host"],
  "traceparent",
]);
/** A target whose answers are larger than this, in bytes, is asked by one at a time: they are read as a whole. */
const largeBody = 256 * 1024;
const fewPlaces = 1;
/** What a server may do with more connections than it serves. */
const turnsCompanyAway: ReadonlySet<NoAnswerCause> = new Set(["timeout", "closed", "refused"]);
const stopped: NoAnswer = { kind: "no-answer", cause: "aborted", detail: "the run was stopped" };

/** Opens a connection pool to the target. Nothing is sent yet. */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl);
  const { timeout, signal } = options;
  const extra = (options.headers ?? []).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  const { connection = {}, concurrency: most } = options;
  const connections = openConnections({ base, connection, most, timeout, signal });
  const pace = createPace(options.rate);
  const began = performance.now();
  let sent = 0;
  let answered = false;
  let hasLargeBodies = false;

  const relief = createRelief();
  const slots = createSlots(options.concurrency);

  const sendOnce = async (request: Case, trace: string): Promise<Answer | NoAnswer> => {
    const { wire, prefix, headers } = connections.route();
    const authorization = renderCredential(request.credential, options.key);
    const deadline = startDeadline(timeout);
    sent += 1;
    try {
      const response = await deadline.race(
        wire.request({
          method: request.method,
          path: prefix + request.path,
          headers: [
            ...headers,
            ...usualHeaders(request, trace),
            ...(authorization === undefined ? [] : ["authorization", authorization]),
            ...extra.flat(),
            ...request.headers.flat(),
          ],
          body: request.body === undefined ? null : bodyBytes(request.body),
          signal: deadline.signal,
        }),
      );
      const answer = await deadline.race(readAnswer(response, options.sizeLimit));
      return signal.aborted && answer.kind === "answer" && answer.cutShort ? stopped : answer;
    } catch (error) {
      const isProxied = options.connection?.proxy !== undefined;
      return signal.aborted ? stopped : causeOf(error, deadline.signal.aborted, isProxied);
    } finally {
      deadline.clear();
    }
  };

  /** What every request says of itself, unless it is told otherwise. */
  const usualHeaders = (request: Case, trace: string): string[] => {
    const told = new Set([...extra, ...request.headers].map(([name]) => name.toLowerCase()));
    const usual: readonly (readonly [string, string])[] = [
      ["accept-encoding", acceptedCodings],
      ["user-agent", options.userAgent],
      ["accept", "application/json"],
      ["traceparent", `00-${trace}-${randomId().slice(0, 16)}-01`],
    ];
    return usual.filter(([name]) => !told.has(name)).flat();
  };

  /** Places are as many as there may be connections, but for large answers. */
  const resizeSlots = (): void => slots.resize(hasLargeBodies ? fewPlaces : connections.most());

  /** Is a request that was not answered worth another try, alone? Of who never answered, none is. */
  const isWorthAnother = ({ method }: Case, outcome: Answer | NoAnswer, together: number): boolean => {
    if (!answered || outcome.kind === "answer" || !turnsCompanyAway.has(outcome.cause)) return false;
    const hadCompany = connections.blame(outcome.cause, together);
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
    send: async (request) => {
      const trace = randomId();
      let retries = 0;
      let turnedAway = 0;
      let unsure = 0;
      let alone = false;
      let waitedInCompany = false;
      let turnedAwayAt: number | undefined;
      for (;;) {
        const turn = await pace.turn(signal);
        const release = await slots.take();
        await connections.settled();
        const sentAt = performance.now();
        const together = connections.most();
        const tookInterim = connections.takesInterim();
        const isOver = turn === "stopped" || signal.aborted;
        const held = isOver ? stopped : retries === 0 ? announce(request, trace) : undefined;
        const outcome = passOn(request, held ?? (await sendOnce(request, trace)), tookInterim);
        const duration = performance.now() - sentAt;
        release();
        if (outcome.kind === "answer") {
          const isBusy = outcome.status === 429 || outcome.status === 503;
          if (isBusy) pace.slowDown();
          else pace.speedUp();
          answered ||= !isBusy;
          // A connection may close for many reasons; but who waits as long as others are open waits for them.
          if (waitedInCompany && !isBusy) connections.proveCompany();
          if (outcome.body.length > largeBody) {
            hasLargeBodies = true;
            resizeSlots();
            relief.add(outcome.body.length);
          }
        }
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
        if (pause === undefined || signal.aborted) {
          const sent = { retries, turnedAway, unsure, alone };
          return { case: request, trace, sentAt: sentAt - began, duration, ...sent, outcome };
        }
        retries += 1;
        if (outcome.kind === "answer") turnedAway += 1;
        if (outcome.kind === "answer" && outcome.status === 503) unsure += 1;
        turnedAwayAt ??= performance.now();
        if (pause.everyone) pace.pause(pause.duration);
        await sleep(pause.duration, undefined, { signal }).catch(() => undefined);
      }
    },
    sent: () => sent,
    isListening: () => isListening(connections.route().reach),
    close: connections.destroy,
  };
}

/** 32 hexadecimal digits, most of them random; faster than random bytes, since the library draws many at once. */
function randomId(): string {
  return randomUUID().replaceAll("-", "");
}
