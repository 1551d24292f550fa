import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CataloguedContract } from "../description/index.js";
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
