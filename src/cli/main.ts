#!/usr/bin/env node
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";

// Whoever reads may have read enough (head), or have no room: the exit code still tells the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  await buildProgram().parseAsync();
} catch (error) {
  // Wrong usage was explained already, and has set the exit code.
  if (!(error instanceof CommanderError)) throw error;
}
