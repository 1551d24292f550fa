import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  assessDescribed,
  type DescribedPlan,
  judgeDescribed,
  renderDescribed,
  renderMutants,
  runDescribed,
  type Subject,
} from "../calibration/index.js";
import { digestOfBuild } from "../certification/index.js";
import { ConfigurationError } from "../description/index.js";
import { deriveMutants, deriveVariants } from "../reference/index.js";
import { prepareFolder, renderSummary } from "../report/index.js";
import { toolVersion } from "../run/index.js";
import { showRuns } from "./calibration-progress.js";
import { needName } from "./names.js";
import { exitCodes } from "./outcome.js";
import { usesColor } from "./uses-color.js";

interface DescribedOptions extends DescribedPlan {
  readonly mutant?: string;
  readonly variant?: string;
  readonly combinations: number;
  readonly reports: string;
}

/** Says how much the suite finds with a description alone, and whether it alarms at what is permitted. */
export async function calibrateDescribed(subject: Subject, options: DescribedOptions): Promise<number> {
  if (options.combinations > 0)
    throw new ConfigurationError(
      "--combinations: variants are combined for the Animal Store only, not for another description",
    );
  if (options.mutant !== undefined || options.variant !== undefined) return showOne(subject, options);
  prepareFolder(options.reports);
  const began = performance.now();
  let runs = 0;
  const results = await runDescribed(subject, options, (done, all) => {
    runs = all;
    showRuns(done, all);
  });
  const assessment = assessDescribed(results);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const json = join(options.reports, "calibration.json");
  const csv = join(options.reports, "calibration.csv");
  const whole = {
    version: toolVersion,
    build: digestOfBuild(),
    description: subject.contract.digest,
    ...assessment,
  };
  writeFileSync(json, `${JSON.stringify(whole, null, 2)}\n`);
  writeFileSync(csv, renderMutants(assessment));
  process.stdout.write(`${renderDescribed(assessment)}\n${runs} runs in ${seconds} s; ${json}, ${csv}\n`);
  return assessment.holds ? exitCodes.conforms : exitCodes.doesNotConform;
}

/** One deviation, to see with one's own eyes what a run says of it. Its exit code is that run's. */
async function showOne(subject: Subject, { mutant, variant, seed }: DescribedOptions): Promise<number> {
  const kind = mutant === undefined ? "variant" : "mutant";
  const all = mutant === undefined ? deriveVariants(subject.description) : deriveMutants(subject.description);
  const wanted = mutant ?? variant ?? "";
  needName(
    kind,
    wanted,
    all.map(({ name }) => name),
  );
  const chosen = all.find(({ name }) => name === wanted);
  const report = await judgeDescribed(subject, { seed, ...(chosen ?? {}) });
  const color = usesColor(process.stdout);
  process.stdout.write(`${renderSummary(report, { color, verbose: false })}\n`);
  return report.conclusion.exitCode;
}
