import { createColors } from "picocolors";
import { groupBy } from "../description/index.js";
import type { FindingReport, Report } from "../run/index.js";
import { appearances, hang, paint, type Style, type SummaryOptions } from "./console-style.js";
import { isWaived } from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

/** Ids up to this length have their sentence beside them: longer ones, made from a description, say what is meant. */
const longestShortId = 12;

/** Every finding on a line, without a break in any. */
export function listFindings(report: Report, { color }: Pick<SummaryOptions, "color">): readonly string[] {
  const all = Number.POSITIVE_INFINITY;
  const room = { whole: all, lines: all, entries: all };
  return renderFindingList(report, { color, verbose: true, room, colors: createColors(color) });
}

/** A line for each finding; of many, for the first ones, and then for each section with the number of the others. */
export function renderFindingList(report: Report, style: Style): readonly string[] {
  const { findings } = report;
  const { lines, entries } = style.room;
  const isWhole = style.verbose || findings.length <= lines;
  const shown = isWhole ? findings : findings.slice(0, Math.max(1, lines - entries - 2));
  const rest = findings.slice(shown.length);
  return [
    ...shown.map((finding) => renderLine(finding, report, style)),
    ...(rest.length === 0 ? [] : renderGroups(rest, report, style)),
  ];
}

/** How many findings each section has, the largest number first. */
function renderGroups(
  findings: readonly FindingReport[],
  { requirements }: Report,
  { room }: Style,
): readonly string[] {
  const sections = new Map(requirements.map(({ id, section }) => [id, section]));
  const groups = [...groupBy(findings, ({ requirement }) => sections.get(requirement) ?? "")].toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  const shown = groups
    .slice(0, room.entries)
    .map(([section, own]) => `  ${own.length} × ${safeText(section, 100)}`);
  const more = groups.length - shown.length;
  return [
    `and ${findings.length} more, which the reports have:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more sections`] : []),
  ];
}

/** A finding on one line: its number, its requirement, what was expected and what came. */
function renderLine(finding: FindingReport, { requirements, findings }: Report, style: Style): string {
  const { number, expected, actual } = finding;
  const requirement = requirements.find(({ id }) => id === finding.requirement);
  const verdict = requirement?.verdict ?? "failed";
  const isAccepted = requirement !== undefined && isWaived(requirement);
  const sign = paint(verdict, "", style, isAccepted ? "≈" : appearances[verdict].sign);
  const start = `${`${number}`.padStart(`${findings.length}`.length)} `;
  const others = finding.requirements.length - 1;
  const id = `${safeText(finding.requirement)}${others > 0 ? ` (+${others})` : ""}`;
  const isShort = finding.requirement.length <= longestShortId;
  const what = isShort ? `${id} ${safeText(requirement?.sentence ?? "").replace(/\.$/, "")}` : id;
  const text = `${what}: expected ${safeText(expected)}, got ${safeText(actual)}`;
  return hang(start.length + 2, `${start}${sign} ${text}`, style);
}
