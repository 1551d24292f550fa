import { ConfigurationError, type OldIdListener } from "../description/index.js";
import { loadReportReader } from "../report/index.js";
import type { Report } from "../run/index.js";
import { warnOfOldIds } from "./warn.js";

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
