import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A path that could not be used, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** The report.json files that paths name: files as they are, folders with all that is below them. */
export function findReports(paths: readonly string[]): {
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
} {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const path of paths) {
    try {
      const found = statSync(path).isDirectory() ? search(path) : [path];
      files.push(...found);
      if (found.length === 0) leftOut.push({ path, reason: "there is no report.json in it" });
    } catch (error) {
      leftOut.push({ path, reason: tellTrouble(error) });
    }
  }
  return { files, leftOut };
}

/** Links to folders are not followed: they may lead in a circle. */
function search(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "report.json" && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Why a path cannot be read. */
export function tellTrouble(error: unknown): string {
  return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
}
