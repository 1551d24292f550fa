import { ConfigurationError } from "../description/index.js";
import { loadReportReader } from "../report/index.js";
import type { Report } from "../run/index.js";

/**
 * Reads a report, which may come from anyone, and holds it against its schema.
 * @throws ConfigurationError with the first thing that is wrong
 */
export async function loadReport(path: string): Promise<Report> {
  const { readReport } = await loadReportReader();
  const report = readReport(path);
  if (typeof report === "string") throw new ConfigurationError(`${path} ${report}`);
  return report;
}
