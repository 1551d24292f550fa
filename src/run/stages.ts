import type { Attempt } from "./attempt.js";
import { type Check, type CheckFacts, putsToTest, stages } from "./check.js";
import type { Listener } from "./events.js";
import { runJob, runRandom } from "./job.js";
import { runInLanes } from "./lanes.js";
import type { Ledger } from "./ledger.js";
import type { Session } from "./session.js";
import type { RunState } from "./state.js";

/** Stages in which one check comes after the other. */
const oneByOne = new Set(["meet", "fill", "keys", "end"]);

/** What is to be run, and who is told. */
export interface StageOptions<State extends RunState> {
  readonly session: Session<State>;
  readonly ledger: Ledger;
  /** Requirements to test; all if absent. */
  readonly only: readonly string[] | undefined;
  readonly onEvent: Listener | undefined;
  /** Where every attempt is written down, at once: what was learnt stays if the suite itself fails. */
  readonly attempts: Attempt[];
  /** How long each check took so far, in ms. */
  readonly durations: Map<CheckFacts, number>;
}

/** Runs every stage, one after the other. */
export async function runStages<State extends RunState>(options: StageOptions<State>): Promise<void> {
  const { attempts } = options;
  const wanted = wantedChecks(options.session.suite.checks, options.only);
  for (const stage of stages) {
    const due = wanted.filter((check) => check.stage === stage);
    options.onEvent?.({ kind: "stage-started", stage, checks: due.length });
    if (oneByOne.has(stage)) {
      for (const check of due) await runInLanes(planCheck(options, check, attempts), 1);
    } else {
      const tasks = due.flatMap((check) => planCheck(options, check, attempts));
      await runInLanes(tasks, options.session.concurrency);
    }
  }
}

/** The tasks of one check: each input of the coverage walk, then the random ones. */
function planCheck<State extends RunState>(
  options: StageOptions<State>,
  check: Check<State>,
  attempts: Attempt[],
): (() => Promise<void>)[] {
  const { ledger, durations, onEvent } = options;
  const { state, stop, lifeline, random, profile } = options.session;
  const keep = (added: readonly Attempt[], began: number): void => {
    durations.set(check, (durations.get(check) ?? 0) + performance.now() - began);
    // What was exchanged is needed only where something was found, and the ledger has that.
    attempts.push(...added.map((each) => ({ ...each, exchanges: [] })));
    const [status = "untested"] = added.map((each) => each.status);
    const requests = added.reduce((sum, each) => sum + each.requests, 0);
    onEvent?.({ kind: "check-finished", check: check.id, requirement: check.requirement, status, requests });
  };
  const isOver = (): boolean => stop.aborted || lifeline.lost() !== undefined;
  const walk = check.inputs(state).map((input) => async (): Promise<void> => {
    const began = performance.now();
    if (!isOver()) keep([await runJob(options.session, ledger, check, input)], began);
  });
  // Made now, since it may draw from the one source of randomness, whose order must not depend on the lanes.
  const arbitrary = check.random?.(state);
  if (arbitrary === undefined) return walk;
  const atRandom = async (): Promise<void> => {
    if (isOver()) return;
    const began = performance.now();
    const budget = { arbitrary, cases: profile.randomCases, seed: random.seedFor(check.id) };
    keep(await runRandom(options.session, ledger, check, budget), began);
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
 * Which checks are wanted: the requirement's own, and those that add the animals it needs. A requirement that has
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
    only.some((id) => concerns(check, id)) || check.stage === "meet" || check.stage === "fill";
}
