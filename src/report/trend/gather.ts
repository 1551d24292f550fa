import {
  currentId,
  isDeeper,
  type OldIdListener,
  readTextFile,
  UnreadableFile,
} from "../../description/index.js";
import { loadReportSchema, type Report } from "../../engine/index.js";
import { isCurl } from "../../transport/index.js";
import { safeText } from "../safe-text.js";
import { findReports } from "../write-file.js";
import type { Trend } from "./trend-schema.js";

/** The result of reading reports. */
export interface Gathered extends Pick<Trend, "duplicates" | "leftOut"> {
  /** In the order in which their runs started. */
  readonly reports: readonly Report[];
}

/**
 * Reads reports one at a time: files as they are, and every report.json in folders of any depth. Only what a trend
 * needs is kept.
 */
export function gatherReports(paths: readonly string[], onOldId?: OldIdListener): Gathered {
  const leftOut: { path: string; reason: string }[] = [];
  const reports = new Map<string, Report>();
  let duplicates = 0;
  const leaveOut = (path: string, reason: string): void => {
    leftOut.push({ path, reason: `it ${reason}` });
  };
  for (const path of paths) {
    const files = findReports(path);
    if (typeof files === "string") leaveOut(path, files);
    else
      for (const file of files) {
        const report = readReport(file, onOldId);
        if (typeof report === "string") leaveOut(file, report);
        else if (report.run.shard !== undefined) {
          // In a folder, they lie beside the report that is made of them.
          if (file === path) leaveOut(file, 'is of one shard: give the report that "pedigree merge" makes');
        } else if (reports.has(report.run.id)) duplicates += 1;
        else reports.set(report.run.id, withoutEvidence(report));
      }
  }
  return { reports: [...reports.values()].sort(byStart), leftOut, duplicates };
}

/** A report without its exchanges and figures, of which a trend needs little. */
export function withoutEvidence(report: Report): Report {
  const { run, requirements, findings, statistics } = report;
  // A few hundredths of it are left: a trend may be over hundreds of nights.
  return {
    ...report,
    run: { ...run, startedAt: new Date(run.startedAt).toISOString() },
    requirements: requirements.map((each) => ({ ...each, checks: [] })),
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

const { reportSchema } = await loadReportSchema();

/** A larger text does not fit into a string of V8. In bytes. */
const most = 256 * 1024 * 1024;
/** Levels of arrays and objects in a report; ours has a dozen, and what a check was tried with. */
const mostLevels = 200;

/**
 * Reads a report.json, which may come from anyone; ids that were renamed since are those of now. Returns the report, or why
 * it is none, as what follows its path.
 */
export function readReport(path: string, onOldId: OldIdListener = () => undefined): Report | string {
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(path, { most }));
  } catch (error) {
    return `${error instanceof UnreadableFile ? error.message : "is no JSON"}: give a report.json`;
  }
  const report = validateReport(value);
  return typeof report === "string"
    ? `is no report of this version of pedigree: ${report}`
    : withCurrentIds(withoutOtherCommands(report), onOldId);
}

function withCurrentIds(report: Report, onOldId: OldIdListener): Report {
  const now = (old: string): string => {
    const id = currentId(old);
    if (id !== old) onOldId(old, id);
    return id;
  };
  const { shard } = report.run;
  const only = shard?.only?.map(now);
  return {
    ...report,
    run:
      shard === undefined || only === undefined ? report.run : { ...report.run, shard: { ...shard, only } },
    requirements: report.requirements.map((each) => ({
      ...each,
      id: now(each.id),
      checks: each.checks.map((check) => ({ ...check, id: now(check.id) })),
    })),
    findings: report.findings.map((each) => ({
      ...each,
      requirement: now(each.requirement),
      requirements: each.requirements.map(now),
      explainedBy: each.explainedBy.map(now),
      ...(each.problems && {
        problems: each.problems.map((of) => ({ ...of, requirement: now(of.requirement) })),
      }),
      check: now(each.check),
    })),
  };
}

/** Its command lines are there to be pasted into a shell: those that do more than send a request are taken out. */
function withoutOtherCommands(report: Report): Report {
  const findings = report.findings.map((finding) => ({
    ...finding,
    exchanges: finding.exchanges.map((exchange) =>
      isCurl(exchange.curl) ? exchange : { ...exchange, curl: "# the report has another command here" },
    ),
  }));
  return { ...report, findings };
}

/** Holds a value against the schema of reports. Returns the report, or the first mistake in it as a sentence. */
export function validateReport(value: unknown): Report | string {
  if (isDeeper(value, mostLevels)) return `it has more than ${mostLevels} levels`;
  const { data, error } = reportSchema.safeParse(value, { reportInput: true });
  if (data !== undefined) return data;
  const [issue] = error.issues;
  if (issue === undefined) return "it is not as it should be";
  const place = issue.path.map((part) => safeText(String(part), 60)).join(" › ");
  return `${place === "" ? "it" : place} ${describeIssue(issue)}`;
}

type Issue = NonNullable<ReturnType<typeof reportSchema.safeParse>["error"]>["issues"][number];

function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== "custom") return "is missing";
  switch (issue.code) {
    case "unrecognized_keys":
      return `has ${safeText(issue.keys[0] ?? "", 60)}, which is not known`;
    case "invalid_type":
      return `must be ${issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "custom":
      return issue.message;
    default:
      return `is not as it should be (${safeText(issue.message, 200)})`;
  }
}
