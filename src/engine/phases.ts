import pLimit from "p-limit";
import type { Attempt } from "./attempt.js";
import { shuffle } from "./combinations.js";
import { runJob, runRandom } from "./job.js";
import { runRandomCases } from "./random-cases.js";
import { isAbout, type Scenario } from "./scenario.js";
import type { Session } from "./session.js";

/** Phases in which one check comes after the other. */
const oneByOne = new Set(["first-creation", "populate", "credentials", "final"]);

type Task = () => Promise<void>;

/** Runs every phase, one after the other. */
export async function runPhases(session: Session): Promise<void> {
  const { options, concurrency, keptRoom, part, suite, state } = session;
  const wanted = wantedScenarios(session);
  keptRoom.keepFor(wanted);
  // The survey learns what the earlier phases would have learnt.
  if (part.phases[0] === "random") await suite.survey(state);
  const planned = new Map<Scenario, readonly Task[]>();
  for (const phase of part.phases) {
    const due = wanted.filter((check) => check.phase === phase);
    options.onEvent?.({ kind: "phase-started", phase, checks: due.length });
    for (const check of due) await tryEarlierFailures(session, check);
    if (phase === "random") {
      const next = wanted.filter((check) => check.phase === part.phases[part.phases.indexOf(phase) + 1]);
      if (Number.isFinite(session.randomLimits.duration))
        for (const check of next) planned.set(check, planCheck(session, check));
      const ahead = await timeFor(session, next, planned);
      const began = state.clock.elapsed();
      await runRandomCases(session, due, ahead);
      session.progress.randomTime = state.clock.elapsed() - began;
    } else if (oneByOne.has(phase)) {
      for (const check of due)
        for (const task of planned.get(check) ?? planCheck(session, check)) await task();
    } else {
      const tasks = inOrder(
        session,
        due.map((check) => planCheck(session, check)),
      );
      const limit = pLimit(concurrency);
      // A task that rejects ends the rest, but for the next one, which has begun by then.
      await limit.map(tasks, (task) => task()).finally(limit.clearQueue);
    }
    keptRoom.release(due);
  }
}

/** The factor for a slowdown that may begin later. */
const reserve = 1.5;

/** How long planned tasks will take, in ms, by two of them, which are carried out: one may have been held up by chance. */
async function timeFor(
  { state }: Session,
  checks: readonly Scenario[],
  planned: Map<Scenario, readonly Task[]>,
): Promise<number> {
  const typical = checks.find(({ isTypical }) => isTypical === true);
  const tasks = (typical && planned.get(typical)) ?? [];
  if (typical === undefined || tasks.length === 0) return 0;
  const durations: number[] = [];
  for (const task of tasks.slice(0, 2)) {
    const began = state.clock.elapsed();
    await task();
    durations.push(state.clock.elapsed() - began);
  }
  planned.set(typical, tasks.slice(2));
  const count = [...planned.values()].reduce((sum, each) => sum + each.length, 0);
  return Math.min(...durations) * count * reserve;
}

/**
 * Where a run adds few items by default, all checks come with their first input first, and then with the others in a
 * random order: in one night there is room for some of them, and in another for others.
 */
function inOrder({ profile, random }: Session, tasks: readonly (readonly Task[])[]): readonly Task[] {
  if (!profile.mayFillLists) return tasks.flat();
  const others = tasks.flatMap((each) => each.slice(1));
  return [...tasks.flatMap((each) => each.slice(0, 1)), ...shuffle(others, random.seedFor("order"))];
}

/** The tasks of one check: each input of the coverage walk, then the random ones. */
function planCheck(session: Session, check: Scenario): readonly Task[] {
  const { state, stop, breaker, random, profile, attempts, options, progress } = session;
  let left = 0;
  const task =
    (work: () => Promise<readonly Attempt[]>): Task =>
    async () => {
      if (stop.aborted || breaker.openReason() !== undefined) return;
      const began = state.clock.elapsed();
      const added = await work();
      attempts.add(check, added, state.clock.elapsed() - began);
      left -= 1;
      if (left === 0 && !stop.aborted) progress.done += 1;
      options.onEvent?.({
        kind: "check-finished",
        check: check.id,
        requirement: state.attribute(check.id),
        status: added[0]?.status ?? "untested",
        requests: added.reduce((sum, each) => sum + each.requests, 0),
      });
    };
  const runInput = inputRunner(session, check);
  const broken = session.findings.confirmedChecks();
  const inputs = check.inputs(state).filter((input) => check.isExplained?.(input, broken) !== true);
  const walk = inputs.map((input) => task(async () => [await runInput(input)]));
  // Made now, since it may draw from the one source of randomness, whose order must not depend on which task is faster.
  const arbitrary = check.random?.(state);
  left = walk.length + (arbitrary === undefined ? 0 : 1);
  if (left === 0) progress.done += 1;
  if (arbitrary === undefined) return walk;
  const cases = options.randomCases ?? profile.randomCases;
  const seed = random.seedFor(check.id);
  return [
    ...walk,
    task(async () => {
      const room = await roomFor(session, check, cases);
      return runRandom(session, check, { arbitrary, cases: room, seed });
    }),
  ];
}

/** For how many of the wanted inputs there is room. */
async function roomFor({ state }: Session, { adds }: Scenario, wanted: number): Promise<number> {
  return adds === undefined ? wanted : state.budget.roomFor(wanted);
}

/** Runs inputs of a check in the room that is kept for it, one at a time until one has added something, or in what is left. */
function inputRunner(session: Session, check: Scenario): (input: unknown) => Promise<Attempt> {
  const { keptRoom } = session;
  /** While an input has the kept room. */
  let claimed: Promise<void> | undefined;
  const runInKeptRoom = async (input: unknown): Promise<Attempt> => {
    let end = (): void => {};
    claimed = new Promise((resolve) => {
      end = resolve;
    });
    try {
      const last = await runJob(session, check, input);
      // A request that the server may refuse has added nothing: the next input has the room.
      if (last.status === "not-applicable") keptRoom.keepFor([check]);
      return last;
    } finally {
      claimed = undefined;
      end();
    }
  };
  return async (input) => {
    while (!keptRoom.claim(check)) {
      if ((await roomFor(session, check, 1)) > 0) return runJob(session, check, input);
      if (claimed === undefined) return withoutRoom(session, check, input);
      await claimed;
    }
    return runInKeptRoom(input);
  };
}

/** An attempt that was not made, since what it would add is left to other checks. */
function withoutRoom({ state }: Session, check: Scenario, input: unknown): Attempt {
  const reason = `the run may add ${state.limits.maxCreated} items, and keeps the rest for other checks`;
  return {
    check,
    input,
    status: "untested",
    reason,
    findings: [],
    evaluated: new Set(),
    exchanges: [],
    requests: 0,
  };
}

/**
 * The scenarios that put these requirements to the test, and those that add the items and learn the facts that they need; all, if none is
 * named. A requirement without scenarios of its own is judged by every response, and so wants them all.
 */
export function wantedScenarios(session: Session): readonly Scenario[] {
  const { scenarios, part, suite, state, options } = session;
  const { only } = options;
  const due = scenarios.filter(({ phase }) => part.phases.includes(phase));
  const isOf = (each: Scenario, id: string): boolean => isAbout(each, id, state.attribute);
  if (only === undefined || !only.every((id) => scenarios.some((each) => isOf(each, id)))) return due;
  const adding = ["first-creation", "populate"];
  const own = new Set(due.filter((each) => only.some((id) => isOf(each, id))));
  const prepares = suite.preparing?.([...own]) ?? (() => false);
  return due.filter((each) => own.has(each) || adding.includes(each.phase) || prepares(each));
}

/** Of one check. */
const most = 20;

/** Tries first what a check found something with in earlier runs: chance would hardly draw it again. */
async function tryEarlierFailures(session: Session, check: Scenario): Promise<void> {
  const { options, attempts, breaker, state, stop } = session;
  const earlier = (options.earlierFailures ?? []).filter((each) => each.check === check.id);
  for (const { input } of earlier.slice(0, most)) {
    if (stop.aborted || breaker.openReason() !== undefined) return;
    const began = state.clock.elapsed();
    try {
      attempts.add(check, [await runJob(session, check, input)], state.clock.elapsed() - began);
    } catch {
      // A report may come from another version, and its input need not fit the check.
    }
  }
}
