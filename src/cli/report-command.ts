import { dirname } from "node:path";
import { defaultFormats, prepareFolder, writeReports } from "../report/index.js";
import { loadReport } from "./load-report.js";
import { exitCodes } from "./outcome.js";
import { readFormats } from "./read-formats.js";

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
  const paths = await writeReports(report, folder, formats);
  process.stdout.write(`Reports: ${paths.join(", ")}\n`);
  return exitCodes.conforms;
}
