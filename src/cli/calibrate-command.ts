import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  anyMatrixFile,
  assessDescribed,
  type CalibrationPlan,
  compareRows,
  judgeByDescription,
  judgeDescribed,
  judgeDeviation,
  loadAnyMatrix,
  renderAnyMatrix,
  renderAssessment,
  renderDescribed,
  renderFigures,
  renderMatrix,
  renderMutants,
  runDescribed,
  type Subject,
} from "../calibration/index.js";
import { type CataloguedContract, ConfigurationError, isCatalogued } from "../description/index.js";
import type { Report } from "../engine/index.js";
import { prepareFolder, renderSummary } from "../report/index.js";
import { deriveMutants, deriveVariants, mutants, variants } from "../server/index.js";
import { chooseContract, exitCodes, needName, usesColor } from "../settings/index.js";
import { calibrateBuild, ofThisBuild, renderCalibration, showRuns } from "./calibrate-build.js";

interface CalibrateOptions extends CalibrationPlan {
  readonly mutant?: string;
  readonly variant?: string;
  readonly reports: string;
  readonly maxMutants: number;
  readonly spec?: string;
  readonly byDescription?: true;
}

/**
 * Runs the suite against every mutant and every variant, and says whether it is right about them: those of the Animal Store,
 * or those that a description gives occasion to. With one mutant or variant, shows what a run says of it, and returns the exit
 * code of that run.
 */
export async function calibrate(options: CalibrateOptions): Promise<number> {
  const chosen = await chooseContract(options);
  const catalogued = isCatalogued(chosen.contract) ? chosen.contract : undefined;
  if (catalogued === undefined && options.combinations > 0)
    throw new ConfigurationError(
      "--combinations: variants are combined for the Animal Store only, not for another description",
    );
  const { mutant, variant, seed, byDescription } = options;
  const name = mutant ?? variant;
  if (name !== undefined) {
    const kind = mutant === undefined ? "variant" : "mutant";
    const report = await (catalogued === undefined
      ? judgeAsDescribed(chosen, { kind, name, seed })
      : judgeCatalogued(catalogued, { kind, name, seed, byDescription }));
    const color = usesColor(process.stdout);
    process.stdout.write(`${renderSummary(report, { color, verbose: false })}\n`);
    return report.conclusion.exitCode;
  }
  if (catalogued !== undefined && byDescription) return calibrateByDescription(catalogued, seed);
  prepareFolder(options.reports);
  const began = performance.now();
  const result = await (catalogued === undefined
    ? calibrateDescribed(chosen, options)
    : calibrateCatalogued(catalogued, options));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const json = join(options.reports, "calibration.json");
  const csv = join(options.reports, "calibration.csv");
  writeFileSync(json, result.json);
  writeFileSync(csv, result.csv);
  process.stdout.write(`${result.summary}\n${result.runs} runs in ${seconds} s; ${json}, ${csv}\n`);
  return result.holds ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** Writes which mutants are found without the catalogue. Returns whether none is lost and no variant alarmed at. */
async function calibrateByDescription(contract: CataloguedContract, seed: number): Promise<number> {
  const rows = await judgeByDescription(contract, seed, showRuns);
  const difference = compareRows(loadAnyMatrix(), rows);
  writeFileSync(anyMatrixFile, renderAnyMatrix(rows));
  process.stdout.write(`${renderFigures(rows, difference)}\n${anyMatrixFile}\n`);
  const holds = difference.lost.length === 0 && difference.alarmed.length === 0;
  return holds ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** Returns what it comes to, and the texts of its files and for people. */
async function calibrateCatalogued(contract: CataloguedContract, plan: CalibrationPlan) {
  const { calibration, runs } = await calibrateBuild(contract, plan);
  return {
    holds: calibration.holds,
    runs,
    json: renderCalibration(calibration),
    csv: renderMatrix(contract, calibration),
    summary: renderAssessment(contract, calibration),
  };
}

async function calibrateDescribed(subject: Subject, { maxMutants, ...plan }: CalibrateOptions) {
  let runs = 0;
  const results = await runDescribed(subject, { ...plan, mostMutants: maxMutants }, (done, all) => {
    runs = all;
    showRuns(done, all);
  });
  const assessment = assessDescribed(results);
  return {
    holds: assessment.holds,
    runs,
    json: renderCalibration(ofThisBuild({ description: subject.contract.digest, ...assessment })),
    csv: renderMutants(assessment),
    summary: renderDescribed(assessment),
  };
}

/** A run on one mutant or variant. */
interface OneRun {
  readonly kind: "mutant" | "variant";
  readonly name: string;
  readonly seed: number;
  /** Is it judged without the catalogue? */
  readonly byDescription?: true | undefined;
}

/** @throws ConfigurationError for a name that there is not */
function judgeCatalogued(
  contract: CataloguedContract,
  { kind, name, seed, byDescription }: OneRun,
): Promise<Report> {
  needName(kind, name, [...(kind === "mutant" ? mutants : variants).keys()]);
  const trial = { kind: kind === "mutant" ? kind : "variants", names: [name], seed } as const;
  return judgeDeviation(contract, byDescription ? { ...trial, by: "description" } : trial);
}

/** @throws ConfigurationError for a name that there is not */
function judgeAsDescribed(subject: Subject, { kind, name, seed }: OneRun): Promise<Report> {
  const derive = kind === "mutant" ? deriveMutants : deriveVariants;
  const all = new Map(derive(subject.description).map((each) => [each.name, each]));
  needName(kind, name, [...all.keys()]);
  return judgeDescribed(subject, { seed, ...all.get(name) });
}
