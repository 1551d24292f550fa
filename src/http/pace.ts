import { setTimeout as sleep } from "node:timers/promises";

/** Holds requests back: a rate that is not exceeded, and pauses that the server asked for. */
export interface Pace {
  /** Resolves when the next request may go out, or when the signal aborts. */
  readonly turn: (signal: AbortSignal) => Promise<"go" | "stopped">;
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
      while (!signal.aborted) {
        const now = performance.now();
        const start = Math.max(now, next, pausedUntil);
        next = start + interval;
        if (start <= now) return "go";
        await sleep(start - now, undefined, { signal }).catch(() => undefined);
        // Whoever waited takes a turn anew if the server has asked for a pause meanwhile.
        if (pausedUntil <= performance.now() && !signal.aborted) return "go";
      }
      return "stopped";
    },
    pause: (duration) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + duration);
    },
  };
}
