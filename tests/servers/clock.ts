import { setImmediate } from "node:timers/promises";
import {
  type Network,
  type Report,
  type RunOptions,
  realNetwork,
  runConformance,
  type Suite,
} from "../../src/engine/index.js";
import { type Clock, createClient } from "../../src/transport/index.js";

/** A clock that leaps over what is waited for. */
export interface LeapingClock extends Clock {
  /** Does this so many ms from now. */
  readonly after: (duration: number, act: () => void) => void;
  /** How much it has leapt, in ms. */
  readonly leapt: () => number;
}

/** Makes a clock that goes with the time, but leaps where a run waits. */
export function createLeapingClock(): LeapingClock {
  let leapt = 0;
  const due = new Set<{ readonly at: number; readonly act: () => void }>();
  const now = (): number => performance.now() + leapt;
  const pass = (time: number): void => {
    leapt += Math.max(0, time - now());
  };
  const leapTo = (time: number): void => {
    const [next] = [...due].filter(({ at }) => at <= time).sort((left, right) => left.at - right.at);
    pass(next?.at ?? time);
    if (next === undefined) return;
    due.delete(next);
    next.act();
    leapTo(time);
  };
  return {
    now,
    // Those who wait together wait at the same time.
    sleep: async (duration, signal) => {
      const until = now() + duration;
      await setImmediate();
      if (!signal.aborted) leapTo(until);
    },
    after: (duration, act) => {
      const each = { at: now() + duration, act };
      due.add(each);
      setTimeout(() => leapTo(each.at), duration).unref();
    },
    leapt: () => leapt,
  };
}

/** The clock of every run on a server in the same process, and of that server. */
export const clock = createLeapingClock();

/** The network, with that clock. */
const network: Network = {
  ...realNetwork,
  clock,
  createClient: (options) => createClient({ ...options, clock }),
};

/**
 * Judges a server in the same process, which has to go by `clock` if it goes by the time. `realNetwork` among the options
 * is for tests that measure the time.
 */
export function judgeInProcess(suite: Suite, options: RunOptions): Promise<Report> {
  return runConformance(suite, { network, ...options });
}
