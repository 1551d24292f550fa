import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTextFile, UnreadableFile } from "../../description/index.js";
import type { Report } from "../../run/index.js";
import { validateReport } from "../validate-report.js";
import type { Trend } from "./trend-schema.js";

/** What was read. */
export interface Gathered extends Pick<Trend, "duplicates" | "leftOut"> {
  /** In the order in which their runs started. */
  readonly reports: readonly Report[];
}

/** A larger text does not fit into a string of V8. In bytes. */
const most = 256 * 1024 * 1024;

/**
 * Reads reports one at a time: files as they are, and every report.json in folders of any depth. Only what a trend
 * needs is kept.
 */
export function gatherReports(paths: readonly string[]): Gathered {
  const leftOut: { path: string; reason: string }[] = [];
  const reports = new Map<string, Report>();
  let duplicates = 0;
  const attempt = <Result>(path: string, read: () => Result | string): Result | undefined => {
    try {
      const result = read();
      if (typeof result !== "string") return result;
      leftOut.push({ path, reason: result });
    } catch (error) {
      leftOut.push({ path, reason: `it ${explain(error)}` });
    }
    return undefined;
  };
  for (const file of paths.flatMap((path) => attempt(path, () => findReports(path)) ?? [])) {
    const report = attempt(file, () => readRun(JSON.parse(readTextFile(file, { most }))));
    if (report !== undefined && reports.has(report.run.id)) duplicates += 1;
    else if (report !== undefined) reports.set(report.run.id, report);
  }
  return { reports: [...reports.values()].sort(byStart), leftOut, duplicates };
}

function explain(error: unknown): string {
  if (error instanceof SyntaxError) return "is no JSON";
  if (error instanceof UnreadableFile) return error.message;
  return `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
}

/** Links to folders are not followed: they may lead in a circle. */
function findReports(path: string): readonly string[] | string {
  if (!statSync(path).isDirectory()) return [path];
  const found = readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "report.json" && !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return found.length === 0 ? "there is no report.json in it" : found;
}

/** Takes from a parsed file a report without its exchanges and figures, or says why it is none that can be used. */
export function readRun(file: unknown): Report | string {
  const report = validateReport(file);
  if (typeof report === "string") return `it is no report of this version of pedigree: ${report}`;
  const { run, requirements, findings, statistics } = report;
  // A few hundredths of it are left: a trend may be over hundreds of nights.
  return {
    ...report,
    run: { ...run, startedAt: new Date(run.startedAt).toISOString() },
    requirements: requirements.map((each) => ({ ...each, checks: [], observations: [] })),
    findings: findings.map((each) => ({ ...each, exchanges: [], input: undefined })),
    statistics: { ...statistics, coverage: [], responses: {} },
    exchanges: { all: report.exchanges.all, entries: [] },
  };
}

/** Those that started at the same moment keep one order, however they were given. */
function byStart({ run: left }: Report, { run: right }: Report): number {
  if (left.startedAt !== right.startedAt) return left.startedAt < right.startedAt ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}
