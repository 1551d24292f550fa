import type { Case } from "./case.js";
import {
  type Clock,
  headerValues,
  isTurnedAway,
  type Response,
  systemClock,
  type TransportError,
} from "./exchange.js";

/** The retries of one request so far, and what bounds them. Times in ms. */
export interface Retries {
  readonly retries: number;
  /** Since the first of them was due. */
  readonly waited: number;
  /** The longest wait in sum: where the server says how long to wait, and where it does not. */
  readonly longest: { readonly asked: number; readonly unasked: number };
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** How long to wait before a request is sent again, in ms, and whether every other request is to wait, too. */
export interface Pause {
  readonly duration: number;
  readonly everyone: boolean;
}

const firstPause = 100;
const longestGrowing = 2000;
const mostRetries = { rate: 30, gateway: 3, connection: 2 };

/**
 * The pause before a request is sent again; undefined if its outcome stands.
 * A creation is sent again only where it surely had no effect: refused for the rate, or never connected.
 */
export function pauseBeforeRetry(
  request: Case,
  outcome: Response | TransportError,
  { retries, waited, longest, random }: Retries,
): Pause | undefined {
  const idempotent = request.method === "GET" || request.method === "HEAD";
  // The jitter keeps requests that failed together from being sent again together.
  const growing = Math.min(firstPause * 2 ** retries, longestGrowing) * (0.75 + random() / 2);
  if (outcome.kind === "transport-error") {
    const again = ["refused", "proxy"].includes(outcome.cause) || (idempotent && outcome.cause === "closed");
    return again && retries < mostRetries.connection ? { duration: growing, everyone: false } : undefined;
  }
  const asked = waitAsked(outcome);
  const most = asked === undefined ? longest.unasked : longest.asked;
  if (waited + (asked ?? growing) > most) return undefined;
  if (outcome.status === 429) {
    return retries < mostRetries.rate ? { duration: asked ?? growing, everyone: true } : undefined;
  }
  if (!isTurnedAway(outcome.status) || retries >= mostRetries.gateway) return undefined;
  const isBusy = outcome.status === 503;
  return idempotent || isBusy ? { duration: asked ?? growing, everyone: isBusy } : undefined;
}

/** In ms; many servers say it in a header of their own, in seconds or as seconds since 1970. */
function waitAsked(response: Response): number | undefined {
  const now = new Date();
  const standard = parseRetryAfter(headerValues(response, "retry-after")[0], now);
  if (standard !== undefined || response.status !== 429) return standard;
  const names = ["ratelimit-reset", "x-ratelimit-reset"];
  const reset = parseRetryAfter(names.flatMap((name) => headerValues(response, name))[0], now);
  const isMoment = reset !== undefined && reset > now.getTime() / 2;
  return isMoment ? Math.max(0, reset - now.getTime()) : reset;
}

/**
 * How long a `Retry-After` header asks to wait, in ms; undefined if it is absent or says nothing usable.
 * Source: RFC 9110, section 10.2.3 (seconds, or an HTTP date).
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse would take "-5" for a year.
  const date = /^[A-Za-z]{3,9},? .*\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

/** Between two requests, in ms: the first interval after a refusal, and the longest. */
const firstInterval = 5;
const longestInterval = 250;

/**
 * Holds requests back: a rate that is not exceeded, and pauses that the server asked for. A token bucket of two: after
 * a delay one request is made up for, never a burst.
 * @param rate requests a second; undefined for no limit
 */
export function createRateLimiter(rate: number | undefined, clock: Clock = systemClock) {
  const shortest = rate === undefined ? 0 : 1000 / rate;
  let interval = shortest;
  let last = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;
  let queue: Promise<void> = Promise.resolve();

  const acquireNext = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const now = clock.now();
      const wait = Math.max(last + interval, pausedUntil) - now;
      if (wait <= 0) {
        // The first request has nothing to make up for.
        last = last < 0 ? now : Math.max(last + interval, now - interval);
        return;
      }
      await clock.sleep(wait, signal);
    }
  };

  return {
    /** Resolves when the next request may be sent, or when the signal aborts. */
    acquire: (signal: AbortSignal): Promise<void> => {
      queue = queue.then(() => acquireNext(signal));
      return queue;
    },
    /** Sends no request for this long, in ms. */
    pause: (duration: number): void => {
      pausedUntil = Math.max(pausedUntil, clock.now() + duration);
    },
    /** The server refused a request as one too many. */
    slowDown: (): void => {
      const slower = Math.max(interval, firstInterval) * 1.1;
      interval = Math.max(interval, Math.min(longestInterval, slower));
    },
    /** A request was served: goes faster again, up to the rate. */
    speedUp: (): void => {
      const faster = interval * 0.95;
      interval = Math.max(shortest, faster < firstInterval ? 0 : faster);
    },
  };
}
