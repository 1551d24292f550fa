#!/usr/bin/env node
import { parseArgs } from "node:util";
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";
import { limitYoungGeneration } from "./young-generation.js";

// A reader of the output may have read enough (head), or have no room: the exit code still tells the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

if (process.argv[2] === "verify") limitYoungGeneration();
const program = buildProgram();
try {
  await program.parseAsync();
} catch (error) {
  // Wrong usage was explained already, and has set the exit code.
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode !== 0 && process.argv[2] === "run") {
    const { reportsFolder, archiveReports } = await import("./last-report.js");
    // The parser may have stopped before it came to these.
    const options = { reports: { type: "string" }, config: { type: "string" } } as const;
    const { values } = parseArgs({ args: process.argv.slice(3), options, strict: false });
    const { PEDIGREE_REPORTS, PEDIGREE_CONFIG } = process.env;
    const given = (...sources: unknown[]) => sources.filter((each) => typeof each === "string").find(Boolean);
    archiveReports(
      reportsFolder(given(values.reports, PEDIGREE_REPORTS), given(values.config, PEDIGREE_CONFIG)),
    );
  }
}
