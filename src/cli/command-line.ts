import { parseArgs } from "node:util";
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";

/** Does what the command line says. */
export async function runCommandLine(): Promise<void> {
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    // Wrong usage was explained already, and has set the exit code.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && process.argv[2] === "run") await archiveEarlierReports();
  }
}

/** Renames the reports of an earlier run, so that none looks like one of a run that was never begun. */
async function archiveEarlierReports(): Promise<void> {
  const { reportsFolder, archiveReports } = await import("./archive-reports.js");
  // The parser may have stopped before it came to these.
  const options = { reports: { type: "string" }, config: { type: "string" } } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options, strict: false });
  const { PEDIGREE_REPORTS, PEDIGREE_CONFIG } = process.env;
  const given = (...sources: unknown[]) => sources.filter((each) => typeof each === "string").find(Boolean);
  archiveReports(
    await reportsFolder(given(values.reports, PEDIGREE_REPORTS), given(values.config, PEDIGREE_CONFIG)),
  );
}
