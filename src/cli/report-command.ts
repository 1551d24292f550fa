import { basename, dirname } from "node:path";
import { ConfigurationError } from "../description/index.js";
import { defaultFormats, prepareFolder, writeEachReport } from "../report/index.js";
import { loadReport } from "./load-report.js";
import { readFormats } from "./names.js";
import { exitCodes } from "./outcome.js";
import { runJournalFile } from "./run-journal.js";
import type { Settings } from "./settings.js";

/** Writes a report that was kept in other formats, beside it unless another folder is named. */
export async function renderAgain(path: string, options: Settings): Promise<number> {
  // The journal of a run that was cut off has no report.json beside it.
  const isJournal = basename(path) === runJournalFile;
  const usual = defaultFormats.filter((name) => isJournal || name !== "json");
  const formats = readFormats(options.formats ?? usual);
  const report = await loadReport(path);
  const folder = options.reports ?? dirname(path);
  prepareFolder(folder);
  const { paths, troubles } = await writeEachReport(report, folder, { formats, reportPath: path });
  if (paths.length > 0) process.stdout.write(`Reports: ${paths.join(", ")}\n`);
  if (troubles.length > 0) throw new ConfigurationError(troubles.join("; "));
  return exitCodes.conforms;
}
