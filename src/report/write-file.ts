import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "../contract/index.js";

/** Writes a file whole or not at all: a reader never sees half of it. */
export function writeFileAtomically(path: string, content: string): void {
  const draft = `${path}.${randomBytes(4).toString("hex")}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Makes sure before a run that its reports can be written.
 * @throws ConfigurationError if they cannot
 */
export function prepareFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new ConfigurationError(
      `the reports folder ${path} cannot be written to (${code}): name another with --reports`,
    );
  }
}
