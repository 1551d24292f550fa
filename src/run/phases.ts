import type { Attempt } from "./attempt.js";
import { type Check, type CheckFacts, phases, putsToTest } from "./check.js";
import type { Listener } from "./events.js";
import type { Findings } from "./findings.js";
import { runJob, runRandom } from "./job.js";
import type { Session } from "./session.js";
import type { RunState } from "./state.js";
import { runConcurrently } from "./worker-pool.js";

/** Phases in which one check comes after the other. */
const oneByOne = new Set(["first-creation", "populate", "credentials", "final"]);

/** What is to be run, and who is told. */
export interface PhaseOptions<State extends RunState> {
  readonly session: Session<State>;
  readonly findings: Findings;
  /** Requirements to test; all if absent. */
  readonly only: readonly string[] | undefined;
  readonly onEvent: Listener | undefined;
  /** Where every attempt is written down, at once: what was learnt stays if the suite itself fails. */
  readonly attempts: Attempt[];
  /** How long each check took so far, in ms. */
  readonly durations: Map<CheckFacts, number>;
}

/** Runs every phase, one after the other. */
export async function runPhases<State extends RunState>(options: PhaseOptions<State>): Promise<void> {
  const { attempts } = options;
  const wanted = wantedChecks(options.session.suite.checks, options.only);
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
  check: Check<State>,
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
    onEvent?.({ kind: "check-finished", check: check.id, requirement: check.requirement, status, requests });
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

/** The checks that put these requirements to the test; all, if none is named. */
export function wantedChecks<Known extends CheckFacts>(
  checks: readonly Known[],
  only: readonly string[] | undefined,
): readonly Known[] {
  return checks.filter(wantedBy(checks, only));
}

/**
 * Which checks are wanted: the requirement's own, and those that add the items it needs. A requirement that has
 * none of its own is judged by every answer, and so wants them all.
 */
function wantedBy(
  checks: readonly CheckFacts[],
  only: readonly string[] | undefined,
): (check: CheckFacts) => boolean {
  const concerns = (check: CheckFacts, id: string): boolean =>
    putsToTest(check, id) || (check.observes?.includes(id) ?? false);
  const haveChecks = only?.every((id) => checks.some((check) => concerns(check, id))) ?? false;
  if (only === undefined || !haveChecks) return () => true;
  return (check) =>
    only.some((id) => concerns(check, id)) || check.phase === "first-creation" || check.phase === "populate";
}
