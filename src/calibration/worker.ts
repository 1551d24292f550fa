import { parentPort, workerData } from "node:worker_threads";
import type { CataloguedContract } from "../description/index.js";
import { type CalibrationTrial, runTrial } from "./trial.js";

const contract = workerData as CataloguedContract;

parentPort?.on("message", (trial: CalibrationTrial) => {
  runTrial(contract, trial).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => parentPort?.postMessage(error instanceof Error ? error.stack : String(error)),
  );
});
