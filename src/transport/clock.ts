import { setTimeout as sleep } from "node:timers/promises";

/** The time that a run goes by. */
export interface Clock {
  /** In ms since any fixed moment. */
  readonly now: () => number;
  /** Waits so long, in ms, or until the signal aborts. */
  readonly sleep: (duration: number, signal: AbortSignal) => Promise<void>;
}

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (duration, signal) => {
    await sleep(duration, undefined, { signal }).catch(() => undefined);
  },
};
