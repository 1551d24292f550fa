import type { OldIdListener } from "../../description/index.js";
import type { Report } from "../../run/index.js";
import { findReports } from "../find-reports.js";
import { readReport } from "../read-report.js";
import type { Trend } from "./trend-schema.js";

/** The result of reading reports. */
export interface Gathered extends Pick<Trend, "duplicates" | "leftOut"> {
  /** In the order in which their runs started. */
  readonly reports: readonly Report[];
}

/**
 * Reads reports one at a time: files as they are, and every report.json in folders of any depth. Only what a trend
 * needs is kept.
 */
export function gatherReports(paths: readonly string[], onOldId?: OldIdListener): Gathered {
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
        const report = readReport(file, onOldId);
        if (typeof report === "string") leaveOut(file, report);
        else if (report.run.shard !== undefined) {
          // In a folder, they lie beside the report that is made of them.
          if (file === path) leaveOut(file, 'is of one shard: give the report that "pedigree merge" makes');
        } else if (reports.has(report.run.id)) duplicates += 1;
        else reports.set(report.run.id, withoutEvidence(report));
      }
  }
  return { reports: [...reports.values()].sort(byStart), leftOut, duplicates };
}

/** A report without its exchanges and figures, of which a trend needs little. */
export function withoutEvidence(report: Report): Report {
  const { run, requirements, findings, statistics } = report;
  // A few hundredths of it are left: a trend may be over hundreds of nights.
  return {
    ...report,
    run: { ...run, startedAt: new Date(run.startedAt).toISOString() },
    requirements: requirements.map((each) => ({ ...each, checks: [] })),
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
