import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CataloguedContract } from "../description/index.js";
import { isCaught, loadMutants } from "./assessment.js";
import type { Trial, TrialResult } from "./trial.js";

/** Threads for trials that mostly wait. */
const waitingThreads = 3;

/**
 * Runs trials on worker threads, one at a time on each; results come in the order in which they end. Three threads begin
 * with the first, all others with the last: slow ones, which come first, wait beside those that need a core.
 * @throws Error if the suite itself fails in one of them
 */
export async function runTrials(
  contract: CataloguedContract,
  trials: readonly Trial[],
  onResult: (result: TrialResult) => void,
): Promise<void> {
  const waiting = [...trials];
  const work = async (take: () => Trial | undefined): Promise<void> => {
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

function runOn(worker: Worker, trial: Trial): Promise<TrialResult> {
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
