import { createColors } from "picocolors";
import type { Report, RequirementReport, Verdict } from "../engine/index.js";
import {
  appearances,
  hang,
  head,
  paint,
  type Room,
  type Style,
  type SummaryOptions,
  titled,
} from "./console-style.js";
import { findingLines, renderFindingList } from "./finding-text.js";
import {
  contrast,
  countBySection,
  describeLearnt,
  describeLeft,
  describeRun,
  describeUnrestored,
  describeWaiver,
  findingsOf,
  otherMeaning,
  outlineOf,
  ownFindingsOf,
  remedies,
  untriedSections,
  withOwnFindings,
} from "./requirement-facts.js";
import { listed, present, safeText } from "./safe-text.js";

const conclusionColors = { conforms: "green", "does not conform": "red", inconclusive: "yellow" } as const;

/** Columns of a terminal of which nothing is known. */
const columns = 80;

/** From the widest room to the narrowest: the first in which a summary has no more lines than this is taken. */
const rooms: readonly Room[] = [
  { whole: 4, lines: 20, entries: 8 },
  { whole: 2, lines: 20, entries: 5 },
  { whole: 1, lines: 20, entries: 3 },
  { whole: 1, lines: 12, entries: 2 },
  { whole: 1, lines: 6, entries: 1 },
];
const mostLines = 56;

/**
 * Describes a run for people at a terminal or in a CI log: findings whole and first, what was not tested, and at the end a line a
 * finding and the conclusion. Of a large interface, as much as one reads: the rest is in the reports.
 */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const style = { ...options, colors: createColors(options.color) };
  let text = "";
  for (const room of rooms) {
    text = renderParts(report, { ...style, room });
    if (options.verbose || text.split("\n").length <= mostLines) break;
  }
  return text;
}

function renderParts(report: Report, style: Style): string {
  const { colors, verbose } = style;
  const { conclusion, target } = report;
  const outline = outlineOf(report);
  const left = describeLeft(report);
  const changed = describeUnrestored(report);
  const learnt = describeLearnt(report);
  const broken = withOwnFindings([...outline.failed, ...outline.inconclusive], report);
  const isBroken = broken.length > 0;
  // Then the conclusion says it all.
  const isNothingTested = !verbose && outline.isNothingTested;
  const facts = [safeText(target.baseUrl), ...describeRun(report)].join(" · ");
  return present(
    !isNothingTested &&
      titled("Operations of which nothing could be tested:", renderUntried(report, style), style),
    ...renderBroken(broken, report, style),
    hang(0, otherMeaning(report) ?? "", style),
    ...renderWarned(outline.warned, report, style),
    titled("Waived:", renderWaivers(outline.waived, style), style),
    titled("Waivers to renew or to take out:", renderWaivers(outline.waiversToEnd, style), style),
    !isNothingTested && renderNotTested(report, style),
    titled("Tested in part:", renderInPart(report, style), style),
    verbose &&
      titled(
        "Passed and observed:",
        [...outline.passed, ...outline.observed].map((each) => renderChoices(each, style)),
        style,
      ),
    (verbose || !(isBroken || isNothingTested)) && renderSections(report, style),
    left !== undefined && hang(2, `Not deleted: ${safeText(left, 400)}`, style),
    learnt !== undefined && hang(2, `Learnt: ${safeText(learnt, 800)}`, style),
    changed !== undefined && hang(2, `Not restored: ${safeText(changed, 800)}`, style),
    [
      colors.dim(hang(2, facts, style)),
      ...renderFindingList(report, style),
      colors.bold(colors[conclusionColors[conclusion.status]](renderConclusion(report))),
    ].join("\n"),
  ).join("\n\n");
}

/** The first causes whole, and how many requirements are broken besides. */
function renderBroken(broken: readonly RequirementReport[], report: Report, style: Style): readonly string[] {
  const explainedLast = broken.toSorted(
    (left, right) => Number(isExplained(left, report)) - Number(isExplained(right, report)),
  );
  const shown = style.verbose ? broken : explainedLast.slice(0, style.room.whole);
  const more = broken.length - shown.length;
  return present(
    ...shown.map((each) => renderWhole(each, report, style)),
    more > 0 && `and ${more} more, in the list below`,
  );
}

/** Whole where more is asked for; in brief where nothing is broken. */
function renderWarned(warned: readonly RequirementReport[], report: Report, style: Style): readonly string[] {
  if (style.verbose) return warned.map((each) => renderWhole(each, report, style));
  const { failed, inconclusive } = outlineOf(report);
  if (withOwnFindings([...failed, ...inconclusive], report).length > 0) return [];
  const more = warned.length - style.room.entries;
  const brief = warned.slice(0, style.room.entries).map((each) => {
    const [first] = findingsOf(each, report);
    return present(head(each, style), first && below(contrast(first), style)).join("\n");
  });
  return present(...brief, more > 0 && `and ${more} more warnings`);
}

function renderWaivers(all: readonly RequirementReport[], style: Style): readonly string[] {
  return all.map((each) => `  ${head(each, style)}\n${below(describeWaiver(each), style)}`);
}

/** The reasons for which requirements were not tested, each with these, and how to have them tested. */
function renderNotTested(report: Report, style: Style): string {
  const groups = [...outlineOf(report).untested].map(([reason, all]) => renderUntested(reason, all, style));
  return present(
    titled("Not tested:", groups, style),
    ...remedies(report).map((text) => `  ${hang(2, text, style)}`),
  ).join("\n");
}

/** The reasons for which something of a requirement that passed was not tested: as many as there is room for. */
function renderInPart(report: Report, style: Style): readonly string[] {
  const groups = [...outlineOf(report).inPart];
  const shown = style.verbose ? groups : groups.slice(0, style.room.entries);
  const more = groups.length - shown.length;
  return present(
    ...shown.map(([reason, all]) => renderUntested(reason, all, style)),
    more > 0 && `  and for ${more} more ${more === 1 ? "reason" : "reasons"}: --verbose shows all`,
  );
}

function below(text: string, style: Style): string {
  return `    ${hang(4, safeText(text, 400), style)}`;
}

/** A requirement, and the reason for its verdict. */
function withReason(requirement: RequirementReport, style: Style): string {
  const { reason } = requirement;
  const dimmed = reason === undefined ? "" : style.colors.dim(below(reason, style));
  return present(head(requirement, style), dimmed).join("\n");
}

function renderWhole(requirement: RequirementReport, report: Report, style: Style): string {
  const { verbose, colors, reportPath } = style;
  const findings = ownFindingsOf(requirement, report);
  const shown = verbose ? findings : findings.slice(0, 1);
  const more = findings.length - shown.length;
  const [first, ...others] = shown.map((finding) => {
    // Left out of a short summary: what report.html has, and what goes without saying.
    const isSteady = finding.confirmation.status === "repeats";
    const leftOut: readonly string[] = verbose ? [] : ["trace", "replay", isSteady ? "seen" : ""];
    return findingLines(finding, { reportPath, target: report.target })
      .filter(({ label }) => !leftOut.includes(label))
      .map(({ label, text }) => {
        const isWhole = label === "curl" || label === "replay";
        return `    ${colors.dim(label.padEnd(9))}${hang(13, text, isWhole ? {} : style)}`;
      })
      .join("\n");
  });
  const start = present(withReason(requirement, style), first).join("\n");
  return present(start, ...others, more > 0 && `    and ${more} more`).join("\n\n");
}

/** May all that contradicts it follow from what contradicts others? */
function isExplained(requirement: RequirementReport, report: Report): boolean {
  const findings = ownFindingsOf(requirement, report);
  return findings.length > 0 && findings.every(({ explainedBy }) => explainedBy.length > 0);
}

function renderUntried(report: Report, style: Style): readonly string[] {
  return untriedSections(report).map(
    ([section, reason]) => `  ${hang(4, `${safeText(section)}: ${safeText(reason, 200)}`, style)}`,
  );
}

/** Ids that are named of those with the same reason. */
const mostIds = 12;

function renderUntested(reason: string, all: readonly RequirementReport[], style: Style): string {
  const isLeftOut = all.length > 1 && all.every(({ lacks }) => lacks === "choice");
  const named = all.map(({ id }) => safeText(id, 100));
  const ids = isLeftOut ? `${all.length} requirements` : listed(named, mostIds);
  const names = style.verbose
    ? all.map((each) => head(each, style)).join("\n  ")
    : hang(2, ids, { width: style.width ?? columns }).replaceAll(/ *\n */g, "\n  ");
  return `  ${names}\n${below(reason, style)}`;
}

function renderChoices(requirement: RequirementReport, style: Style): string {
  const choices = requirement.observations.map(
    ({ choice, count }) => `    ${style.colors.dim(`${count} ×`)} ${safeText(choice, 160)}`,
  );
  return [withReason(requirement, style), ...choices].join("\n");
}

/** Sections that have a line each; of more, the whole has one. */
const mostSections = 20;

function renderSections(report: Report, style: Style): string {
  const isNarrow = style.width !== undefined && style.width < 72;
  const sections = countBySection(report, Object.keys(appearances) as Verdict[]);
  const isMany = !style.verbose && sections.length > mostSections;
  return (isMany ? [sumOf(sections)] : sections)
    .map(({ section, counts }) => {
      const shown = counts
        .filter(({ verdict, count }) => count > 0 && verdict !== "not applicable")
        .map(({ verdict, count }) => paint(verdict, ` ${count} ${verdict}`, style))
        .join("  ");
      return isNarrow ? `  ${safeText(section)}\n    ${shown}` : `  ${safeText(section).padEnd(32)} ${shown}`;
    })
    .join("\n");
}

function sumOf(sections: ReturnType<typeof countBySection>): (typeof sections)[number] {
  const verdicts = Object.keys(appearances) as Verdict[];
  const countOf = (wanted: Verdict): number =>
    sections
      .flatMap(({ counts }) => counts.filter(({ verdict }) => verdict === wanted))
      .reduce((sum, { count }) => sum + count, 0);
  const counts = verdicts.map((verdict) => ({ verdict, count: countOf(verdict) }));
  return { section: `${sections.length} sections`, counts };
}

/** The conclusion; of an inconclusive run with the requirements that made it so, where the sentence names none. */
export function renderConclusion(report: Report): string {
  const { status, sentence } = report.conclusion;
  const undecided = status === "inconclusive" ? outlineOf(report).inconclusive : [];
  const reasons = undecided
    .slice(0, 3)
    .map(({ id, reason = "no reason is known" }) => `${id}: ${safeText(reason, 300)}`);
  const more = undecided.length > 3 ? ` and ${undecided.length - 3} more` : "";
  return `${safeText(sentence, 1000)}${reasons.length === 0 ? "" : ` (${reasons.join("; ")}${more})`}`;
}
