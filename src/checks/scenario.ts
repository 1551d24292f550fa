import type { Arbitrary } from "fast-check";
import type { Attribute } from "../description/index.js";
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

/** When in a run a scenario has its turn. */
export type Phase = (typeof phases)[number];

/** What there is to say of a scenario. */
export interface ScenarioFacts {
  /** A path of roles and places, which the catalogue attributes to a requirement: `list/query/pageSize/obeyed`. */
  readonly id: string;
  /** The expectation, as a sentence. */
  readonly title: string;
  readonly phase: Phase;
  /** Ids of other checks that it puts to the test besides. */
  readonly expects?: readonly string[];
  /** Ids of open points on which it observes what the server chose. */
  readonly observes?: readonly string[];
  /** Why a finding cannot be expected to show again, where that is so. */
  readonly happensOnce?: string;
}

/** A check that sends requests. */
export interface Scenario<State extends RunState = RunState, Input = unknown> extends ScenarioFacts {
  /** The coverage walk: what it is tried with, always, in this order. Plain data. */
  readonly inputs: (state: State) => readonly Input[];
  /** More of the same, at random, as far as the profile's budget goes. */
  readonly random?: (state: State) => Arbitrary<Input>;
  /** Puts the expectation to the test with one input. */
  readonly run: (t: TestContext<State>, input: Input) => Promise<void>;
}

/** Does the scenario put this requirement to the test? */
export function tests(
  { id, expects = [] }: ScenarioFacts,
  requirement: string,
  attribute: Attribute,
): boolean {
  return [id, ...expects].some((each) => attribute(each) === requirement);
}

/** The same, or does it observe what the server chose there? */
export function isAbout(scenario: ScenarioFacts, requirement: string, attribute: Attribute): boolean {
  const { observes = [] } = scenario;
  return (
    tests(scenario, requirement, attribute) || observes.some((point) => attribute(point) === requirement)
  );
}
