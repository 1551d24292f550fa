import { ConfigurationError } from "../description/index.js";
import { loadTrend, prepareFolder, safeText } from "../report/index.js";
import { exitCodes } from "./outcome.js";

/** What `pedigree trend` takes. */
export interface TrendOptions {
  readonly reports: string;
  readonly failOn?: "new";
}

/**
 * Makes one picture of many runs' reports. Returns 1 if new failures are asked for and the newest run of a target
 * has one, else 0.
 */
export async function trend(paths: readonly string[], options: TrendOptions): Promise<number> {
  prepareFolder(options.reports);
  const { deriveTrend, gatherRuns, standingsOf, writeTrend } = await loadTrend();
  const gathered = gatherRuns(paths);
  for (const { path, reason } of gathered.leftOut)
    process.stderr.write(`pedigree: ${safeText(path, 500)} is left out: ${safeText(reason, 300)}\n`);
  if (gathered.duplicates > 0) {
    const runs = gathered.duplicates === 1 ? "1 report is" : `${gathered.duplicates} reports are`;
    process.stderr.write(`pedigree: ${runs} of a run that another tells of, and left out\n`);
  }
  if (gathered.runs.length === 0) {
    throw new ConfigurationError("no report is left: give report.json files, or folders that hold some");
  }
  const result = deriveTrend(gathered);
  const written = await writeTrend(result, options.reports);
  for (const { target, sentence, runs } of result.series) {
    const name = target.embedded ? "the embedded reference server" : (target.name ?? target.baseUrl);
    process.stdout.write(`${safeText(name, 300)} (${runs.length === 1 ? "1 run" : `${runs.length} runs`})\n`);
    process.stdout.write(`  ${safeText(sentence, 2000)}\n`);
  }
  process.stdout.write(`Trend: ${written.map((path) => safeText(path)).join(", ")}\n`);
  const isNew = result.series.some(({ requirements }) => standingsOf(requirements).newFailures.length > 0);
  return options.failOn === "new" && isNew ? exitCodes.doesNotConform : exitCodes.conforms;
}
