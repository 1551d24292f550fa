import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type Assessment,
  assess,
  type CalibrationPlan,
  planTrials,
  repeatUndecided,
  runTrials,
  type TrialResult,
} from "../calibration/index.js";
import { digestOfBuild } from "../certification/index.js";
import { type CataloguedContract, ConfigurationError } from "../description/index.js";
import { toolVersion } from "../engine/index.js";

/** The content of `calibration.json`: the assessment, and of which build it is. */
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
  const calibration = ofThisBuild(assess(contract, await repeatUndecided(contract, results)));
  return { calibration, runs: trials.length };
}

/** Adds the version and the build that an assessment is of. */
export function ofThisBuild<Facts extends object>(assessment: Facts) {
  return { version: toolVersion, build: digestOfBuild(), ...assessment };
}

/** Tells on stderr how many of the runs of a calibration are done: each of them on a terminal, else now and then. */
export function showRuns(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} runs${done === all ? "\n" : ""}`);
  else if (done % 50 === 0 || done === all) process.stderr.write(`pedigree: ${done} of ${all} runs\n`);
}

/** The text of a calibration's file. */
export function renderCalibration(calibration: object): string {
  return `${JSON.stringify(calibration, null, 2)}\n`;
}

/** Reads the calibration of this build. @throws ConfigurationError if it is none, or does not hold */
export function readCalibration(path: string): Calibration {
  const calibration = loadCalibration(path);
  if (typeof calibration === "string")
    throw new ConfigurationError(`${calibration}: make one with "pedigree calibrate"`);
  return calibration;
}

/** The calibration that a released build comes with: `npm run release` makes it. A checkout, and what `npm pack` makes of it, have none. */
export const shippedCalibration = fileURLToPath(
  new URL("../../calibration/calibration.json", import.meta.url),
);

/** Reads the calibration that this build comes with. Returns it, or why there is none, as a sentence. */
export function readShippedCalibration(): Calibration | string {
  if (!existsSync(shippedCalibration))
    return "this build comes without its calibration, which a released package has";
  return loadCalibration(shippedCalibration);
}

function loadCalibration(path: string): Calibration | string {
  let calibration: Partial<Calibration> | null | undefined;
  try {
    calibration = JSON.parse(readFileSync(path, "utf8")) as typeof calibration;
  } catch {
    // A file that is missing, or no JSON, is refused below, as is the calibration of another build.
  }
  if (calibration?.figures === undefined || calibration.build !== digestOfBuild())
    return `${path} is no calibration of this build`;
  if (calibration.holds !== true) return `the calibration in ${path} does not hold`;
  return calibration as Calibration;
}
