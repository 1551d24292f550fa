import type { Case } from "../generate/index.js";
import { headerValues, isTurnedAway, type Response } from "./exchange.js";
import type { TransportError } from "./transport-error.js";

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
  const idempotent = request.method === "GET";
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
