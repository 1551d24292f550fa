import { join } from "node:path";
import { ConfigurationError, currentId, type OldIdListener, readTextFile } from "../description/index.js";
import type { Report, RequirementReport } from "../engine/index.js";
import { formatFiles, loadReportReader, type loadTrend, safeText } from "../report/index.js";
import { needName, warnOfOldIds } from "../settings/index.js";
import { previousEnding } from "./archive-reports.js";

/** In bytes. */
const mostOfReport = 32 * 1024 * 1024;

/** The last report of a folder; undefined if there is none that can be read. */
export function readLastReport(folder: string): Partial<Report> | undefined {
  const path = join(folder, formatFiles.json);
  return readReport(path) ?? readReport(`${path}${previousEnding}`);
}

function readReport(path: string): Partial<Report> | undefined {
  try {
    const value: unknown = JSON.parse(readTextFile(path, { most: mostOfReport }));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The ids of the requirements that failed in the last run.
 * @throws ConfigurationError if there are none: a run of no requirement would say nothing
 */
export function failedIn(last: Partial<Report> | undefined, folder: string): readonly string[] {
  const failed = requirementsOf(last).filter(({ verdict }) => verdict === "failed");
  if (failed.length > 0) return failed.map(({ id }) => id);
  const why = last === undefined ? "there is no last report" : "no requirement failed in the last report";
  throw new ConfigurationError(`${why} in ${folder}: run without --last-failed`);
}

/**
 * The ids of the requirements that the last such run on the same target could test, and this one could not.
 * @param only those that this one was asked for, if not all
 */
export function lostSince(
  last: Partial<Report> | undefined,
  report: Report,
  only?: readonly string[],
): readonly string[] {
  const isSame = last?.target?.baseUrl === report.target.baseUrl && last.run?.profile === report.run.profile;
  const tested = (isSame ? requirementsOf(last) : []).filter(wasTested).map(({ id }) => id);
  const lost = report.requirements.filter(({ verdict }) => verdict === "untested").map(({ id }) => id);
  return lost.filter((id) => tested.includes(id) && (only?.includes(id) ?? true));
}

/** Anybody may have written the file. */
function requirementsOf(last: Partial<Report> | undefined): readonly RequirementReport[] {
  const there: unknown = last?.requirements;
  const requirements = Array.isArray(there) ? there.filter((each) => typeof each?.id === "string") : [];
  return requirements.map((each) => ({ ...each, id: currentId(each.id) }));
}

function wasTested({ level, verdict }: RequirementReport): boolean {
  const isBinding = level === "must" || level === "implied";
  return isBinding && ["passed", "failed", "warned"].includes(verdict);
}

/**
 * Reads a report, which may come from anyone, and holds it against its schema.
 * @throws ConfigurationError with the first thing that is wrong
 */
export async function loadReport(path: string, onOldId: OldIdListener = warnOfOldIds()): Promise<Report> {
  const { readReport } = await loadReportReader();
  const report = readReport(path, onOldId);
  if (typeof report === "string") throw new ConfigurationError(`${path} ${report}`);
  return report;
}

/** The names that `--fail-on` takes: lists of what needs attention in a trend. */
const failures = ["new", "flaky", "coverage", "latency", "choices", "inconclusive"] as const;

type Series = ReturnType<Awaited<ReturnType<typeof loadTrend>>["deriveTrend"]>["series"][number];

/** @throws ConfigurationError for a name that `--fail-on` does not take */
export function needFailures(failOn: readonly string[]): void {
  for (const name of failOn) needName("reason to fail", name, failures);
}

/** Describes what the newest run of a series shows of what `--fail-on` names, in a sentence; undefined if it shows nothing. */
export function describeFailures(
  series: readonly Pick<Series, "attention" | "runs">[],
  failOn: readonly string[],
): string | undefined {
  const reasons = failures.filter((name) => {
    const shows = series.some(
      ({ attention, runs }) =>
        attention[name].length > 0 ||
        (name === "inconclusive" && runs.at(-1)?.conclusion.status === "inconclusive"),
    );
    return shows && failOn.includes(name);
  });
  return reasons.length === 0 ? undefined : `Failed, as --fail-on asks: ${reasons.join(", ")}`;
}

/** Says that a file was not taken for a report, and why. */
export function describeLeftOut({
  path,
  reason,
}: {
  readonly path: string;
  readonly reason: string;
}): string {
  return `${safeText(path, 500)} is left out: ${safeText(reason, 300)}`;
}
