import { readFileSync, statSync } from "node:fs";
import { findReports, type LeftOut, tellTrouble } from "./find-reports.js";
import { readRun, type TrendRun } from "./read-run.js";

/** What was read. */
export interface Gathered {
  /** In the order in which they started. */
  readonly runs: readonly TrendRun[];
  readonly leftOut: readonly LeftOut[];
  /** How many reports told of a run that another told of already. */
  readonly duplicates: number;
}

/** A larger text does not fit into a string of V8. */
const largest = 256 * 1024 * 1024;

/** Reads reports one at a time, from files and from folders of any depth; only what a trend needs is kept. */
export function gatherRuns(paths: readonly string[]): Gathered {
  const { files, leftOut } = findReports(paths);
  const unusable: LeftOut[] = [...leftOut];
  const runs = new Map<string, TrendRun>();
  let duplicates = 0;
  for (const path of files) {
    const run = load(path);
    if (typeof run === "string") unusable.push({ path, reason: run });
    else if (runs.has(run.id)) duplicates += 1;
    else runs.set(run.id, run);
  }
  return { runs: [...runs.values()].sort(byStart), leftOut: unusable, duplicates };
}

/** Those that started at the same moment keep one order, however they were given. */
function byStart(left: TrendRun, right: TrendRun): number {
  if (left.startedAt !== right.startedAt) return left.startedAt < right.startedAt ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

/** A run, or why there is none. */
function load(path: string): TrendRun | string {
  try {
    const stats = statSync(path);
    // A pipe or a device may never end.
    if (!stats.isFile()) return "it is no file";
    if (stats.size > largest) return "it is larger than 256 MiB";
    return readRun(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    return error instanceof SyntaxError ? "it is no JSON" : tellTrouble(error);
  }
}
