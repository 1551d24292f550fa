import type { Report } from "../../run/index.js";
import { validateReport } from "../validate-report.js";

/** Takes from a parsed file a report without its exchanges and figures, or says why it is none that can be used. */
export function readRun(file: unknown): Report | string {
  const report = validateReport(file);
  if (typeof report === "string") return `it is no report of this version of pedigree: ${report}`;
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
