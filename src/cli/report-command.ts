import { dirname } from "node:path";
import { ConfigurationError, isDeeper, readTextFile, UnreadableFile } from "../description/index.js";
import { defaultFormats, loadReportValidator, prepareFolder, writeEachReport } from "../report/index.js";
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

/** A larger text does not fit into a string of V8. In bytes. */
const mostOfReport = 256 * 1024 * 1024;
/** Levels of arrays and objects in a report; ours has a dozen, and what a check was tried with. */
const mostLevels = 200;

/**
 * Reads a report, which may come from anyone, and holds it against its schema.
 * @throws ConfigurationError with the first thing that is wrong
 */
export async function loadReport(path: string): Promise<Report> {
  const value = parse(path);
  const refuse = (reason: string): never => {
    throw new ConfigurationError(`${path} is no report of this version of pedigree: ${reason}`);
  };
  if (isDeeper(value, mostLevels)) return refuse(`it has more than ${mostLevels} levels`);
  const { validateReport } = await loadReportValidator();
  const report = validateReport(value);
  return typeof report === "string" ? refuse(report) : report;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readTextFile(path, { most: mostOfReport }));
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : "is no JSON";
    throw new ConfigurationError(`${path} ${reason}: give a report.json`);
  }
}
