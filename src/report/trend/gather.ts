import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../run/index.js";
import { readReport } from "../read-report.js";
import type { Trend } from "./trend-schema.js";

/** What was read. */
export interface Gathered extends Pick<Trend, "duplicates" | "leftOut"> {
  /** In the order in which their runs started. */
  readonly reports: readonly Report[];
}

/**
 * Reads reports one at a time: files as they are, and every report.json in folders of any depth. Only what a trend
 * needs is kept.
 */
export function gatherReports(paths: readonly string[]): Gathered {
  const leftOut: { path: string; reason: string }[] = [];
  const reports = new Map<string, Report>();
  let duplicates = 0;
  const leaveOut = (path: string, reason: string): void => {
    leftOut.push({ path, reason: `it ${reason}` });
  };
  for (const path of paths) {
    const files = findReports(path);
    if (typeof files === "string") leaveOut(path, files);
    else
      for (const file of files) {
        const report = readReport(file);
        if (typeof report === "string") leaveOut(file, report);
        else if (reports.has(report.run.id)) duplicates += 1;
        else reports.set(report.run.id, withoutEvidence(report));
      }
  }
  return { reports: [...reports.values()].sort(byStart), leftOut, duplicates };
}

/** Links to folders are not followed: they may lead in a circle. */
function findReports(path: string): readonly string[] | string {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.name === "report.json" && !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    return found.length === 0 ? "holds no report.json" : found;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
  }
}

/** A report without its exchanges and figures, of which a trend needs little. */
export function withoutEvidence(report: Report): Report {
  const { run, requirements, findings, statistics } = report;
  // A few hundredths of it are left: a trend may be over hundreds of nights.
  return {
    ...report,
    run: { ...run, startedAt: new Date(run.startedAt).toISOString() },
    requirements: requirements.map((each) => ({ ...each, checks: [], observations: [] })),
    findings: findings.map((each) => ({ ...each, exchanges: [], input: undefined })),
    statistics: { ...statistics, coverage: [], responses: {} },
    exchanges: { all: report.exchanges.all, entries: [] },
  };
}

/** Those that started at the same moment keep one order, however they were given. */
function byStart({ run: left }: Report, { run: right }: Report): number {
  if (left.startedAt !== right.startedAt) return left.startedAt < right.startedAt ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
