import { sleepUnlessStopped } from "./sleep.js";

/** Holds requests back: a rate that is not exceeded, and pauses that the server asked for. */
export interface Pace {
  /** Resolves when the next request may go out, or when the signal aborts. */
  readonly turn: (signal: AbortSignal) => Promise<"go" | "stopped">;
  /** No request goes out for this long, in ms. */
  readonly pause: (duration: number) => void;
  /** Requests were too many: go slower. */
  readonly slowDown: () => void;
  /** A request was served: try again to go a little faster, up to the rate. */
  readonly speedUp: () => void;
}

/** Between two requests, in ms: where slowing down begins, and where it ends. */
const firstInterval = 5;
const slowest = 250;

/**
 * A token bucket that holds two: who is late because the machine is busy may make up for one request, not for many
 * at once.
 * @param rate requests a second; undefined for as many as possible
 */
export function createPace(rate: number | undefined): Pace {
  const shortest = rate === undefined ? 0 : 1000 / rate;
  let interval = shortest;
  let lastTurn: number | undefined;
  let pausedUntil = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const awaitTurn = async (signal: AbortSignal): Promise<"go" | "stopped"> => {
    while (!signal.aborted) {
      const now = performance.now();
      const next = lastTurn === undefined ? now : lastTurn + interval;
      const wait = Math.max(next, pausedUntil) - now;
      if (wait <= 0) {
        lastTurn = lastTurn === undefined ? now : Math.max(lastTurn + interval, now - interval);
        return "go";
      }
      await sleepUnlessStopped(wait, signal);
    }
    return "stopped";
  };

  return {
    turn: (signal) => {
      const turn = queue.then(() => awaitTurn(signal));
      queue = turn;
      return turn;
    },
    pause: (duration) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + duration);
    },
    slowDown: () => {
      interval = Math.max(interval, Math.min(slowest, Math.max(interval, firstInterval) * 1.1));
    },
    speedUp: () => {
      const faster = interval * 0.95;
      interval = Math.max(shortest, faster < firstInterval ? 0 : faster);
    },
  };
}
