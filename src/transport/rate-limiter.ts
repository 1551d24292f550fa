import { type Clock, systemClock } from "./clock.js";

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
