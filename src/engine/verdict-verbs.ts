import { unlessSkipped } from "../checks/index.js";
import { eventually, settle } from "../session/index.js";
import {
  type BrokenPromise,
  failIfAlways,
  failWhileSteady,
  type Subject,
  type Trial,
  untilSteady,
} from "./confirmation.js";
import { assume } from "./reasons.js";
import type { Stage } from "./stage.js";

/** Waits, and says whether a promise was kept. */
export interface VerdictVerbs {
  /** Ends the property without a verdict, unless the condition holds. */
  readonly assume: typeof assume;
  /** The promise was tried, and kept: its own, or that of another check. */
  readonly pass: (check?: string) => void;
  readonly expect: (holds: boolean, broken: BrokenPromise) => void;
  /** Records all that a comparison has found; nothing is a pass. */
  readonly expectNone: (broken: readonly BrokenPromise[]) => void;
  /**
   * Tries a promise with each value, in turn: an optional one does not count where the server does not let it happen.
   * @returns for each value, how it was broken
   */
  readonly tryEach: <Value extends { readonly isOptional?: boolean }>(
    values: readonly Value[],
    trial: (value: Value) => ReturnType<Trial>,
  ) => Promise<readonly (BrokenPromise | undefined)[]>;
  /** Returns undefined where a verb ends the property without a verdict: it goes on then. */
  readonly unlessSkipped: typeof unlessSkipped;
  /**
   * Repeats a trial as often as its subject takes (engine/confirmation.ts). Only what breaks the promise each time is a finding; a
   * promise that is kept at first is a pass, and one that was broken before leaves the property untested.
   * @param control looks for another cause at the end, and assumes that there is none
   */
  readonly failIfAlways: (subject: Subject, trial: Trial, control?: () => Promise<void>) => Promise<void>;
  /** Repeats a trial of a list until it breaks the promise several times while the list shows the same ids. */
  readonly failWhileSteady: (
    read: () => Promise<readonly string[]>,
    trial: (all: readonly string[]) => ReturnType<Trial>,
  ) => Promise<void>;
  /** Looks until a condition holds, or the time to settle is over. @returns the last value */
  readonly until: <Value>(poll: () => Promise<Value>, holds: (value: Value) => boolean) => Promise<Value>;
  /**
   * Looks again until two looks in a row agree, with enough time between them that nothing lags.
   * @returns the last two
   */
  readonly untilSteady: <Value>(
    first: Value,
    poll: () => Promise<Value>,
    isSteady: (before: Value, last: Value) => boolean,
  ) => Promise<readonly [Value, Value]>;
  /** Waits until a change may be shown everywhere; at least so many ms. */
  readonly settle: (least?: number) => Promise<void>;
}

/** The verbs by which a property comes to its verdict. */
export function verdictVerbs({ t, check, lastExchange }: Stage): VerdictVerbs {
  const expect: VerdictVerbs["expect"] = (holds, broken) => t.expect(holds, { check, ...broken });
  const pass: VerdictVerbs["pass"] = (of = check) => t.expectNone([], of);
  const settled: VerdictVerbs["settle"] = (least) => settle(t, least);
  const judge = { expect, pass, lastExchange, settle: settled };
  return {
    assume,
    pass,
    expect,
    expectNone: (broken) => t.expectNone(broken, check),
    tryEach: async (values, trial) => {
      const broken: (BrokenPromise | undefined)[] = [];
      for (const value of values) {
        // A promise that another value broke stays broken, whatever becomes of this one.
        const mayBeSkipped = value.isOptional || broken.some((each) => each !== undefined);
        broken.push(await (mayBeSkipped ? unlessSkipped(() => trial(value)) : trial(value)));
      }
      return broken;
    },
    unlessSkipped,
    failIfAlways: (...trial) => failIfAlways(judge, ...trial),
    failWhileSteady: (...trial) => failWhileSteady(judge, ...trial),
    until: (poll, holds) => eventually(t, poll, holds),
    untilSteady: (...poll) => untilSteady(settled, ...poll),
    settle: settled,
  };
}
