import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ConfigurationError } from "../description/index.js";

/**
 * Writes a file whole or not at all: a reader never sees half of it. Returns why it could not be written, if so.
 * @param isDurable is it to be on the disk when this returns, whatever becomes of the machine?
 */
export function writeFileAtomically(path: string, content: string, isDurable = false): string | undefined {
  const draft = `${path}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    makeFolder(dirname(path));
    writeFileSync(draft, content, { flush: isDurable });
    renameSync(draft, path);
    return undefined;
  } catch (error) {
    if (existsSync(draft)) rmSync(draft);
    return `${path} cannot be written (${codeOf(error)})`;
  }
}

/** Of an error of the file system. Others are mistakes of ours. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}

/**
 * Makes sure before a run that its reports can be written.
 * @throws ConfigurationError if they cannot
 */
export function prepareFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(
      `the reports folder ${path} cannot be written to (${codeOf(error)}): name another with --reports`,
    );
  }
}

/** Level by level: `recursive` never comes back from a place such as /proc, where nothing can be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    return;
  }
  makeFolder(dirname(resolve(path)));
  try {
    mkdirSync(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * A file as it is, and every report.json in a folder of any depth; or why there is none, as what follows its path. Links to
 * folders are not followed: they may lead in a circle.
 */
export function findReports(path: string): readonly string[] | string {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = reportsBelow(path).toSorted();
    return found.length === 0 ? "holds no report.json" : found;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
  }
}

/** The option `recursive` of Node 22 and newer follows links. */
function reportsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return reportsBelow(path);
    return entry.name === "report.json" ? [path] : [];
  });
}
