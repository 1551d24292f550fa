import { dirname } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { defaultFormats, prepareFolder, writeEachReport } from "../report/index.js";
import { loadReport } from "./load-report.js";
import { readFormats } from "./names.js";
import { exitCodes } from "./outcome.js";

/** What `pedigree report` was given. */
export interface ReportCommandOptions {
  readonly formats?: readonly string[];
  readonly reports?: string;
}

/** Writes a report that was kept in other formats, beside it unless another folder is named. */
export async function renderAgain(path: string, options: ReportCommandOptions): Promise<number> {
  const formats = readFormats(options.formats ?? defaultFormats.filter((name) => name !== "json"));
  const report = await loadReport(path);
  const folder = options.reports ?? dirname(path);
  prepareFolder(folder);
  const { paths, troubles } = await writeEachReport(report, folder, { formats, reportPath: path });
  if (paths.length > 0) process.stdout.write(`Reports: ${paths.join(", ")}\n`);
  if (troubles.length > 0) throw new ConfigurationError(troubles.join("; "));
  return exitCodes.conforms;
}
