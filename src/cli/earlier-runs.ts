import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { readTextFile } from "../description/index.js";
import type { Report, RequirementReport } from "../run/index.js";

/** Bytes of the journal's end that are read: the runs of a few weeks. */
const mostBytes = 4 * 1024 * 1024;
/** Bytes of the last report. */
const mostOfReport = 32 * 1024 * 1024;

/**
 * What earlier runs sent to this address to add animals, as JSON texts, by the journal at this path. Lines that are no
 * entries are passed over: a crash may have torn one. Empty if there is no journal.
 */
export function readEarlierBodies(path: string, baseUrl: string): readonly string[] {
  const bodies = new Set<string>();
  for (const line of readEnd(path).split("\n")) {
    const entry = parse(line) as { event?: unknown; target?: unknown; body?: unknown } | null | undefined;
    if (entry?.event !== "sending" || entry.target !== baseUrl) continue;
    if (typeof entry.body === "string") bodies.add(entry.body);
  }
  return [...bodies];
}

/** Undefined for a line that is no JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readEnd(path: string): string {
  let file: number;
  try {
    // A pipe in place of the file may never be written to.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return "";
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString("utf8");
  } catch {
    return "";
  } finally {
    closeSync(file);
  }
}

/** The last report of a folder; undefined if there is none that can be read. */
export function readLastReport(path: string): Partial<Report> | undefined {
  try {
    const value: unknown = JSON.parse(readTextFile(path, { most: mostOfReport }));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The ids of the requirements that the last run of the same kind on the same target could test, and this one could not.
 */
export function lostSince(last: Partial<Report> | undefined, report: Report): readonly string[] {
  const isSame = last?.target?.baseUrl === report.target.baseUrl && last.run?.profile === report.run.profile;
  if (!isSame || !Array.isArray(last.requirements)) return [];
  // Whatever lies there may have been written by anyone.
  const there = (last.requirements as readonly (RequirementReport | null)[]).filter((each) => each !== null);
  const tested = new Set(there.filter(wasTested).map(({ id }) => id));
  return report.requirements.filter((each) => tested.has(each.id) && isLost(each)).map(({ id }) => id);
}

function wasTested({ level, verdict }: RequirementReport): boolean {
  const isBinding = level === "must" || level === "implied";
  return isBinding && ["passed", "failed", "warned"].includes(verdict);
}

function isLost({ verdict, reason }: RequirementReport): boolean {
  return verdict === "untested" && reason !== "left out by --only";
}
