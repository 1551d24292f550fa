import { setTimeout as sleep } from "node:timers/promises";

/** Holds requests back: a rate that is not exceeded, and pauses that the server asked for. */
export interface Pace {
  /** Resolves when the next request may go out. Rejects when the signal aborts. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
  /** No request goes out for this long, in ms. */
  readonly pause: (duration: number) => void;
}

/** @param rate requests a second; undefined for as many as possible */
export function createPace(rate: number | undefined): Pace {
  const interval = rate === undefined ? 0 : 1000 / rate;
  let next = 0;
  let pausedUntil = 0;
  return {
    turn: async (signal) => {
      for (;;) {
        const now = performance.now();
        const start = Math.max(now, next, pausedUntil);
        if (start <= now) {
          next = Math.max(next, now - interval) + interval;
          return;
        }
        // A slot is taken before the wait, so that waiting requests go out one after the other.
        if (pausedUntil <= start && interval > 0) {
          next = start + interval;
          await sleep(start - now, undefined, { signal });
          if (pausedUntil <= performance.now()) return;
        } else {
          await sleep(start - now, undefined, { signal });
        }
      }
    },
    pause: (duration) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + duration);
    },
  };
}
