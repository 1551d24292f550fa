import type { Failure, Place } from "../../../checks/index.js";

/** How often a trial has to break a promise before it is a finding, by the other cause that it might have. */
const trials = {
  /** Another client may have changed the item in between. */
  item: 2,
  /** A list may be built from time to time. */
  list: 3,
} as const;

export type Subject = keyof typeof trials;

/** A promise that a response breaks. */
export interface BrokenPromise extends Omit<Failure, "at"> {
  readonly at: Place;
}

/** Tries a promise once; undefined where it was kept. */
export type Trial = () => Promise<BrokenPromise | undefined>;

interface Judge {
  readonly expect: (holds: boolean, broken: BrokenPromise) => void;
  readonly pass: () => void;
  /** The number of the exchange before. */
  readonly lastExchange: () => number;
}

/**
 * Repeats a trial as often as its subject takes. A promise that is broken each time is a finding.
 * @param unless looks for another cause, once, at the end: where there is one, nothing is said
 */
export async function failIfAlways(
  { expect, pass, lastExchange }: Judge,
  subject: Subject,
  trial: Trial,
  unless: () => Promise<boolean> = async () => false,
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    const broken = await trial();
    if (broken === undefined) return pass();
    if (turn < trials[subject]) continue;
    const found = { exchange: lastExchange(), ...broken };
    if (!(await unless())) expect(false, found);
    return;
  }
}
