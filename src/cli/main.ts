#!/usr/bin/env node
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";

try {
  await buildProgram().parseAsync();
} catch (error) {
  // Wrong usage was explained already, and has set the exit code.
  if (!(error instanceof CommanderError)) throw error;
}
