import pLimit from "p-limit";
import type { Method } from "../description/index.js";
import { type Case, hasLongBody, isChunked, isFraming } from "./case.js";
import { isListening, openConnections } from "./connections.js";
import {
  type Exchange,
  type Response,
  systemClock,
  type TransportError,
  type TransportErrorCause,
  type WireTimes,
} from "./exchange.js";
import { createRateLimiter, type Pause, pauseBeforeRetry } from "./retry.js";
import { withoutSessions } from "./tokens.js";
import { type ClientOptions, createTransmit, randomId, stopped } from "./transmit.js";

/** May a creation be sent once more, after this came of it? If not, it stands. */
export type MayResend = (outcome: Response | TransportError) => Promise<boolean>;

/** Sends cases to one target. */
export type Client = ReturnType<typeof createClient>;

/** One time that a request was sent. */
interface Attempt extends Pick<Exchange, "sentAt" | "writtenAt" | "firstByteAt" | "duration" | "outcome"> {
  /** Is it sent again alone, at once? */
  readonly retriesInIsolation: boolean;
  /** With what. */
  readonly key: string;
}

/** The methods that are sent where nothing else is said. */
const usualMethods: readonly Method[] = ["GET", "POST"];
/** Of larger bodies, in bytes, only one is read at a time: they are held in memory as a whole. */
const largeBody = 256 * 1024;
/** The errors that may come of more connections than a server serves. */
const mayBeConcurrency: ReadonlySet<TransportErrorCause> = new Set(["timeout", "closed", "refused"]);

/** For all pauses of a run, in ms, those at the same time counted once. */
const longestInAll = 5 * 60_000;

/** Opens a connection pool to the target. Nothing is sent yet. */
export function createClient(options: ClientOptions) {
  const { timeout, signal, patience, random, clock = systemClock } = options;
  const connections = openConnections(options);
  const transmit = createTransmit(options, connections.route);
  const rateLimiter = createRateLimiter(options.rate, clock);
  // Without it a request's time would run while it waits for a connection.
  const limit = pLimit(options.concurrency);
  const began = clock.now();
  const now = (): number => clock.now() - began;
  let [pausedInAll, pausedUntil] = [0, 0];
  let isOutOfPatience = false;
  let sent = 0;
  let wasAnswered = false;
  let hasLargeBodies = false;

  const learnFromResponse = ({ status, body }: Response, previous: Attempt | undefined): void => {
    const isBusy = status === 429 || status === 503;
    if (isBusy) rateLimiter.slowDown();
    else rateLimiter.speedUp();
    wasAnswered ||= !isBusy;
    hasLargeBodies ||= body.length > largeBody;
    // A connection may close for many reasons; a timeout that ends with concurrency has one.
    if (previous?.retriesInIsolation && causeOf(previous.outcome) === "timeout" && !isBusy)
      connections.confirm();
  };

  /** Is a retry without concurrency worthwhile? Not if the target has never answered. */
  const isRetriedInIsolation = (
    { method, isCut }: Case,
    cause: TransportErrorCause | undefined,
    limitThen: number,
  ): boolean => {
    if (cause === undefined || isCut || !wasAnswered || !mayBeConcurrency.has(cause)) return false;
    const mayBeReason = connections.recordFailure(limitThen);
    return mayBeReason && method === "GET" && !signal.aborted;
  };

  /** Why a request is not sent at all. */
  const refusalOf = (request: Case, trace: string): TransportError | undefined => {
    if (signal.aborted) return stopped;
    try {
      checkRequest(request, { methods: options.methods ?? usualMethods, headers: options.caseHeaders ?? [] });
      options.onSending?.(request, trace);
      sent += 1;
      return undefined;
    } catch (error) {
      return { ...stopped, detail: (error as Error).message };
    }
  };

  const keyFor = async ({ credential }: Case): Promise<string> => {
    if (credential.kind === "second") return options.secondKey ?? "";
    return (await options.tokens?.current()) ?? options.key;
  };

  const attempt = async (request: Case, trace: string, previous: Attempt | undefined): Promise<Attempt> => {
    await connections.settled();
    const key = await keyFor(request);
    const sentAt = now();
    const limitThen = connections.limit();
    const times: WireTimes = { now };
    const came = refusalOf(request, trace) ?? (await transmit(request, { trace, key, times }));
    const outcome = withoutSessions(came, options.tokens?.cookie);
    const duration = now() - sentAt;
    if (outcome.kind === "response") {
      learnFromResponse(outcome, previous);
      // Without the handshakes, which a busy machine makes slow where many connections open at once.
      connections.recordDuration(now() - (times.writtenAt ?? sentAt), limitThen);
    }
    if (!request.isCut && isAccident(request, outcome, previous)) connections.recordAccident();
    const retriesInIsolation = isRetriedInIsolation(request, causeOf(outcome), limitThen);
    limit.concurrency = hasLargeBodies ? 1 : connections.limit();
    const { writtenAt, firstByteAt } = times;
    return { sentAt, writtenAt, firstByteAt, duration, outcome, retriesInIsolation, key };
  };

  /** Was the token refused because its time was over, and is there another one now? */
  const isTokenReplaced = async (
    { operation, credential }: Case,
    { outcome, key }: Attempt,
    isAgain: boolean,
  ): Promise<boolean> => {
    if (options.tokens === undefined || outcome.kind !== "response" || credential.kind !== "good")
      return false;
    return options.tokens.isReplaced({ operation, token: key, status: outcome.status, isAgain });
  };

  /** The pause before the next attempt; undefined if the latest one stands. */
  const pauseAfter = (
    request: Case,
    { outcome }: Attempt,
    earlier: readonly Attempt[],
  ): Pause | undefined => {
    if (signal.aborted) return undefined;
    const retries = earlier.length;
    const first = earlier.find(({ retriesInIsolation }) => !retriesInIsolation);
    const waited = first === undefined ? 0 : now() - first.sentAt - first.duration;
    // Nothing shows that waiting helps with a target that never let a request through: one wait, and little more.
    const little = wasAnswered ? patience : Math.min(patience, timeout);
    const longest = { asked: retries === 0 ? patience : little, unasked: little };
    return withinBudget(pauseBeforeRetry(request, outcome, { retries, waited, longest, random }));
  };

  /** A server may ask for one pause after the other, and every one of them be short. */
  const withinBudget = (pause: Pause | undefined): Pause | undefined => {
    if (pause === undefined) return undefined;
    const end = now() + pause.duration;
    const more = Math.max(0, end - Math.max(pausedUntil, now()));
    if (pausedInAll + more > longestInAll) {
      isOutOfPatience = true;
      return undefined;
    }
    pausedInAll += more;
    pausedUntil = Math.max(pausedUntil, end);
    return pause;
  };

  return {
    /** Sends one case and waits for its answer. Never rejects: trouble is an exchange without an answer. */
    send: async (request: Case, mayResend: MayResend = async () => true): Promise<Exchange> => {
      const trace = randomId();
      const earlier: Attempt[] = [];
      let isAgain = false;
      for (;;) {
        await rateLimiter.acquire(signal);
        const latest = await limit(attempt, request, trace, earlier.at(-1));
        if (await isTokenReplaced(request, latest, isAgain)) {
          isAgain = true;
          continue;
        }
        const { retriesInIsolation, key: _, ...sentOnce } = latest;
        const exchange: Exchange = {
          case: request,
          trace,
          ...sentOnce,
          retries: earlier.length,
          turnedAway: earlier.filter((each) => each.outcome.kind === "response").length,
          alone: earlier.some((each) => each.retriesInIsolation),
        };
        if (!retriesInIsolation) {
          const pause = pauseAfter(request, latest, earlier);
          if (pause === undefined) return exchange;
          if (pause.everyone) rateLimiter.pause(pause.duration);
          await clock.sleep(pause.duration, signal);
          if (!(await mayResend(latest.outcome))) return exchange;
        }
        earlier.push(latest);
      }
    },
    /** Requests that were sent so far, retries included. */
    sent: (): number => sent,
    /** Were there pauses before retries for as long as a run takes them? */
    isOutOfPatience: (): boolean => isOutOfPatience,
    /** Does the target take a connection? Sends nothing. */
    isListening: (): Promise<boolean> => isListening(connections.route().host),
    close: connections.destroy,
  };
}

function causeOf(outcome: Attempt["outcome"]): TransportErrorCause | undefined {
  return outcome.kind === "transport-error" ? outcome.cause : undefined;
}

/** Did a connection close for no reason? A retry that is answered shows it; a short creation gave none. */
function isAccident(request: Case, outcome: Attempt["outcome"], previous: Attempt | undefined): boolean {
  if (outcome.kind === "response") return previous !== undefined && causeOf(previous.outcome) === "closed";
  const isShort = request.method === "POST" && !hasLongBody(request) && !isChunked(request);
  return outcome.cause === "closed" && isShort;
}

/** Header lines that a case may bring. */
const known = ["content-type", "accept", "transfer-encoding", "x-forwarded-for"];

/**
 * Refuses what no check makes: a case may come from a report, and a report from anyone. Whatever goes out with the key
 * goes to the target, below its base address, and asks or adds.
 * @throws Error for the first thing that is wrong
 */
function checkRequest(
  { method, path, headers, body }: Case,
  { methods, headers: own }: { readonly methods: readonly Method[]; readonly headers: readonly string[] },
): void {
  const refuse = (what: string): never => {
    throw new Error(`not sent, since no check makes such a request: ${what}`);
  };
  if (!methods.includes(method)) refuse("another method");
  if ((method === "GET" || method === "HEAD") && body !== undefined) refuse(`a ${method} with a body`);
  if (!/^\/[\x21-\x7e]*$/.test(path)) refuse("a path that is none");
  const [pathname = ""] = path.split(/[?#]/);
  const isRelative = pathname.split(/[/\\]|%2f|%5c/i).some((part) => /^(\.|%2e){1,2}$/i.test(part));
  if (isRelative) refuse("a path that leads elsewhere");
  if (headers.some(([name]) => ![...known, ...own].includes(name.toLowerCase()))) refuse("other headers");
  if (headers.some(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))) refuse("a header that is none");
  if (headers.some(([name, value]) => isFraming(name) && value !== "chunked"))
    refuse("another transfer coding");
}
