import type { Arbitrary } from "fast-check";
import type { RunState } from "./state.js";
import type { TestContext } from "./test-context.js";

/**
 * The phases of a run, in their order:
 * - `empty`: before anything is created, since an empty list exists only then
 * - `first-creation`: the first item is created, and with it a category is found
 * - `create`: items valid and invalid
 * - `populate`: items that the lists still lack
 * - `read`: lists and single items, now that there are some
 * - `credentials`: wrong keys, late and one at a time, because many in a row may lock an account
 * - `final`: what the run did to the server
 */
export const phases = [
  "empty",
  "first-creation",
  "create",
  "populate",
  "read",
  "credentials",
  "final",
] as const;

/** When in a run a check has its turn. */
export type Phase = (typeof phases)[number];

/** What there is to say of a check. */
export interface CheckFacts {
  /** The requirement's id and a word. */
  readonly id: string;
  readonly requirement: string;
  /** The claim, as a sentence. */
  readonly title: string;
  readonly phase: Phase;
  /** Other requirements that it puts to the test besides. */
  readonly alsoTests?: readonly string[];
  /** Open points on which it observes what the server chose. */
  readonly observes?: readonly string[];
  /** Why a finding cannot be expected to show again, where that is so. */
  readonly happensOnce?: string;
}

/** Code that puts one requirement to the test. */
export interface Check<State extends RunState = RunState, Input = unknown> extends CheckFacts {
  /** The coverage walk: what it is tried with, always, in this order. Plain data. */
  readonly inputs: (state: State) => readonly Input[];
  /** More of the same, at random, as far as the profile's budget goes. */
  readonly random?: (state: State) => Arbitrary<Input>;
  /** Puts the claim to the test with one input; what it finds, it tells the context. */
  readonly run: (context: TestContext<State>, input: Input) => Promise<void>;
}

/** Does the check put this requirement to the test? */
export function putsToTest({ requirement, alsoTests = [] }: CheckFacts, id: string): boolean {
  return requirement === id || alsoTests.includes(id);
}
