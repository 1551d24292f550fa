import { isAbout, phases, type RunState, type Scenario, type ScenarioFacts } from "../checks/index.js";
import type { Attribute } from "../description/index.js";
import type { Attempt } from "./attempt.js";
import type { Listener } from "./events.js";
import type { Findings } from "./findings.js";
import { runJob, runRandom } from "./job.js";
import type { Session } from "./session.js";
import { runConcurrently } from "./worker-pool.js";

/** Phases in which one check comes after the other. */
const oneByOne = new Set(["first-creation", "populate", "credentials", "final"]);

/** What is to be run, and what listens. */
export interface PhaseOptions<State extends RunState> {
  readonly session: Session<State>;
  readonly findings: Findings;
  /** Requirements to test; all if absent. */
  readonly only: readonly string[] | undefined;
  readonly onEvent: Listener | undefined;
  /** Where every attempt is written down, at once: what was learnt stays if the suite itself fails. */
  readonly attempts: Attempt[];
  /** How long each check took so far, in ms. */
  readonly durations: Map<ScenarioFacts, number>;
}

/** Runs every phase, one after the other. */
export async function runPhases<State extends RunState>(options: PhaseOptions<State>): Promise<void> {
  const { attempts } = options;
  const wanted = wantedScenarios(options.session.scenarios, options.only, options.session.state.attribute);
  for (const phase of phases) {
    const due = wanted.filter((check) => check.phase === phase);
    options.onEvent?.({ kind: "phase-started", phase, checks: due.length });
    if (oneByOne.has(phase)) {
      for (const check of due) await runConcurrently(planCheck(options, check, attempts), 1);
    } else {
      const tasks = due.flatMap((check) => planCheck(options, check, attempts));
      await runConcurrently(tasks, options.session.concurrency);
    }
  }
}

/** The tasks of one check: each input of the coverage walk, then the random ones. */
function planCheck<State extends RunState>(
  options: PhaseOptions<State>,
  check: Scenario<State>,
  attempts: Attempt[],
): (() => Promise<void>)[] {
  const { findings, durations, onEvent } = options;
  const { state, stop, breaker, random, profile } = options.session;
  const keep = (added: readonly Attempt[], began: number): void => {
    durations.set(check, (durations.get(check) ?? 0) + performance.now() - began);
    // What was exchanged is needed only where something was found, and the findings have that.
    attempts.push(...added.map((each) => ({ ...each, exchanges: [] })));
    const [status = "untested"] = added.map((each) => each.status);
    const requests = added.reduce((sum, each) => sum + each.requests, 0);
    const requirement = state.attribute(check.id);
    onEvent?.({ kind: "check-finished", check: check.id, requirement, status, requests });
  };
  const isOver = (): boolean => stop.aborted || breaker.openReason() !== undefined;
  const walk = check.inputs(state).map((input) => async (): Promise<void> => {
    const began = performance.now();
    if (!isOver()) keep([await runJob(options.session, findings, check, input)], began);
  });
  // Made now, since it may draw from the one source of randomness, whose order must not depend on which task is faster.
  const arbitrary = check.random?.(state);
  if (arbitrary === undefined) return walk;
  const atRandom = async (): Promise<void> => {
    if (isOver()) return;
    const began = performance.now();
    const budget = { arbitrary, cases: profile.randomCases, seed: random.seedFor(check.id) };
    keep(await runRandom(options.session, findings, check, budget), began);
  };
  return [...walk, atRandom];
}

/**
 * The scenarios that put these requirements to the test, and those that add the items that they need; all, if none is
 * named. A requirement without scenarios of its own is judged by every response, and so wants them all.
 */
export function wantedScenarios<Known extends ScenarioFacts>(
  scenarios: readonly Known[],
  only: readonly string[] | undefined,
  attribute: Attribute,
): readonly Known[] {
  const isOf = (each: ScenarioFacts, id: string): boolean => isAbout(each, id, attribute);
  if (only === undefined || !only.every((id) => scenarios.some((each) => isOf(each, id)))) return scenarios;
  const adding = ["first-creation", "populate"];
  return scenarios.filter((each) => adding.includes(each.phase) || only.some((id) => isOf(each, id)));
}
