import { type Report, runConformance, type Suite } from "../run/index.js";
import type { PlannedRun } from "./plan.js";
import { replayNetwork, TranscriptMismatch } from "./replay-network.js";
import type { Line } from "./transcript.js";

/**
 * Runs the suite again with the transcripts of its runs in place of the network.
 * @returns the reports, as far as they follow from the transcript
 * @throws TranscriptMismatch for the first thing that is not what the suite does
 */
export async function judgeAgain(
  suite: Suite,
  plan: readonly PlannedRun[],
  lines: AsyncIterator<Line>,
): Promise<readonly Report[]> {
  const reports: Report[] = [];
  let pending = await lines.next();
  for (const [index, planned] of plan.entries()) {
    const number = index + 1;
    if (pending.done === true || pending.value.kind !== "run" || pending.value.number !== number)
      throw new TranscriptMismatch(`run ${number} does not begin where it should`);
    const { network, end } = replayNetwork(async () => {
      pending = await lines.next();
      return pending.done === true || pending.value.kind === "run" ? undefined : pending.value;
    });
    reports.push(await runConformance(suite, { ...planned, key: "", network }));
    await end();
  }
  if (pending.done !== true) throw new TranscriptMismatch(`there are more than ${plan.length} runs`);
  return reports;
}

/** What must be the same each time that a transcript is judged: all but identifiers and durations. */
export function verdictsOf({ requirements, findings, conclusion, counts, run, statistics }: Report) {
  const { profile, seed, now, requests, created, categories } = run;
  const { coverage, random } = statistics;
  return {
    conclusion,
    counts,
    requirements: requirements.map(({ checks, ...facts }) => ({
      ...facts,
      checks: checks.map(({ id, inputs }) => ({ id, inputs })),
    })),
    findings: findings.map(({ requirement, problem, expected, actual }) => ({
      requirement,
      problem,
      expected,
      actual,
    })),
    run: { profile, seed, now, requests, created, categories },
    random,
    coverage,
  };
}

/** The first place in which two values differ, as a path, with both values; undefined if they are the same. */
export function firstDifference(left: unknown, right: unknown, path = ""): string | undefined {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null;
  if (!isObject(left) || !isObject(right))
    return left === right ? undefined : `${path}: ${JSON.stringify(left)}, not ${JSON.stringify(right)}`;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(left[name], right[name], `${path}/${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
