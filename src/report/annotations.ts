import type { Report, RequirementReport } from "../run/index.js";
import { tellFinding } from "./finding-text.js";
import { findingsOf, isWaived } from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

/** As many of each sort as GitHub shows of a step; what is beyond them would be dropped in silence. */
const most = 10;

type Sort = "error" | "warning";

/**
 * Workflow commands for GitHub Actions: an error a broken requirement; a warning for what was warned of or could not
 * be decided, and for a waiver that has expired or matches nothing. A line each, with a line break at the end.
 */
export function renderAnnotations(report: Report, reportPath?: string): string {
  const all = report.requirements.flatMap((each) => annotate(each, report, reportPath));
  const shown = (["error", "warning"] as const).flatMap((sort) => {
    const lines = all.filter((each) => each.sort === sort).map(({ line }) => line);
    const rest = lines.length - most;
    if (rest <= 0) return lines;
    // A notice: those have ten places of their own.
    const sentence = `${rest} more ${rest === 1 ? sort : `${sort}s`} in the job's summary${reportPath === undefined ? "" : ` and in ${safeText(reportPath, 200)}`}`;
    return [...lines.slice(0, most), command("notice", "Pedigree", sentence)];
  });
  return shown.map((line) => `${line}\n`).join("");
}

/** A text that is printed in a step of GitHub Actions, between lines that keep it from being obeyed. */
export function withoutCommands(text: string, token: string): string {
  return `::stop-commands::${token}\n${text}\n::${token}::\n`;
}

interface Annotation {
  readonly sort: Sort;
  readonly line: string;
}

function annotate(
  requirement: RequirementReport,
  report: Report,
  reportPath?: string,
): readonly Annotation[] {
  const { id, level, sentence, verdict, waiver } = requirement;
  const title = `${id} ${safeText(sentence, 180)}`;
  const make = (sort: Sort, data: string): Annotation => ({ sort, line: command(sort, title, data) });
  const story = [`${verdict} (${level})`, ...storyOf(requirement, report, reportPath)].join("\n");
  const annotations: Annotation[] = [];
  if (verdict === "failed" && !isWaived(requirement)) annotations.push(make("error", story));
  if (verdict === "inconclusive" || (verdict === "warned" && !isWaived(requirement)))
    annotations.push(make("warning", story));
  if (waiver?.status === "expired" || waiver?.status === "stale") {
    const what =
      waiver.status === "expired"
        ? `the waiver has expired on ${safeText(waiver.expires, 20)}`
        : "the requirement is kept: the waiver can go";
    annotations.push(
      make("warning", `${what}\nowner: ${safeText(waiver.owner, 100)}\n${safeText(waiver.reason, 300)}`),
    );
  }
  return annotations;
}

/** The first finding; the others are in the summary. */
function storyOf(requirement: RequirementReport, report: Report, reportPath?: string): readonly string[] {
  const finding = findingsOf(requirement, report)[0];
  const reason = requirement.reason === undefined ? [] : [safeText(requirement.reason, 300)];
  if (finding === undefined) return reason;
  return [
    ...reason,
    ...tellFinding(finding, { reportPath, target: report.target }).map(
      ({ label, text }) => `${label}: ${text}`,
    ),
  ];
}

/** Escaped as GitHub's own toolkit does: nothing in it ends the line or a property. */
function command(name: Sort | "notice", title: string, data: string): string {
  const escaped = (text: string): string =>
    text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = escaped(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${name} title=${property}::${escaped(data)}`;
}
