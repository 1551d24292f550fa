import type { Arbitrary } from "fast-check";
import type { Attribute } from "../description/index.js";
import { NoValue } from "../schema/index.js";
import type { Case, Exchange } from "../transport/index.js";
import type { Dimensions } from "./combinations.js";
import type { Failure, Finding } from "./finding.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import type { RunState } from "./run-state.js";

/**
 * The phases of a run, in their order:
 * - `empty`: before anything is created, since an empty list exists only then
 * - `first-creation`: the first item is created, and with it a category is found
 * - `create`: items valid and invalid
 * - `populate`: items that the lists still lack
 * - `read`: lists and single items, now that there are some
 * - `random`: reads and refused bodies, combined by chance, as long as the run may take
 * - `credentials`: wrong keys, late and one at a time, because many in a row may lock an account
 * - `final`: what the run did to the server
 */
export const phases = [
  "empty",
  "first-creation",
  "create",
  "populate",
  "read",
  "random",
  "credentials",
  "final",
] as const;

/** When in a run a scenario has its turn. */
export type Phase = (typeof phases)[number];

/** The facts about a scenario. */
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
  /** How many items its first input adds, where it adds some; further ones are sent only if there is room left. */
  readonly adds?: number;
  /** Does its first input take as long as most others of its phase? */
  readonly isTypical?: boolean;
  /** Does it take what the phases before its own have learnt? Of several runs that share random cases, one has that. */
  readonly needsWalk?: boolean;
  /** Why a finding cannot be expected to show again, where that is so. */
  readonly happensOnce?: string;
}

/**
 * A check that sends requests. Its members are methods, so that one of a suite's own state passes for one of any: the
 * engine gives it only the state that its suite has made.
 */
export interface Scenario<State extends RunState = RunState, Input = unknown> extends ScenarioFacts {
  /** The coverage walk: what it is tried with, always, in this order. Plain data. */
  inputs(state: State): readonly Input[];
  /** More of the same, at random, as far as the profile's budget goes. */
  random?(state: State): Arbitrary<Input> | undefined;
  /** Returns the parts of which the inputs of phase `random` are combined. No such input may add an item. */
  dimensions?(state: State): Dimensions;
  /**
   * Need an input not be tried, since other checks have shown already what it would show?
   * @param broken the checks whose findings are confirmed
   */
  isExplained?(input: Input, broken: ReadonlySet<string>): boolean;
  /** Puts the expectation to the test with one input. */
  run(t: TestContext<State>, input: Input): Promise<unknown>;
}

/** Judges each response of a run alone. Pure, but for what it observes. */
export interface ResponseCheck<State extends RunState = RunState>
  extends Pick<ScenarioFacts, "id" | "title"> {
  /** Does it judge the responses to probes and polls, too, whatever they were sent for? */
  readonly judgesProbes?: true;
  /** Ids of other checks that a response puts to the test. */
  tests?(parsed: ParsedExchange): readonly string[];
  judge(parsed: ParsedExchange, state: State): readonly Objection[] | "not applicable";
}

/** How a response contradicts a check. */
export interface Objection extends Failure {
  /** The work that cannot go on with such a response: the scenario that asked for it, or even the other response checks. */
  readonly ends?: "scenario" | "judging";
}

/** Does the scenario put this requirement to the test? */
function tests({ id, expects = [] }: ScenarioFacts, requirement: string, attribute: Attribute): boolean {
  return [id, ...expects].some((each) => attribute(each) === requirement);
}

/** The same, or does it observe what the server chose there? */
export function isAbout(scenario: ScenarioFacts, requirement: string, attribute: Attribute): boolean {
  const { expects = [], observes = [] } = scenario;
  return tests({ ...scenario, expects: [...expects, ...observes] }, requirement, attribute);
}

/** The choice of a server at an open point, by the status of its response. */
export interface Choice {
  readonly status: number;
  readonly words: string;
}

/** A choice that is the status and no more. */
export function statusChoice(status: number): Choice {
  return { status, words: `${status}` };
}

/** Ends a scenario early, and says why. It is thrown, and no error: a stack would take its time. */
export class Skip {
  constructor(
    readonly why: "found" | "inconclusive" | "untested" | "not-applicable",
    readonly message: string,
    /** The thing that the user can give so that it is tested. */
    readonly lacks?: "value",
  ) {}
}

/** Returns the reason for which a scenario ends early: a skip, or a value that cannot be made or encoded. Undefined for any other error. */
export function skipOf(error: unknown): Skip | undefined {
  if (error instanceof Skip) return error;
  return error instanceof NoValue
    ? new Skip("untested", `no such request can be made: ${error.message}`)
    : undefined;
}

/** Returns the result of the work; undefined if a skip ends it. */
export async function unlessSkipped<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (skipOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** The context of a scenario: it sends cases, and records what is found. One for each attempt. */
export interface TestContext<State extends RunState = RunState> {
  readonly state: State;
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** Ids of the requirements of which something was seen that could have broken them. */
  readonly evaluated: ReadonlySet<string>;
  /**
   * Sends a case and holds the answer against everything that is true of every answer.
   * @throws Skip if there is then nothing left to go on.
   */
  readonly send: (request: Case) => Promise<ParsedExchange>;
  /** The same, but goes on whatever the answer was; undefined if there was none to judge. */
  readonly sendAnyway: (request: Case) => Promise<ParsedExchange | undefined>;
  /** Sends what a server need not understand: nothing is found, whatever comes of it. */
  readonly sendUnchecked: (request: Case) => Promise<Exchange>;
  /**
   * Holds the answer to what was sent unjudged, or was sent elsewhere, against everything that is true of every answer.
   * @throws Skip if there is then nothing left to go on.
   */
  readonly judge: (exchange: Exchange) => Promise<ParsedExchange>;
  /** Records a finding unless the expectation holds. */
  readonly expect: (holds: boolean, otherwise: Failure) => void;
  /**
   * Records all failures that a comparison has found.
   * @param check the one that was put to the test, also where there are none; that of the scenario if absent
   */
  readonly expectNone: (failures: readonly Failure[], check?: string) => void;
  /**
   * Records what the server chose where it is free to: to which input, if there are several. Another choice than
   * the one that is expected of it is a finding.
   */
  readonly observe: (point: string, choice: string | Choice, input?: string) => void;
}
