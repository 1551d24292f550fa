import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * A file as it is, and every report.json in a folder of any depth; or why there is none, as what follows its path. Links to
 * folders are not followed: they may lead in a circle.
 */
export function findReports(path: string): readonly string[] | string {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.name === "report.json" && !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    return found.length === 0 ? "holds no report.json" : found;
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
  }
}
