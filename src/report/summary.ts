import { createColors } from "picocolors";
import wrapAnsi from "wrap-ansi";
import type { FindingReport, Report, RequirementReport, Verdict } from "../run/index.js";
import { findingLines } from "./finding-text.js";
import {
  contrast,
  countBySection,
  describeWaiver,
  findingsOf,
  isWaived,
  type Outline,
  outlineOf,
  ownFindingsOf,
  remedies,
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

const signs: Readonly<Record<Verdict, string>> = {
  failed: "✗",
  inconclusive: "?",
  warned: "!",
  untested: "-",
  "not applicable": "·",
  observed: "○",
  passed: "✓",
};

/** What a line of the list of findings may take, and columns of a terminal of which nothing is known. */
const columns = 80;

/** Requirements whose findings are shown whole. */
const mostWhole = 4;

/** Lines of a finding that are left out of a short summary; report.html has them. */
const leftOut: readonly string[] = ["trace", "replay"];

/** How texts are laid out and coloured. */
interface Style extends SummaryOptions {
  readonly colors: ReturnType<typeof createColors>;
  readonly paint: Readonly<Record<Verdict, (text: string) => string>>;
}

/**
 * What a run found, for people at a terminal or in a CI log: findings whole and first, what was not tested, and at the
 * end a line a finding and the conclusion.
 */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const style = styleOf(options);
  const { conclusion, run, target, findings } = report;
  const outline = outlineOf(report);
  const withWaiver = (each: RequirementReport): string =>
    `  ${head(each, style)}\n${below(describeWaiver(each), style)}`;
  const broken = withOwnFindings([...outline.failed, ...outline.inconclusive], report);
  const whole = options.verbose
    ? broken
    : broken.filter((each) => !isExplained(each, report)).slice(0, mostWhole);
  const more = broken.length - whole.length;
  const { colors } = style;
  const color = { conforms: colors.green, "does not conform": colors.red, inconclusive: colors.yellow };
  const facts = `${safeText(target.baseUrl)} · ${run.profile} profile · seed ${run.seed} · ${run.requests} requests · ${run.created} items added · ${(run.duration / 1000).toFixed(1)} s`;
  return [
    ...whole.map((each) => renderWhole(each, report, style)),
    more > 0 ? `and ${more} more, each on its line below` : "",
    ...outline.warned
      .filter(() => options.verbose || broken.length === 0)
      .map((each) =>
        options.verbose ? renderWhole(each, report, style) : renderBriefly(each, report, style),
      ),
    titled("Waived:", outline.waived.map(withWaiver)),
    titled("Waivers to renew or to take out:", outline.waiversToEnd.map(withWaiver)),
    titled("Not tested:", renderUntested(outline, report, style)),
    options.verbose
      ? titled(
          "Passed and observed:",
          [...outline.passed, ...outline.observed].map((each) => renderChoices(each, style)),
        )
      : "",
    broken.length === 0 || options.verbose ? renderSections(report, style) : "",
    [
      colors.dim(facts),
      ...findings.map((finding) => renderLine(finding, report, style)),
      colors.bold(color[conclusion.status](renderConclusion(report))),
    ].join("\n"),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function styleOf(options: SummaryOptions): Style {
  const colors = createColors(options.color);
  const { red, yellow, dim, cyan, green } = colors;
  const paint = {
    failed: red,
    inconclusive: yellow,
    warned: yellow,
    untested: dim,
    "not applicable": dim,
    observed: cyan,
    passed: green,
  };
  return { ...options, colors, paint };
}

function head({ verdict, id, sentence, level, section }: RequirementReport, style: Style): string {
  const { paint, colors, width } = style;
  const place = colors.dim(`[${level} · ${safeText(section)}]`);
  return hang(
    2,
    `${paint[verdict](signs[verdict])} ${colors.bold(id)} ${safeText(sentence)} ${place}`,
    width,
  );
}

function below(text: string, { width }: Style): string {
  return `    ${hang(4, safeText(text, 400), width)}`;
}

function titled(title: string, texts: readonly string[]): string {
  return texts.length === 0 ? "" : [title, ...texts].join("\n");
}

function reasonLines({ reason }: RequirementReport, style: Style): readonly string[] {
  return reason === undefined ? [] : [style.colors.dim(below(reason, style))];
}

function renderWhole(requirement: RequirementReport, report: Report, style: Style): string {
  const { verbose, colors, width, reportPath } = style;
  const findings = ownFindingsOf(requirement, report);
  const shown = verbose ? findings : findings.slice(0, 1);
  const more = findings.length - shown.length;
  const texts = shown.map((finding) =>
    findingLines(finding, { reportPath, target: report.target })
      .filter(({ label }) => verbose || !(leftOut.includes(label) || (label === "seen" && isSteady(finding))))
      .map(({ label, text }) => {
        const isWhole = label === "curl" || label === "replay";
        return `    ${colors.dim(label.padEnd(9))}${hang(13, text, isWhole ? undefined : width)}`;
      })
      .join("\n"),
  );
  const start = [head(requirement, style), ...reasonLines(requirement, style), ...texts.slice(0, 1)].join(
    "\n",
  );
  return [start, ...texts.slice(1), ...(more > 0 ? [`    and ${more} more`] : [])].join("\n\n");
}

/** Does it show each time? */
function isSteady({ confirmation }: FindingReport): boolean {
  return confirmation.status === "repeats";
}

/** May all that contradicts it follow from what contradicts others? */
function isExplained(requirement: RequirementReport, report: Report): boolean {
  const findings = ownFindingsOf(requirement, report);
  return findings.length > 0 && findings.every(({ explainedBy }) => explainedBy.length > 0);
}

function renderBriefly(requirement: RequirementReport, report: Report, style: Style): string {
  const [first] = findingsOf(requirement, report);
  return [head(requirement, style), ...(first === undefined ? [] : [below(contrast(first), style)])].join(
    "\n",
  );
}

/** By the reason, and how to have it tested. */
function renderUntested({ untested }: Outline, report: Report, style: Style): readonly string[] {
  const { verbose, width = columns } = style;
  const groups = [...untested].map(([reason, all]) => {
    const names = verbose
      ? all.map((each) => head(each, style)).join("\n  ")
      : hang(2, all.map(({ id }) => id).join(", "), width).replaceAll(" \n", "\n");
    return `  ${names}\n${below(reason, style)}`;
  });
  return [...groups, ...remedies(report).map((text) => `  ${hang(2, text, style.width)}`)];
}

function renderChoices(requirement: RequirementReport, style: Style): string {
  const choices = requirement.observations.map(
    ({ choice, count }) => `    ${style.colors.dim(`${count} ×`)} ${safeText(choice, 160)}`,
  );
  return [head(requirement, style), ...reasonLines(requirement, style), ...choices].join("\n");
}

function renderSections(report: Report, { paint, width }: Style): string {
  const isNarrow = width !== undefined && width < 72;
  return countBySection(report, Object.keys(signs) as Verdict[])
    .map(({ section, counts }) => {
      const shown = counts
        .filter(({ verdict, count }) => count > 0 && verdict !== "not applicable")
        .map(({ verdict, count }) => paint[verdict](`${signs[verdict]} ${count} ${verdict}`))
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

/** A finding on one line: its number, its requirement, what was expected and what came. */
function renderLine(finding: FindingReport, { requirements, findings }: Report, style: Style): string {
  const { number, expected, actual } = finding;
  const requirement = requirements.find(({ id }) => id === finding.requirement);
  const verdict = requirement?.verdict ?? "failed";
  const sign = requirement !== undefined && isWaived(requirement) ? "≈" : signs[verdict];
  const start = `${`${number}`.padStart(`${findings.length}`.length)} `;
  const others = finding.requirements.length - 1;
  const id = `${safeText(finding.requirement, 20)}${others > 0 ? ` (+${others})` : ""}`;
  const taken = `${start}${sign} ${id} : expected , got `.length;
  const room = Math.min(style.width ?? columns, columns) - taken;
  const got = clip(actual, Math.floor(room / 3));
  const wanted = clip(expected, Math.floor((room - got.length) / 2));
  const sentence = clip(requirement?.sentence ?? "", room - got.length - wanted.length);
  return `${start}${style.paint[verdict](sign)} ${id} ${sentence}: expected ${wanted}, got ${got}`;
}

/** The start of a text that came from a target. */
function clip(text: string, most: number): string {
  const safe = safeText(text);
  return safe.length <= most ? safe : `${safe.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
}

/** A text whose further lines are indented; broken at words where the terminal is narrower than it. */
function hang(indent: number, text: string, width: number | undefined): string {
  const lines =
    width === undefined ? text : wrapAnsi(text, Math.max(20, width - indent), { trim: false, hard: true });
  return lines.replaceAll("\n", `\n${" ".repeat(indent)}`);
}
