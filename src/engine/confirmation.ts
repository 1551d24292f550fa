import type { Failure, Place } from "../checks/index.js";
import { usualDelay } from "../session/index.js";
import { untilIndexed } from "./lists/list-polling.js";
import { assume } from "./reasons.js";

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
  index: { times: 3, mayCatchUp: true, wait: untilIndexed },
} as const;

export type Subject = keyof typeof trials;

/** A promise that a response breaks. */
export interface BrokenPromise extends Omit<Failure, "at"> {
  readonly at: Place;
}

/** Tries a promise once; undefined where it was kept. @param turn counted from 0 */
export type Trial = (turn: number) => Promise<BrokenPromise | undefined>;

interface Judge {
  readonly expect: (holds: boolean, broken: BrokenPromise) => void;
  readonly pass: () => void;
  /** The number of the exchange before. */
  readonly lastExchange: () => number;
  readonly settle: (least: number) => Promise<void>;
}

/**
 * Repeats a trial as often as its subject takes. A promise that is broken each time is a finding; one that was broken once is
 * not kept.
 * @param control looks for another cause, once, at the end
 * @throws Skip where there is one
 */
export async function failIfAlways(
  { expect, pass, lastExchange, settle }: Judge,
  subject: Subject,
  trial: Trial,
  control: () => Promise<void> = async () => {},
): Promise<void> {
  const { times, mayCatchUp, wait } = trials[subject];
  for (let turn = 1; ; turn += 1) {
    const broken = await trial(turn - 1);
    assume(broken !== undefined || turn === 1 || mayCatchUp, "not repeated");
    if (broken === undefined) return pass();
    if (turn < times) {
      if (wait > 0) await settle(wait);
      continue;
    }
    const found = { exchange: lastExchange(), ...broken };
    await control();
    return expect(false, found);
  }
}

/** How often a promise has to be broken while a list stays the same, and how often it is tried. */
const steady = { times: 3, most: 8 };

/**
 * Tries a promise about a list until it was broken several times while the list stayed the same: other parts of the run may add items.
 * @param read returns the ids in the list
 * @throws Skip where the list changes all the time
 */
export async function failWhileSteady(
  { expect, pass, lastExchange, settle }: Judge,
  read: () => Promise<readonly string[]>,
  trial: (all: readonly string[]) => ReturnType<Trial>,
): Promise<void> {
  let [before, alike] = ["", 0];
  let found: BrokenPromise | undefined;
  for (let turn = 1; turn <= steady.most && alike < steady.times; turn += 1) {
    if (turn > steady.times) await settle(usualDelay);
    const all = await read();
    alike = all.join() === before ? alike + 1 : 1;
    before = all.join();
    const broken = await trial(all);
    if (broken === undefined) return pass();
    found = { exchange: lastExchange(), ...broken };
  }
  const isSteady = alike === steady.times && (await read()).join() === before;
  assume(found !== undefined && isSteady, "changes all the time");
  expect(false, found);
}

/** How often it is looked whether something is steady, and the time between two looks, in ms. */
const polls = { times: 4, wait: 1200 };

/** Looks again until two looks in a row agree. @returns the last two */
export async function untilSteady<Value>(
  settle: Judge["settle"],
  first: Value,
  poll: () => Promise<Value>,
  isSteady: (before: Value, last: Value) => boolean,
): Promise<readonly [Value, Value]> {
  let [before, last] = [first, first];
  for (let turn = 0; turn < polls.times; turn += 1) {
    await settle(polls.wait);
    [before, last] = [last, await poll()];
    if (isSteady(before, last)) break;
  }
  return [before, last];
}
