import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import * as fc from "fast-check";
import type { CataloguedContract } from "../description/index.js";
import { areCompatible, variants } from "../server/index.js";
import { isCaught, loadMutants } from "./assessment.js";
import type { CalibrationTrial, TrialResult } from "./trial.js";

/** The trials that are to be made. */
export interface CalibrationPlan {
  /** The first seed. */
  readonly seed: number;
  /** How many seeds every mutant and every variant is tried with. */
  readonly seeds: number;
  /** Random combinations of compatible variants, each with a seed of its own. */
  readonly combinations: number;
  /** Does the run on a mutant go on after it is caught, so that the kill matrix is whole? */
  readonly whole?: boolean;
}

/** Runs against these take seconds, most of which they wait. */
export const slow: readonly string[] = [
  "emoji-in-names-unavailable",
  "every-third-creation-unavailable",
  "forty-requests-a-second",
  "forty-requests-a-second-until-a-date",
  "largest-filtered-page-unavailable",
  "largest-page-dropped",
  "not-found-dropped",
  "now-and-then-very-slow",
  "odd-parameters-dropped",
  "rate-limited-without-hint",
  "slow-with-jitter",
  "unknown-status-unavailable",
];

/** The trials of a plan: slow ones first. */
export function planTrials({
  seed,
  seeds,
  combinations,
  whole = false,
}: CalibrationPlan): readonly CalibrationTrial[] {
  const everySeed = Array.from({ length: seeds }, (_, index) => seed + index);
  const alone = [
    ...[...variants.keys()].map((name) => ({ kind: "variants", names: [name] }) as const),
    ...loadMutants().map(
      ({ name, breaks }) => ({ kind: "mutant", names: [name], ...(whole ? {} : { until: breaks }) }) as const,
    ),
  ];
  const combined = drawCombinations(combinations, seed);
  const all: readonly CalibrationTrial[] = [
    ...combined.map((names, index) => ({ kind: "variants", names, seed: seed + index }) as const),
    ...alone.flatMap((each) => everySeed.map((own) => ({ ...each, seed: own }))),
  ];
  const isSlow = ({ names }: CalibrationTrial): boolean => names.some((name) => slow.includes(name));
  return [...all.filter(isSlow), ...all.filter((trial) => !isSlow(trial))];
}

/** Combinations of two to five variants that one server can make together. */
export function drawCombinations(count: number, seed: number): readonly (readonly string[])[] {
  if (count === 0) return [];
  const names = [...variants.keys()];
  const candidates = fc.shuffledSubarray(names, { minLength: 8, maxLength: 12 });
  const drawn = fc.sample(candidates, { seed, numRuns: count });
  return drawn.map((candidates, index) => {
    const chosen: string[] = [];
    for (const candidate of candidates) {
      const fits = chosen.every((each) => areCompatible(each, candidate));
      if (fits && chosen.length < 2 + (index % 4)) chosen.push(candidate);
    }
    // The first of the table are about the bytes of an answer, and so have the last word.
    return names.filter((name) => chosen.includes(name)).toReversed();
  });
}

/** Threads for trials that mostly wait. */
const waitingThreads = 3;

/**
 * Runs trials on worker threads, one at a time on each; results come in the order in which they end. Three threads begin
 * with the first, all others with the last: slow ones, which come first, wait beside those that need a core.
 * @throws Error if the suite itself fails in one of them
 */
export async function runTrials(
  contract: CataloguedContract,
  trials: readonly CalibrationTrial[],
  onResult: (result: TrialResult) => void,
): Promise<void> {
  const waiting = [...trials];
  const work = async (take: () => CalibrationTrial | undefined): Promise<void> => {
    const worker = new Worker(entryFile, { workerData: contract });
    try {
      for (let trial = take(); trial !== undefined; trial = take()) {
        onResult(await runOn(worker, trial));
      }
    } finally {
      await worker.terminate();
    }
  };
  const threads = Math.min(waitingThreads + availableParallelism(), trials.length);
  const fromEachEnd = Array.from({ length: threads }, (_, index) =>
    work(() => (index < waitingThreads ? waiting.shift() : waiting.pop())),
  );
  await Promise.all(fromEachEnd);
}

/** Where more trials than these show nothing, time is not the reason. */
const mostRepeated = 10;

/**
 * Repeats each trial that did not show what it must, alone: beside the others, requests that race may not have overlapped,
 * and answers may have come too late. Returns all results, the later ones in place of the earlier. A false alarm stays.
 */
export async function repeatUndecided(
  contract: CataloguedContract,
  results: readonly TrialResult[],
  run: typeof runTrials = runTrials,
): Promise<readonly TrialResult[]> {
  const mutants = new Map(loadMutants().map((mutant) => [mutant.name, mutant]));
  const undecided = results.filter((result) => {
    const { kind, names } = result.trial;
    if (kind === "variants") return result.exitCode > 1;
    return names.some((name) => {
      const mutant = mutants.get(name);
      return mutant !== undefined && !isCaught(contract, mutant, result);
    });
  });
  if (undecided.length > mostRepeated) return results;
  const repeated = new Map<TrialResult, TrialResult>();
  for (const earlier of undecided)
    await run(contract, [earlier.trial], (later) => void repeated.set(earlier, later));
  return results.map((result) => repeated.get(result) ?? result);
}

function runOn(worker: Worker, trial: CalibrationTrial): Promise<TrialResult> {
  return new Promise((resolve, reject) => {
    const exited = (code: number): void => reject(new Error(`a worker ended with exit code ${code}`));
    worker.once("error", reject);
    worker.once("exit", exited);
    worker.once("message", (message: TrialResult | string) => {
      worker.off("error", reject);
      worker.off("exit", exited);
      if (typeof message === "object") resolve(message);
      else reject(new Error(`the suite failed on ${JSON.stringify(trial)}:\n${message}`));
    });
    worker.postMessage(trial);
  });
}

/** The compiled one, also when this file runs uncompiled, from `src`. */
const entryFile = new URL("../../dist/calibration/worker.js", import.meta.url);
