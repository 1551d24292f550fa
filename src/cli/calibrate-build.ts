import { readFileSync } from "node:fs";
import {
  type Assessment,
  assess,
  type CalibrationPlan,
  planTrials,
  runTrials,
  type TrialResult,
} from "../calibration/index.js";
import { digestOfBuild } from "../certification/index.js";
import { type CataloguedContract, ConfigurationError } from "../description/index.js";
import { toolVersion } from "../run/index.js";
import { showRuns } from "./calibration-progress.js";

/** What `calibration.json` holds: the assessment, and of which build it is. */
export interface Calibration extends Assessment {
  readonly version: string;
  /** SHA-256 over its files. */
  readonly build: string;
}

/** Runs the suite against mutants and variants, and tells how many runs that took. */
export async function calibrateBuild(
  contract: CataloguedContract,
  plan: CalibrationPlan,
): Promise<{ readonly calibration: Calibration; readonly runs: number }> {
  const trials = planTrials(plan);
  const results: TrialResult[] = [];
  await runTrials(contract, trials, (result) => {
    results.push(result);
    showRuns(results.length, trials.length);
  });
  const calibration = { version: toolVersion, build: digestOfBuild(), ...assess(contract, results) };
  return { calibration, runs: trials.length };
}

/** The text of a calibration's file. */
export function renderCalibration(calibration: Calibration): string {
  return `${JSON.stringify(calibration, null, 2)}\n`;
}

/** Reads the calibration of this build. @throws ConfigurationError if it is none */
export function readCalibration(path: string): Calibration {
  let calibration: Partial<Calibration> | undefined;
  try {
    calibration = JSON.parse(readFileSync(path, "utf8")) as Partial<Calibration>;
  } catch {
    // A file that is missing, or no JSON, is refused below, as is the calibration of another build.
  }
  if (calibration?.figures === undefined || calibration.build !== digestOfBuild())
    throw new ConfigurationError(
      `${path} is no calibration of this build: make one with "pedigree calibrate"`,
    );
  if (calibration.holds !== true) throw new ConfigurationError(`the calibration in ${path} does not hold`);
  return calibration as Calibration;
}
