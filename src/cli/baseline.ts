import { existsSync, lstatSync } from "node:fs";
import { ConfigurationError } from "../description/index.js";
import { failuresIn, type Report, type RunOptions, toolVersion } from "../engine/index.js";
import { fromPlain } from "../json/index.js";
import { findReports, loadReportReader, loadTrend, safeText } from "../report/index.js";
import type { Settings } from "../settings/index.js";
import { warnOfOldIds } from "../settings/index.js";
import { describeFailures, describeLeftOut } from "./last-report.js";

/** The facts that a run has to share with its baseline. */
interface Judged {
  readonly target: Pick<Report["target"], "name" | "baseUrl" | "embedded">;
  /** Of the contract. */
  readonly digest: string;
}

/** The part of a baseline that decides what a run sends, and what it comes to. */
type Known = Pick<RunOptions, "earlierFailures" | "knownFailures">;

/**
 * Reads the newest report of the baseline: what it found, for this run to try first, and what failed in it, where only what is new is to
 * fail.
 * @throws ConfigurationError where the baseline is not there, or is one of something else
 */
export async function readBaseline(
  { baseline, failOn = [] }: Pick<Settings, "baseline" | "failOn">,
  judged: Judged,
): Promise<Known> {
  if (baseline === undefined) {
    if (failOn.length === 0) return {};
    throw new ConfigurationError("--fail-on needs --baseline with the reports of earlier runs");
  }
  // With a baseline that is not there, nothing would ever be new.
  if (!existsSync(baseline))
    throw new ConfigurationError(`--baseline ${baseline}: there is no such file or folder`);
  const { same, newest } = await findBaseline(baseline, judged);
  const difference = newest && differenceOf(newest, judged);
  const isNewAsked = failOn.includes("new");
  if (isNewAsked && difference !== undefined && !lstatSync(baseline).isDirectory())
    throw new ConfigurationError(
      `--baseline ${baseline}: it is of another ${difference}: make one of this ${difference}, without --fail-on`,
    );
  const findings = (same ?? newest)?.findings ?? [];
  return {
    earlierFailures: findings.map(({ check, input }) => ({ check, input: fromPlain(input) })),
    ...(isNewAsked && same !== undefined ? { knownFailures: failuresIn(same) } : {}),
  };
}

/** Reports of a folder among which one with which a run can be compared is looked for. */
const mostRead = 20;

/**
 * Reads the newest report of a baseline, and the newest one of the same target, description and version.
 * @throws ConfigurationError for a file that is no report
 */
async function findBaseline(
  baseline: string,
  judged: Judged,
): Promise<{ readonly newest?: Report | undefined; readonly same?: Report }> {
  const found = findReports(baseline);
  // A folder is empty before the first night.
  if (typeof found === "string") return {};
  const changedAt = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const { readReport } = await loadReportReader();
  let newest: Report | undefined;
  for (const path of found.toSorted((left, right) => changedAt(right) - changedAt(left)).slice(0, mostRead)) {
    const report = readReport(path);
    if (typeof report !== "string") {
      newest ??= report;
      if (differenceOf(report, judged) === undefined) return { newest, same: report };
    } else if (path === baseline) throw new ConfigurationError(`--baseline ${baseline}: it ${report}`);
  }
  return { newest };
}

/** Returns in what a report is about something else than this run, if it is. */
function differenceOf({ target, contract, tool }: Report, judged: Judged): string | undefined {
  const { name, baseUrl, embedded } = judged.target;
  const isSame = embedded
    ? target.embedded
    : baseUrl === target.baseUrl || (name !== undefined && name === target.name);
  if (!isSame) return "target";
  if (contract.digest !== judged.digest) return "description";
  return tool.version === toolVersion ? undefined : "version of pedigree";
}

/**
 * Compares a run with earlier ones of the same target. Returns lines to read first, and why it fails for that, if it does.
 * Nothing where no baseline is named.
 */
export async function compareWithBaseline(
  report: Report,
  { baseline, failOn = [] }: Pick<Settings, "baseline" | "failOn">,
  { knownFailures }: Pick<RunOptions, "knownFailures">,
): Promise<{ readonly lines: readonly string[]; readonly failure?: string | undefined }> {
  if (baseline === undefined) return { lines: [] };
  const { deriveTrend, gatherReports, withoutEvidence } = await loadTrend();
  const earlier = gatherReports([baseline], warnOfOldIds());
  const before = earlier.reports.filter(({ run }) => run.id !== report.run.id);
  const { series } = deriveTrend({ ...earlier, reports: [...before, withoutEvidence(report)] });
  const own = series.filter(({ runs }) => runs.some(({ id }) => id === report.run.id));
  const lines = own.flatMap(({ runs, summary }) =>
    runs.length === 1 ? ["No earlier run of this target to compare with."] : summary,
  );
  return {
    lines: [...earlier.leftOut.map(describeLeftOut), ...lines.map((line) => safeText(line, 1000))],
    // Where the run knows what failed before, its conclusion says what is new.
    failure: describeFailures(
      own,
      failOn.filter((each) => each !== "new" || knownFailures === undefined),
    ),
  };
}
