import { createColors } from "picocolors";
import wrapAnsi from "wrap-ansi";
import type { FindingReport, Report, RequirementReport, Verdict } from "../run/index.js";
import { findingLines } from "./finding-text.js";
import { present } from "./present.js";
import {
  contrast,
  countBySection,
  describeLeft,
  describeRun,
  describeUnrestored,
  describeWaiver,
  findingsOf,
  isWaived,
  otherMeaning,
  outlineOf,
  ownFindingsOf,
  remedies,
  untriedSections,
  withOwnFindings,
} from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

/** How a summary is to look. */
export interface SummaryOptions {
  readonly color: boolean;
  /** Every requirement, check and observation; else only what calls for attention. */
  readonly verbose: boolean;
  /** Where report.json was written, for the lines that refer to it; absent if it was not. */
  readonly reportPath?: string | undefined;
  /** Columns of the terminal; as long as a line gets, if absent. */
  readonly width?: number;
}

interface Style extends SummaryOptions {
  readonly colors: ReturnType<typeof createColors>;
}

/** How each verdict looks, in the order in which to read them. */
const appearances = {
  failed: { sign: "✗", color: "red" },
  inconclusive: { sign: "?", color: "yellow" },
  warned: { sign: "!", color: "yellow" },
  untested: { sign: "-", color: "dim" },
  "not applicable": { sign: "·", color: "dim" },
  observed: { sign: "○", color: "cyan" },
  passed: { sign: "✓", color: "green" },
} as const satisfies Record<Verdict, object>;
const conclusionColors = { conforms: "green", "does not conform": "red", inconclusive: "yellow" } as const;

/** What a line of the list of findings may take, and columns of a terminal of which nothing is known. */
const columns = 80;

/** Requirements whose findings are shown whole. */
const mostWhole = 4;

/**
 * What a run found, for people at a terminal or in a CI log: findings whole and first, what was not tested, and at the
 * end a line a finding and the conclusion.
 */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const style = { ...options, colors: createColors(options.color) };
  const { colors, verbose } = style;
  const { conclusion, target, findings } = report;
  const outline = outlineOf(report);
  const left = describeLeft(report);
  const changed = describeUnrestored(report);
  const whole = (each: RequirementReport): string => renderWhole(each, report, style);
  const brief = (each: RequirementReport): string => {
    const [first] = findingsOf(each, report);
    return present(head(each, style), first && below(contrast(first), style)).join("\n");
  };
  const choices = (each: RequirementReport): string => renderChoices(each, style);
  const waivers = (all: readonly RequirementReport[]): readonly string[] =>
    all.map((each) => `  ${head(each, style)}\n${below(describeWaiver(each), style)}`);
  const facts = [safeText(target.baseUrl), ...describeRun(report)].join(" · ");
  const broken = withOwnFindings([...outline.failed, ...outline.inconclusive], report);
  const explainedLast = broken.toSorted(
    (left, right) => Number(isExplained(left, report)) - Number(isExplained(right, report)),
  );
  const shown = verbose ? broken : explainedLast.slice(0, mostWhole);
  const more = broken.length - shown.length;
  const isBroken = broken.length > 0;
  // Then the conclusion says it all.
  const isNothingTested = !verbose && outline.isNothingTested;
  return present(
    !isNothingTested && titled("Operations of which nothing could be tested:", renderUntried(report, style)),
    ...shown.map(whole),
    more > 0 && `and ${more} more, each on its line below`,
    hang(0, otherMeaning(report) ?? "", style),
    ...(verbose ? outline.warned.map(whole) : isBroken ? [] : outline.warned.map(brief)),
    titled("Waived:", waivers(outline.waived)),
    titled("Waivers to renew or to take out:", waivers(outline.waiversToEnd)),
    !isNothingTested &&
      titled("Not tested:", [
        ...[...outline.untested].map(([reason, all]) => renderUntested(reason, all, style)),
        ...remedies(report).map((text) => `  ${hang(2, text, style)}`),
      ]),
    verbose && titled("Passed and observed:", [...outline.passed, ...outline.observed].map(choices)),
    (verbose || !(isBroken || isNothingTested)) && renderSections(report, style),
    left !== undefined && hang(2, `Not deleted: ${safeText(left, 400)}`, style),
    changed !== undefined && hang(2, `Not restored: ${safeText(changed, 800)}`, style),
    [
      colors.dim(facts),
      ...findings.map((finding) => renderLine(finding, report, style)),
      colors.bold(colors[conclusionColors[conclusion.status]](renderConclusion(report))),
    ].join("\n"),
  ).join("\n\n");
}

function head({ verdict, id, sentence, level, section }: RequirementReport, style: Style): string {
  const { colors } = style;
  const place = colors.dim(`[${level} · ${safeText(section)}]`);
  return hang(2, `${paint(verdict, "", style)} ${colors.bold(id)} ${safeText(sentence)} ${place}`, style);
}

/** The sign of a verdict and a text, in its colour. */
function paint(verdict: Verdict, text: string, { colors }: Style): string {
  const { sign, color } = appearances[verdict];
  return colors[color](`${sign}${text}`);
}

function below(text: string, style: Style): string {
  return `    ${hang(4, safeText(text, 400), style)}`;
}

function titled(title: string, texts: readonly string[]): string {
  return texts.length === 0 ? "" : [title, ...texts].join("\n");
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

/** What was not tested for the same reason. */
/** Sections that are named one by one. */
const mostUntried = 8;

function renderUntried(report: Report, style: Style): readonly string[] {
  const untried = untriedSections(report);
  const lines = untried
    .slice(0, mostUntried)
    .map(([section, reason]) => `  ${hang(4, `${safeText(section)}: ${safeText(reason, 200)}`, style)}`);
  const more = untried.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

function renderUntested(reason: string, all: readonly RequirementReport[], style: Style): string {
  const isLeftOut = all.length > 1 && all.every(({ lacks }) => lacks === "choice");
  const ids = isLeftOut ? `${all.length} requirements` : all.map(({ id }) => id).join(", ");
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

function renderSections(report: Report, style: Style): string {
  const isNarrow = style.width !== undefined && style.width < 72;
  return countBySection(report, Object.keys(appearances) as Verdict[])
    .map(({ section, counts }) => {
      const shown = counts
        .filter(({ verdict, count }) => count > 0 && verdict !== "not applicable")
        .map(({ verdict, count }) => paint(verdict, ` ${count} ${verdict}`, style))
        .join("  ");
      return isNarrow ? `  ${safeText(section)}\n    ${shown}` : `  ${safeText(section).padEnd(32)} ${shown}`;
    })
    .join("\n");
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

/** Ids up to this length have their sentence beside them: longer ones, made from a description, say what is meant. */
const longestShortId = 12;
/** What is shown of an id, in characters. */
const longestId = 50;

/** A finding on one line: its number, its requirement, what was expected and what came. */
function renderLine(finding: FindingReport, { requirements, findings }: Report, style: Style): string {
  const { number, expected, actual } = finding;
  const requirement = requirements.find(({ id }) => id === finding.requirement);
  const { sign, color } = appearances[requirement?.verdict ?? "failed"];
  const shownSign = requirement !== undefined && isWaived(requirement) ? "≈" : sign;
  const start = `${`${number}`.padStart(`${findings.length}`.length)} `;
  const others = finding.requirements.length - 1;
  const isShort = finding.requirement.length <= longestShortId;
  const id = `${shortened(finding.requirement, longestId)}${others > 0 ? ` (+${others})` : ""}`;
  const taken = `${start}${shownSign} ${id} : expected , got `.length;
  const room = Math.min(style.width ?? columns, columns) - taken;
  const got = shortened(actual, Math.floor(room / (isShort ? 3 : 2)));
  const wanted = shortened(expected, Math.floor((room - got.length) / (isShort ? 2 : 1)));
  const sentence = shortened(requirement?.sentence ?? "", room - got.length - wanted.length);
  const what = isShort ? `${id} ${sentence}` : id;
  return `${start}${style.colors[color](shownSign)} ${what}: expected ${wanted}, got ${got}`;
}

/** The start of a text that came from a target. */
function shortened(text: string, most: number): string {
  const safe = safeText(text);
  return safe.length <= most ? safe : `${safe.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}

/** A text whose further lines are indented; broken at words where the terminal is narrower than it. */
function hang(indent: number, text: string, { width }: { readonly width?: number }): string {
  const lines =
    width === undefined ? text : wrapAnsi(text, Math.max(20, width - indent), { trim: false, hard: true });
  return lines.replaceAll("\n", `\n${" ".repeat(indent)}`);
}
