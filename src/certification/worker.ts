import { parentPort, workerData } from "node:worker_threads";
import { judgeAgain, type RecordedRuns } from "./judge-again.js";

const { wanted, ...runs } = workerData as RecordedRuns & { readonly wanted: readonly number[] };

judgeAgain(runs, new Set(wanted)).then(
  (reports) => parentPort?.postMessage({ reports }),
  ({ name, message }: Error) => parentPort?.postMessage({ error: { name, message } }),
);
