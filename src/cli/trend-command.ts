import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { defaultFormats, loadTrend, prepareFolder, safeText, writeEachReport } from "../report/index.js";
import type { Settings } from "../settings/index.js";
import { exitCodes, readFormats, tell, warnOfOldIds } from "../settings/index.js";
import { runJournalFile } from "./journal.js";
import { describeFailures, describeLeftOut, loadReport, needFailures } from "./last-report.js";

/**
 * Makes one picture of many runs' reports, beside the first of them unless another folder is named. Returns 1 if the newest run of a target shows something that `--fail-on`
 * names, else 0.
 */
export async function trend(
  paths: readonly string[],
  { reports = folderOf(paths[0] ?? ""), failOn = [] }: Settings,
): Promise<number> {
  needFailures(failOn);
  prepareFolder(reports);
  const { deriveTrend, gatherReports, writeTrend } = await loadTrend();
  const gathered = gatherReports(paths, warnOfOldIds());
  for (const each of gathered.leftOut) tell(describeLeftOut(each));
  if (gathered.duplicates > 0) {
    const those = gathered.duplicates === 1 ? "1 report" : `${gathered.duplicates} reports`;
    tell(`${those} left out: another report of the same run was read`);
  }
  if (gathered.reports.length === 0) {
    throw new ConfigurationError("no report is left: give report.json files, or folders that hold some");
  }
  const result = deriveTrend(gathered);
  const written = await writeTrend(result, reports);
  for (const { target, summary, runs } of result.series) {
    const name = target.embedded ? "the embedded reference server" : (target.name ?? target.baseUrl);
    process.stdout.write(`${safeText(name, 300)} (${runs.length === 1 ? "1 run" : `${runs.length} runs`})\n`);
    for (const line of summary) process.stdout.write(`  ${safeText(line, 1000)}\n`);
  }
  process.stdout.write(`Trend: ${written.map((path) => safeText(path)).join(", ")}\n`);
  const failure = describeFailures(result.series, failOn);
  if (failure === undefined) return exitCodes.conforms;
  process.stdout.write(`${failure}\n`);
  return exitCodes.doesNotConform;
}

/** The folder that is named, or that a file is in; of what is not there, the working directory. */
function folderOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return ".";
  return found.isDirectory() ? path : dirname(path);
}

/** Writes a report that was kept in other formats, beside it unless another folder is named. */
export async function renderAgain(path: string, options: Settings): Promise<number> {
  // The journal of a run that was cut off has no report.json beside it.
  const isJournal = basename(path) === runJournalFile;
  const usual = defaultFormats.filter((name) => isJournal || name !== "json");
  const formats = readFormats(options.formats ?? usual);
  const report = await loadReport(path);
  const folder = options.reports ?? dirname(path);
  prepareFolder(folder);
  const { paths, troubles } = await writeEachReport(report, folder, { formats, reportPath: path });
  if (paths.length > 0) process.stdout.write(`Reports: ${paths.join(", ")}\n`);
  if (troubles.length > 0) throw new ConfigurationError(troubles.join("; "));
  return exitCodes.conforms;
}
