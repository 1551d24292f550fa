import { lstatSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatFiles } from "../report/index.js";
import { openConfiguration } from "../settings/index.js";

/** The ending that the name of an earlier run's report gets as soon as a run begins. */
export const previousEnding = ".previous";

/** Where a run's reports go; also known where a run is refused, unless the configuration cannot be read. */
export async function reportsFolder(
  reports: string | undefined,
  config: string | undefined,
): Promise<string> {
  return reports ?? (await openConfiguration(config)).reports ?? "reports";
}

/**
 * Renames the reports of an earlier run in this folder, so that none looks like one of a run that ends without any:
 * `report.json` becomes `report.json.previous`.
 */
export function archiveReports(folder: string): void {
  for (const file of Object.values(formatFiles)) {
    const path = join(folder, file);
    try {
      if (!lstatSync(path).isDirectory()) moveOrRemove(path, `${path}${previousEnding}`);
    } catch {
      // There is none, or none that can be moved or removed: then no other can be written, which is said.
    }
  }
}

/** Moves a file. A folder may stand in its way: then the file is not kept. */
export function moveOrRemove(path: string, to: string): void {
  try {
    renameSync(path, to);
  } catch {
    rmSync(path, { force: true });
  }
}

/** Removes the renamed reports that these replace. */
export function dropPreviousReports(paths: readonly string[]): void {
  for (const path of paths) {
    const previous = `${path}${previousEnding}`;
    if (lstatSync(previous, { throwIfNoEntry: false })?.isFile()) rmSync(previous, { force: true });
  }
}
