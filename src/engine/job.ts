import * as fc from "fast-check";
import { type Attempt, attempt } from "./attempt.js";
import { type Finding, isSameFinding } from "./finding.js";
import { type Findings, type Occurrence, repeats, sightingsOf } from "./findings.js";
import type { Scenario, TestContext } from "./scenario.js";
import type { Network, SuiteRun } from "./suite.js";

/** How often a case is sent again to see whether a finding repeats, or whether trouble passes. */
const repetitions = 2;
/** The same where the network may be to blame: on a bad one, a check of many requests needs some luck. */
const moreRepetitions = 4;
/**
 * How often it is sent again when a contradiction was seen, but does not repeat: it may show once in many
 * requests only. This is rare enough to be worth it.
 */
const investigations = 50;
/** How many items such an investigation creates, at most: they may stay. */
const mostCreated = 12;
/** How often it is tried then on items that were not changed before. */
const onNewItems = 1;
/** In ms. */
const longestInvestigation = 5000;
/** How many smaller cases are tried, at most, in search of the smallest that shows a finding. */
const mostShrinkSteps = 60;

/** A suite at work, and what was found so far. */
interface JobContext extends SuiteRun {
  readonly network: Network;
  readonly findings: Findings;
}

/**
 * Puts a check to the test with one input. Each finding is tried again until it is confirmed or doubtful,
 * and added to the findings; the last attempt is what counts for the check.
 */
export async function runJob(run: JobContext, check: Scenario, input: unknown): Promise<Attempt> {
  return confirm(run, check, input, await attempt(run, check, input));
}

/** The same where it was tried once already. */
export async function confirm(
  run: JobContext,
  check: Scenario,
  input: unknown,
  first: Attempt,
): Promise<Attempt> {
  const { add, isConfirmed } = run.findings;
  const again: Again = (prepare) => attempt(run, check, input, prepare);
  const news = first.findings.filter((finding) => !isConfirmed(finding));
  const known = first.findings.filter(
    (finding, index, all) =>
      isConfirmed(finding) && all.findIndex((other) => isSameFinding(other, finding)) === index,
  );
  for (const finding of known) add(occurrenceOf(finding, first, [first]));
  if (news.length === 0 && first.status !== "inconclusive") return first;

  const attempts = await tryAgain(run, first, news, again);
  const all = attempts.flatMap((each) => each.findings.map((finding) => ({ finding, attempt: each })));
  const occurrences = all
    .filter((each, index) => all.findIndex((other) => isSameFinding(other.finding, each.finding)) === index)
    .map((each) => occurrenceOf(each.finding, each.attempt, attempts));
  for (const occurrence of occurrences) add(occurrence);
  return occurrences.find(repeats)?.attempt ?? attempts.at(-1) ?? first;
}

/** Tries it once more, after this. */
type Again = (prepare?: (t: TestContext) => Promise<void>) => Promise<Attempt>;

/** The first attempt and as many more as it takes to know what to think of its findings, or of its trouble. */
async function tryAgain(
  run: JobContext,
  first: Attempt,
  findings: readonly Finding[],
  again: Again,
): Promise<readonly Attempt[]> {
  const attempts = [first];
  const doubtful = (among: readonly Finding[]): boolean =>
    among.some((finding) => !repeats(occurrenceOf(finding, first, attempts)));
  const unclear = (): boolean =>
    findings.length === 0 ? attempts.at(-1)?.status === "inconclusive" : doubtful(findings);
  const most = findings.length === 0 ? moreRepetitions : repetitions;
  while (attempts.length <= most && unclear()) attempts.push(await again());

  // A finding that several exchanges show needs no further attempt.
  const seenOnce = findings.filter((finding) => {
    const occurrence = occurrenceOf(finding, first, attempts);
    return finding.interference === "none" && sightingsOf(occurrence) === 1;
  });
  const isLeft = (): boolean => doubtful(seenOnce);
  await tryOnNewItems(run, attempts, again, isLeft);
  await investigate(run, attempts, again, isLeft);
  return attempts;
}

/** Tries it on items that were not changed before: what shows once in an item's life shows on another one. */
async function tryOnNewItems(
  { suite, state }: JobContext,
  attempts: Attempt[],
  again: Again,
  isLeft: () => boolean,
): Promise<void> {
  const exchanges = attempts[0]?.exchanges ?? [];
  const { renewItems } = suite;
  if (renewItems === undefined) return;
  for (let count = 0; count < onNewItems && isLeft(); count += 1) {
    const before = state.budget.spent();
    const latest = await again((t) => renewItems(t, exchanges));
    if (state.budget.spent() === before) return;
    if (latest.status !== "untested") attempts.push(latest);
  }
}

/** Goes on until it shows once more, within bounds: a contradiction may show once in many requests only. */
async function investigate(
  { state }: JobContext,
  attempts: Attempt[],
  again: Again,
  isLeft: () => boolean,
): Promise<void> {
  const until = state.clock.elapsed() + longestInvestigation;
  // The rest of what may be created is left to other checks.
  const half = (state.limits.maxCreated + state.budget.spent()) / 2;
  const mostSpent = Math.min(half, state.budget.spent() + mostCreated);
  const mayGoOn = (): boolean =>
    attempts.length <= investigations && state.clock.elapsed() < until && state.budget.spent() <= mostSpent;
  while (isLeft() && mayGoOn()) {
    const latest = await again();
    if (latest.status === "untested") return;
    attempts.push(latest);
  }
}

/**
 * Tries a check with random inputs. The first that shows something new is shrunk on the wire, and then
 * treated like any other input.
 */
export async function runRandom(
  run: JobContext,
  check: Scenario,
  { arbitrary, cases, seed, examples = [] }: RandomBudget,
): Promise<readonly Attempt[]> {
  if (cases === 0) return [];
  const { add, isConfirmed } = run.findings;
  const attempts: Attempt[] = [];
  let shrinkSteps = 0;
  let firstFailed: Attempt | undefined;
  const result = await fc.check(
    fc.asyncProperty(arbitrary, async (input) => {
      if (firstFailed !== undefined && ++shrinkSteps > mostShrinkSteps) return true;
      let once = await attempt(run, check, input);
      // As many more as it takes until no trouble of the network spoils it.
      for (let more = 0; more < moreRepetitions && once.status === "inconclusive"; more += 1)
        once = await attempt(run, check, input);
      attempts.push(once);
      const isNews = !once.findings.every(isConfirmed);
      if (isNews) firstFailed ??= once;
      return !isNews;
    }),
    { seed, numRuns: cases, examples: examples.map((each): [unknown] => [each]) },
  );
  if (!result.failed || result.counterexample === null) return attempts;
  const smallest = await runJob(run, check, result.counterexample[0]);
  // A finding that does not show again was seen nevertheless.
  for (const finding of firstFailed?.findings ?? []) {
    const again = smallest.findings.some((other) => isSameFinding(other, finding));
    if (!again && firstFailed !== undefined)
      add({ finding, attempt: firstFailed, seen: 1, of: 2, sightings: 1 });
  }
  return [...attempts.filter(({ findings }) => findings.length === 0), smallest];
}

/** How many random inputs a check is tried with, and which. */
interface RandomBudget {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly cases: number;
  readonly seed: number;
  /** Tried first, some of these cases. */
  readonly examples?: readonly unknown[];
}

function occurrenceOf(finding: Finding, shownBy: Attempt, attempts: readonly Attempt[]): Occurrence {
  const shown = attempts.map(({ findings }) => findings.filter((other) => isSameFinding(other, finding)));
  const seen = shown.filter((each) => each.length > 0).length;
  const exchanges = shown.map((each) => new Set(each.map(({ exchange }) => exchange)).size);
  const sightings = exchanges.reduce((sum, each) => sum + each, 0);
  const before = finding.resent ?? 0;
  return { finding, attempt: shownBy, seen: seen + before, of: attempts.length + before, sightings };
}
