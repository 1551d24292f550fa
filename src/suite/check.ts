import type { Arbitrary } from "fast-check";
import type { Probe } from "./probe.js";
import type { World } from "./world.js";

/**
 * When in a run a check has its turn:
 * - `look`: before anything is added, since an empty list exists only then
 * - `meet`: the first animal is added, and with it a category is found
 * - `add`: animals valid and invalid
 * - `fill`: animals that the lists still lack
 * - `read`: lists and single animals, now that there are some
 * - `keys`: wrong keys, last, one at a time, because many in a row may lock an account
 * - `end`: what the run did to the server
 */
export type Stage = "look" | "meet" | "add" | "fill" | "read" | "keys" | "end";

/** The stages in their order. */
export const stages: readonly Stage[] = ["look", "meet", "add", "fill", "read", "keys", "end"];

/** Code that puts one requirement to the test. */
export interface Check<Input = unknown> {
  /** The requirement's id and a word, for example `LIST-3/limit`. */
  readonly id: string;
  readonly requirement: string;
  /** The claim, as a sentence. */
  readonly title: string;
  readonly stage: Stage;
  /** The coverage walk: what it is tried with, always, in this order. Plain data. */
  readonly inputs: (world: World) => readonly Input[];
  /** More of the same, at random, as far as the profile's budget goes. */
  readonly random?: (world: World) => Arbitrary<Input>;
  /** Puts the claim to the test with one input; what it finds, it tells the probe. */
  readonly run: (probe: Probe, input: Input) => Promise<void>;
  /** Other requirements that it puts to the test besides. */
  readonly alsoTests?: readonly string[];
  /** Open points on which it observes what the server chose. */
  readonly observes?: readonly string[];
  /** Why a finding cannot be expected to show again, where that is so. */
  readonly happensOnce?: string;
}

/** Does the check put this requirement to the test? */
export function putsToTest({ requirement, alsoTests = [] }: Check, id: string): boolean {
  return requirement === id || alsoTests.includes(id);
}

/** Declares a check. The requirement is the part of the id before the slash. */
export function check<Input>(definition: Omit<Check<Input>, "requirement">): Check {
  const requirement = definition.id.split("/")[0] ?? "";
  return { ...definition, requirement } as Check<Input> as Check;
}

/** The inputs of a check that needs none. */
export const once = (): readonly null[] => [null];
