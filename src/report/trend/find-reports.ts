import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A path that could not be used, and why. */
export interface LeftOut {
  readonly path: string;
  readonly reason: string;
}

/** How deep and how wide folders are searched. */
const deepest = 16;
const mostEntries = 100_000;

/** The report.json files that paths name: files as they are, folders with all that is below them. */
export function findReports(paths: readonly string[]): {
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
} {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const path of paths) {
    try {
      if (!statSync(path).isDirectory()) {
        files.push(path);
        continue;
      }
      const found = search(path);
      files.push(...found.files);
      if (found.isCut) leftOut.push({ path, reason: "it holds too much: not all of it was searched" });
      else if (found.files.length === 0) leftOut.push({ path, reason: "there is no report.json in it" });
    } catch (error) {
      leftOut.push({
        path,
        reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`,
      });
    }
  }
  return { files, leftOut };
}

/** Links to folders are not followed: they may lead in a circle. */
function search(folder: string): { readonly files: readonly string[]; readonly isCut: boolean } {
  const files: string[] = [];
  let entries = 0;
  let isCut = false;

  const visit = (path: string, depth: number): void => {
    for (const entry of list(path, depth === 0)) {
      entries += 1;
      if (entries > mostEntries) {
        isCut = true;
        return;
      }
      const inside = join(path, entry.name);
      if (entry.isDirectory()) {
        if (depth < deepest) visit(inside, depth + 1);
        else isCut = true;
      } else if (entry.name === "report.json") files.push(inside);
    }
  };

  visit(folder, 0);
  return { files, isCut };
}

/** A folder further down that is closed to us holds no report that we could read. */
function list(path: string, isNamed: boolean): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((left, right) =>
      left.name < right.name ? -1 : 1,
    );
  } catch (error) {
    if (isNamed) throw error;
    return [];
  }
}
