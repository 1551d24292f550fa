import { Worker } from "node:worker_threads";
import type { Report } from "../run/index.js";
import { BundleError } from "./bundle-error.js";
import { judgeAgain, type RecordedRuns } from "./judge-again.js";
import { TranscriptMismatch } from "./replay-network.js";

/** Below this size of a compressed transcript, in bytes, a second thread would take longer to start than it saves. */
const worthAThread = 1_000_000;

/**
 * Judges all runs again: the first in this thread, the others in one beside it.
 * @returns the reports, in the order of the runs
 * @throws as `judgeAgain` does
 */
export async function judgeInThreads(runs: RecordedRuns): Promise<readonly Report[]> {
  const [first = 1, ...others] = runs.plan.map((_, index) => index + 1);
  if (runs.transcript.length < worthAThread) return judgeAgain(runs, new Set([first, ...others]));
  const worker = new Worker(entryFile, { workerData: { ...runs, wanted: others } });
  try {
    const reports = await Promise.all([judgeAgain(runs, new Set([first])), reportsOf(worker)]);
    return reports.flat();
  } finally {
    await worker.terminate();
  }
}

interface Judged {
  readonly reports?: readonly Report[];
  readonly error?: Pick<Error, "name" | "message">;
}

function reportsOf(worker: Worker): Promise<readonly Report[]> {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread ended with exit code ${code}`)));
    worker.once("message", ({ reports, error }: Judged) => {
      if (reports !== undefined) resolve(reports);
      else reject(errorOf(error ?? { name: "Error", message: "" }));
    });
  });
}

/** The same error in this thread. */
function errorOf({ name, message }: Pick<Error, "name" | "message">): Error {
  const known = [TranscriptMismatch, BundleError].find((each) => each.name === name);
  return known === undefined ? new Error(message) : new known(message);
}

/** The compiled one, also when this file runs uncompiled, from `src`. */
const entryFile = new URL("../../dist/certification/worker.js", import.meta.url);
