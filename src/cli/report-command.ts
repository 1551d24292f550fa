import { dirname } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { defaultFormats, loadReportReader, prepareFolder, writeEachReport } from "../report/index.js";
import type { Report } from "../run/index.js";
import { readFormats } from "./names.js";
import { exitCodes } from "./outcome.js";
import type { Settings } from "./settings.js";

/** Writes a report that was kept in other formats, beside it unless another folder is named. */
export async function renderAgain(
  path: string,
  options: Pick<Settings, "formats" | "reports">,
): Promise<number> {
  const formats = readFormats(options.formats ?? defaultFormats.filter((name) => name !== "json"));
  const report = await loadReport(path);
  const folder = options.reports ?? dirname(path);
  prepareFolder(folder);
  const { paths, troubles } = await writeEachReport(report, folder, { formats, reportPath: path });
  if (paths.length > 0) process.stdout.write(`Reports: ${paths.join(", ")}\n`);
  if (troubles.length > 0) throw new ConfigurationError(troubles.join("; "));
  return exitCodes.conforms;
}

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
