import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CalibrationPlan,
  judgeDeviation,
  renderAssessment,
  renderMatrix,
  type Trial,
} from "../calibration/index.js";
import type { CataloguedContract } from "../description/index.js";
import { mutants, variants } from "../reference/index.js";
import { prepareFolder, renderSummary } from "../report/index.js";
import { calibrateBuild, renderCalibration } from "./calibrate-build.js";
import { calibrateDescribed } from "./calibrate-described.js";
import { chooseSuite } from "./choose-suite.js";
import { needName } from "./names.js";
import { exitCodes } from "./outcome.js";
import { usesColor } from "./uses-color.js";

interface CalibrateOptions extends CalibrationPlan {
  readonly mutant?: string;
  readonly variant?: string;
  readonly reports: string;
  readonly maxMutants: number;
  readonly spec?: string;
}

/**
 * Runs the suite against every mutant and every variant, and says whether it is right about them: those of the Animal Store,
 * or those that a description gives occasion to.
 */
export async function calibrate(options: CalibrateOptions): Promise<number> {
  const chosen = await chooseSuite(options);
  if (chosen.kind === "openapi")
    return calibrateDescribed(chosen, { ...options, mostMutants: options.maxMutants });
  const { contract } = chosen;
  if (options.mutant !== undefined) {
    needName("mutant", options.mutant, [...mutants.keys()]);
    return showOne(contract, { kind: "mutant", names: [options.mutant], seed: options.seed });
  }
  if (options.variant !== undefined) {
    needName("variant", options.variant, [...variants.keys()]);
    return showOne(contract, { kind: "variants", names: [options.variant], seed: options.seed });
  }
  prepareFolder(options.reports);
  const began = performance.now();
  const { calibration, runs } = await calibrateBuild(contract, options);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const json = join(options.reports, "calibration.json");
  const csv = join(options.reports, "calibration.csv");
  writeFileSync(json, renderCalibration(calibration));
  writeFileSync(csv, renderMatrix(contract, calibration));
  process.stdout.write(
    `${renderAssessment(contract, calibration)}\n${runs} runs in ${seconds} s; ${json}, ${csv}\n`,
  );
  return calibration.holds ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** One deviation, to see with one's own eyes what a run says of it. Its exit code is that run's. */
async function showOne(contract: CataloguedContract, trial: Trial): Promise<number> {
  const report = await judgeDeviation(contract, trial);
  const color = usesColor(process.stdout);
  process.stdout.write(`${renderSummary(report, { color, verbose: false })}\n`);
  return report.conclusion.exitCode;
}
