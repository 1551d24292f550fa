import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  assess,
  type CalibrationPlan,
  judgeDeviation,
  planTrials,
  renderAssessment,
  renderMatrix,
  runTrials,
  type Trial,
  type TrialResult,
} from "../calibration/index.js";
import { type Contract, loadContract } from "../description/index.js";
import { mutants, variants } from "../reference/index.js";
import { prepareFolder, renderSummary } from "../report/index.js";
import { needName } from "./names.js";
import { exitCodes } from "./outcome.js";

interface CalibrateOptions extends CalibrationPlan {
  readonly mutant?: string;
  readonly variant?: string;
  readonly reports: string;
  readonly spec?: string;
}

/** Runs the suite against every mutant and every variant, and says whether it is right about them. */
export async function calibrate(options: CalibrateOptions): Promise<number> {
  const contract = loadContract(options.spec);
  if (options.mutant !== undefined) {
    needName("mutant", options.mutant, [...mutants.keys()]);
    return showOne(contract, { kind: "mutant", names: [options.mutant], seed: options.seed });
  }
  if (options.variant !== undefined) {
    needName("variant", options.variant, [...variants.keys()]);
    return showOne(contract, { kind: "variants", names: [options.variant], seed: options.seed });
  }
  prepareFolder(options.reports);
  const trials = planTrials(options);
  const results: TrialResult[] = [];
  const began = performance.now();
  await runTrials(contract, trials, (result) => {
    results.push(result);
    showProgress(results.length, trials.length);
  });
  const assessment = assess(contract, results);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const json = join(options.reports, "calibration.json");
  const csv = join(options.reports, "calibration.csv");
  writeFileSync(json, `${JSON.stringify(assessment, null, 2)}\n`);
  writeFileSync(csv, renderMatrix(contract, assessment));
  process.stdout.write(
    `${renderAssessment(contract, assessment)}\n${trials.length} runs in ${seconds} s; ${json}, ${csv}\n`,
  );
  return assessment.holds ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** One deviation, to see with one's own eyes what a run says of it. Its exit code is that run's. */
async function showOne(contract: Contract, trial: Trial): Promise<number> {
  const report = await judgeDeviation(contract, trial);
  const color = process.stdout.isTTY === true && !process.env["NO_COLOR"];
  process.stdout.write(`${renderSummary(report, { color, verbose: false })}\n`);
  return report.conclusion.exitCode;
}

function showProgress(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} runs${done === all ? "\n" : ""}`);
  else if (done % 50 === 0 || done === all) process.stderr.write(`pedigree: ${done} of ${all} runs\n`);
}
