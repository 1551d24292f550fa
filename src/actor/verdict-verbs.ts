import { type Failure, type FindingPlace, Skip, unlessSkipped } from "../engine/index.js";
import { assume, eventually, settle, usualDelay } from "../session/index.js";
import type { Stage } from "./stage.js";

/** How often a trial has to break a promise before it is a finding, by the other cause that it might have. */
const trials = {
  /** Another client may have changed the item in between. */
  item: { times: 2, mayCatchUp: false, wait: 0 },
  /** One of several servers may lag behind, or the item change in between. */
  response: { times: 3, mayCatchUp: true, wait: 0 },
  /** The list may have become shorter since it linked to the page, or be late. */
  page: { times: 2, mayCatchUp: true, wait: 0 },
  /** A list may be built from time to time: it keeps the promise in the end. */
  list: { times: 3, mayCatchUp: true, wait: 0 },
  /** A list that nobody has asked for before is not empty once something was created in it. */
  newList: { times: 4, mayCatchUp: true, wait: usualDelay },
  /** An index may take a while to have what the list shows at once. */
  index: { times: 3, mayCatchUp: true, wait: 800 },
} as const;

export type Subject = keyof typeof trials;

/** A promise that a response breaks. */
export interface BrokenPromise extends Omit<Failure, "at"> {
  readonly at: FindingPlace;
}

/** Tries a promise once; undefined where it was kept. @param turn counted from 0 */
export type Trial = (turn: number) => Promise<BrokenPromise | undefined>;

/** Tries a promise about a list that shows these ids. */
type ListTrial = (all: readonly string[]) => ReturnType<Trial>;

interface Judge extends Pick<VerdictVerbs, "expect" | "pass" | "settle">, Pick<Stage, "lastExchange"> {}

/** Repeats a trial as often as its subject takes. @throws Skip where the control finds another cause */
export async function failIfAlways(
  { expect, pass, lastExchange, settle }: Judge,
  ...[subject, trial, control]: Parameters<VerdictVerbs["failIfAlways"]>
): Promise<void> {
  const { times, mayCatchUp, wait } = trials[subject];
  for (let turn = 1; ; turn += 1) {
    const broken = await trial(turn - 1);
    assume(broken !== undefined || turn === 1 || mayCatchUp, "not repeated");
    if (broken === undefined) return pass();
    if (turn === times) {
      const found = { exchange: lastExchange(), ...broken };
      await control?.();
      return expect(false, found);
    }
    if (wait > 0) await settle(wait);
  }
}

/** How often a promise has to be broken while a list stays the same, and how often it is tried. */
const steady = { times: 3, most: 8 };

async function failWhileSteady(
  { expect, pass, lastExchange, settle }: Judge,
  ...[read, trial]: Parameters<VerdictVerbs["failWhileSteady"]>
): Promise<void> {
  let [before, alike] = ["", 0];
  let found: BrokenPromise | undefined;
  let wasKept = false;
  for (let turn = 1; turn <= steady.most; turn += 1) {
    if (turn > steady.times + 1) await settle(usualDelay);
    const all = await read();
    alike = all.join() === before ? alike + 1 : 1;
    before = all.join();
    if (found !== undefined && alike > steady.times) return expect(false, found);
    const broken = await unlessChanged(trial, all, read);
    if (broken === "changed") continue;
    if (broken === undefined && found === undefined) return pass();
    // A list that has changed meanwhile may have been late, or may hide the fault for once.
    assume(broken !== undefined || alike === 1, "not repeated");
    found = broken && { exchange: lastExchange(), ...broken };
    wasKept ||= broken === undefined;
  }
  if (wasKept) return pass();
  assume(false, "changes all the time");
}

/** Tries a promise of a list. @throws Skip where the trial does, unless the list has changed meanwhile */
async function unlessChanged(
  trial: ListTrial,
  all: readonly string[],
  read: () => Promise<readonly string[]>,
) {
  try {
    return await trial(all);
  } catch (error) {
    if (!(error instanceof Skip) || (await read()).join() === all.join()) throw error;
    return "changed";
  }
}

/** How often it is looked whether something is steady, and the time between two looks, in ms. */
const polls = { times: 4, wait: 1200 };

/** Waits, and says whether a promise was kept. */
export interface VerdictVerbs {
  /** Ends the property without a verdict, unless the condition holds. */
  readonly assume: typeof assume;
  /** The promise was tried, and kept: its own, or that of another check. */
  readonly pass: (check?: string) => void;
  /** Notes that the promise was kept, or how it was broken. The property goes on in both cases. */
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
   * Repeats a trial as often as its subject takes (`trials` above). Only what breaks the promise each time is a finding; a
   * promise that is kept at first is a pass, and one that was broken before leaves the property untested.
   * @param control looks for another cause at the end, and assumes that there is none
   */
  readonly failIfAlways: (subject: Subject, trial: Trial, control?: () => Promise<void>) => Promise<void>;
  /**
   * Repeats a trial of a list until it breaks the promise several times while the list shows the same ids: other parts of the run may
   * add items. A promise that is kept at first is a pass; a list that is another one at each of eight looks leaves it untested.
   */
  readonly failWhileSteady: (read: () => Promise<readonly string[]>, trial: ListTrial) => Promise<void>;
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
  const wait: VerdictVerbs["settle"] = (least) => settle(t, least);
  const judge: Judge = { expect, pass, lastExchange, settle: wait };
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
    untilSteady: async (first, poll, isSteady) => {
      let [before, last] = [first, first];
      for (let turn = 0; turn < polls.times; turn += 1) {
        await wait(polls.wait);
        [before, last] = [last, await poll()];
        if (isSteady(before, last)) break;
      }
      return [before, last];
    },
    settle: wait,
  };
}
