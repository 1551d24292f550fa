#!/usr/bin/env node
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";

// A reader of the output may have read enough (head), or have no room: the exit code still tells the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const { PEDIGREE_REPORTS: reports, PEDIGREE_CONFIG: config } = process.env;
const settingInVariable = { ...(reports ? { reports } : {}), ...(config ? { config } : {}) };

/** The values of these flags, as they stand in the arguments: the last one counts. */
function lastGiven(names: readonly string[]): Readonly<Record<string, string>> {
  const args = process.argv.slice(3);
  return Object.fromEntries(
    args.flatMap((argument, index) => {
      const [, name = "", joined] = /^--([a-z]+)(?:=(.*))?$/s.exec(argument) ?? [];
      const value = joined ?? args[index + 1];
      return names.includes(name) && value ? [[name, value]] : [];
    }),
  );
}

const program = buildProgram();
try {
  await program.parseAsync();
} catch (error) {
  // Wrong usage was explained already, and has set the exit code.
  if (!(error instanceof CommanderError)) throw error;
  const run = program.commands.find((command) => command.name() === "run");
  if (error.exitCode !== 0 && run !== undefined && process.argv[2] === run.name()) {
    const { reportsFolder, setReportsAside } = await import("./last-report.js");
    // The parser may have stopped before it came to them.
    setReportsAside(reportsFolder({ ...settingInVariable, ...lastGiven(["reports", "config"]) }));
  }
}
