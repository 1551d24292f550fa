import { ConfigurationError } from "../description/index.js";
import { loadTrend, prepareFolder, safeText } from "../report/index.js";
import { needName } from "./names.js";
import { exitCodes } from "./outcome.js";
import { tell } from "./warn.js";

/** What `--fail-on` takes: lists of what needs attention in a trend. */
const failures = ["new", "flaky", "coverage", "latency", "inconclusive"] as const;

/**
 * Makes one picture of many runs' reports. Returns 1 if the newest run of a target shows something that `--fail-on`
 * names, else 0.
 */
export async function trend(
  paths: readonly string[],
  { reports, failOn = [] }: { readonly reports: string; readonly failOn?: readonly string[] },
): Promise<number> {
  for (const name of failOn) needName("reason to fail", name, failures);
  prepareFolder(reports);
  const { deriveTrend, gatherReports, writeTrend } = await loadTrend();
  const gathered = gatherReports(paths);
  for (const { path, reason } of gathered.leftOut)
    tell(`${safeText(path, 500)} is left out: ${safeText(reason, 300)}`);
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
  const reasons = failures.filter((name) => {
    const shows = result.series.some(
      ({ attention, runs }) =>
        attention[name].length > 0 ||
        (name === "inconclusive" && runs.at(-1)?.conclusion.status === "inconclusive"),
    );
    return shows && failOn.includes(name);
  });
  if (reasons.length === 0) return exitCodes.conforms;
  process.stdout.write(`Failed, as --fail-on asks: ${reasons.join(", ")}\n`);
  return exitCodes.doesNotConform;
}
