import { randomBytes } from "node:crypto";
import { appendFileSync, statSync } from "node:fs";
import type { Report, RequirementReport } from "../engine/index.js";
import { findingLines } from "./finding-text.js";
import { describeWaiver, findingsOf, outlineOf } from "./requirement-facts.js";
import { present, safeText } from "./safe-text.js";

/** Where a run takes place. */
export interface WorkflowRun {
  /** Of report.json, if it was written. */
  readonly reportPath: string | undefined;
  /** As `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Takes what does not keep the run from its end. */
  readonly warn: (sentence: string) => void;
}

/**
 * Appends to the step's summary where a run takes place in GitHub Actions, and returns the text as it is to be
 * printed there: nothing in it is obeyed, and annotations follow. Elsewhere it returns the text.
 */
export async function publish(text: string, report: Report, place: WorkflowRun): Promise<string> {
  const { reportPath, environment, warn } = place;
  const summaryPath = environment["GITHUB_STEP_SUMMARY"];
  const trouble = summaryPath && (await appendSummary(report, summaryPath, reportPath));
  if (trouble) warn(trouble);
  if (environment["GITHUB_ACTIONS"] !== "true") return `${text}\n`;
  // The target answers before the token is made, and cannot know it.
  const token = randomBytes(16).toString("hex");
  return `::stop-commands::${token}\n${text}\n::${token}::\n${renderAnnotations(report, reportPath)}`;
}

/** Bytes of a step's summary: GitHub shows nothing of a longer one. */
const mostOfSummary = 1024 * 1024;

/** Appends the summary as far as there is room. Returns why nothing was appended, if so. */
async function appendSummary(report: Report, path: string, reportPath?: string): Promise<string | undefined> {
  const { renderMarkdown } = await import("./summary-markdown.js");
  try {
    const room = mostOfSummary - (statSync(path, { throwIfNoEntry: false })?.size ?? 0) - 2;
    const most = Math.min(60_000, room);
    if (most < 2000) return "the step's summary is full";
    appendFileSync(path, `\n${renderMarkdown(report, reportPath, most)}`);
    return undefined;
  } catch (error) {
    return `the step's summary cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
  }
}

/** As many of each kind as GitHub shows of a step; it would drop what is beyond them without a word. */
const most = 10;

/**
 * Workflow commands for GitHub Actions: an error a broken requirement; a warning for what was warned of or could not
 * be decided, and for a waiver that has expired or can go. A line each, with a line break at the end.
 */
export function renderAnnotations(report: Report, reportPath?: string): string {
  const { failed, warned, inconclusive, waiversToEnd } = outlineOf(report);
  const place = reportPath === undefined ? "" : ` and in ${safeText(reportPath, 200)}`;
  const annotation = (
    kind: "error" | "warning",
    each: RequirementReport,
    text = describe(each, report, reportPath),
  ): string => command(kind, `${each.id} ${safeText(each.sentence, 180)}`, text);
  const asMany = (kind: string, all: readonly string[]): readonly string[] => {
    const rest = all.length - most;
    const sentence = `${rest} more ${rest === 1 ? kind : `${kind}s`} in the job's summary${place}`;
    // A notice: those have ten places of their own.
    return rest <= 0 ? all : [...all.slice(0, most), command("notice", "Pedigree", sentence)];
  };
  const warnings = [
    ...[...warned, ...inconclusive].map((each) => annotation("warning", each)),
    ...waiversToEnd.map((each) => annotation("warning", each, safeText(describeWaiver(each), 500))),
  ];
  const errors = failed.map((each) => annotation("error", each));
  return [...asMany("error", errors), ...asMany("warning", warnings)].join("");
}

/** Verdict, reason and the first finding; the others are in the summary. */
function describe(requirement: RequirementReport, report: Report, reportPath?: string): string {
  const { verdict, level, reason } = requirement;
  const [finding] = findingsOf(requirement, report);
  const lines = finding === undefined ? [] : findingLines(finding, { reportPath, target: report.target });
  return [
    ...present(`${verdict} (${level})`, reason && safeText(reason, 300)),
    ...lines.map(({ label, text }) => `${label}: ${text}`),
  ].join("\n");
}

/** Escaped as GitHub's own toolkit does: nothing in it ends the line or a property. */
function command(name: "error" | "warning" | "notice", title: string, data: string): string {
  const escaped = (text: string): string =>
    text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${name} title=${property}::${escaped(data)}\n`;
}
