import { createColors } from "picocolors";
import wrapAnsi from "wrap-ansi";
import type { Report, RequirementReport, Verdict } from "../run/index.js";
import { tellFinding } from "./finding-text.js";
import { groupBy } from "./group-by.js";
import { findingsOf, inOrderOfFindings, isWaived } from "./requirement-facts.js";
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

/** What a run found, for people at a terminal or in a CI log: findings first and whole, the conclusion last. */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const colors = createColors(options.color);
  const paint: Readonly<Record<Verdict, (text: string) => string>> = {
    failed: colors.red,
    inconclusive: colors.yellow,
    warned: colors.yellow,
    untested: colors.dim,
    "not applicable": colors.dim,
    observed: colors.cyan,
    passed: colors.green,
  };
  const mark = (verdict: Verdict): string => paint[verdict](signs[verdict]);
  const ofVerdict = (...kinds: Verdict[]): readonly RequirementReport[] =>
    report.requirements.filter(
      (each) => kinds.includes(each.verdict) && each.level !== "informative" && !isWaived(each),
    );

  const head = (requirement: RequirementReport): string =>
    hang(
      2,
      `${mark(requirement.verdict)} ${colors.bold(requirement.id)} ${requirement.sentence} ${colors.dim(`[${requirement.level} · ${requirement.section}]`)}`,
      options.width,
    );

  const story = (requirement: RequirementReport): readonly string[] => {
    const findings = findingsOf(requirement, report);
    const shown = options.verbose ? findings : findings.slice(0, 2);
    const lines = shown.flatMap((finding, index) => [
      ...(index === 0 ? [] : [""]),
      ...tellFinding(finding, { reportPath: options.reportPath, target: report.target }).map(
        ({ label, text }) =>
          `    ${colors.dim(label.padEnd(9))}${hang(13, text, label === "curl" ? undefined : options.width)}`,
      ),
    ]);
    const more = findings.length - shown.length;
    return [
      head(requirement),
      ...reasonLine(requirement),
      ...(requirement.waiver === undefined ? [] : [`    ${tellWaiver(requirement.waiver)}`]),
      ...lines,
      ...(more > 0 ? [`    and ${more} more`] : []),
      "",
    ];
  };

  const reasonLine = ({ reason }: RequirementReport): readonly string[] =>
    reason === undefined ? [] : [`    ${colors.dim(hang(4, safeText(reason, 300), options.width))}`];

  const sections = [...groupBy(report.requirements, ({ section }) => section)].map(([section, all]) => {
    const counts = (Object.keys(signs) as Verdict[])
      .map((verdict) => ({ verdict, count: all.filter((each) => each.verdict === verdict).length }))
      .filter(({ verdict, count }) => count > 0 && verdict !== "not applicable")
      .map(({ verdict, count }) => paint[verdict](`${signs[verdict]} ${count} ${verdict}`));
    const isNarrow = options.width !== undefined && options.width < 72;
    return {
      counts,
      line: isNarrow
        ? `  ${section}\n    ${counts.join("  ")}`
        : `  ${section.padEnd(32)} ${counts.join("  ")}`,
    };
  });

  const broken = inOrderOfFindings(ofVerdict("failed"));
  const open = ofVerdict("untested", "not applicable");
  const waived = report.requirements.filter(isWaived);
  const stale = report.requirements.filter(({ waiver }) => waiver?.status === "stale");
  const { conclusion, run } = report;
  const conclusionPaint = {
    conforms: colors.green,
    "does not conform": colors.red,
    inconclusive: colors.yellow,
  };
  return [
    ...broken.flatMap(story),
    ...ofVerdict("inconclusive").flatMap(story),
    ...ofVerdict("warned").flatMap((each) =>
      options.verbose ? story(each) : [head(each), ...warning(each, report)],
    ),
    ...(ofVerdict("warned").length > 0 && !options.verbose ? [""] : []),
    ...(waived.length === 0 ? [] : ["Waived:", ...waived.flatMap(waiverLines), ""]),
    ...(stale.length === 0
      ? []
      : ["Waived, but kept by now (take the waiver out):", ...stale.flatMap(waiverLines), ""]),
    ...(open.length === 0 ? [] : ["Not tested:", ...untestedLines(open, head), ""]),
    ...(options.verbose
      ? ["Passed and observed:", ...ofVerdict("passed", "observed").flatMap(observed), ""]
      : []),
    ...sections.filter(({ counts }) => counts.length > 0).map(({ line }) => line),
    "",
    colors.dim(
      `${safeText(report.target.baseUrl)} · ${run.profile} profile · seed ${run.seed} · ${run.requests} requests · ${run.created} items added · ${(run.duration / 1000).toFixed(1)} s`,
    ),
    colors.bold(conclusionPaint[conclusion.status](safeText(conclusion.sentence, 1000))),
  ].join("\n");

  function waiverLines(requirement: RequirementReport): readonly string[] {
    const { waiver } = requirement;
    return waiver === undefined
      ? []
      : [`  ${head(requirement)}`, `    ${hang(4, tellWaiver(waiver), options.width)}`];
  }

  function observed(requirement: RequirementReport): readonly string[] {
    const choices = requirement.observations.map(
      ({ choice, count }) => `    ${colors.dim(`${count} ×`)} ${safeText(choice, 160)}`,
    );
    return [head(requirement), ...reasonLine(requirement), ...choices];
  }
}

function tellWaiver({ status, owner, expires, reason }: NonNullable<RequirementReport["waiver"]>): string {
  const until = status === "expired" ? `its waiver expired on ${expires}` : `waived until ${expires}`;
  return safeText(`${until} (${owner}): ${reason}`, 400);
}

/** A text whose further lines are indented; broken at words where the terminal is narrower than it. */
function hang(indent: number, text: string, width: number | undefined): string {
  const lines =
    width === undefined ? text : wrapAnsi(text, Math.max(20, width - indent), { trim: false, hard: true });
  return lines.replaceAll("\n", `\n${" ".repeat(indent)}`);
}

function warning(requirement: RequirementReport, report: Report): readonly string[] {
  const [first] = findingsOf(requirement, report);
  return first === undefined
    ? []
    : [`    expected ${safeText(first.expected, 200)}, got ${safeText(first.actual, 200)}`];
}

/** Requirements that were not tested, those with the same reason told together. */
function untestedLines(
  open: readonly RequirementReport[],
  head: (each: RequirementReport) => string,
): string[] {
  return [...groupBy(open, ({ verdict, reason }) => `${verdict}: ${reason ?? "no reason is known"}`)].flatMap(
    ([reason, all]) =>
      all.length > 12
        ? [`  ${all.length} requirements`, `    ${safeText(reason, 300)}`]
        : all.length > 3
          ? [`  ${all.map(({ id }) => id).join(", ")}`, `    ${safeText(reason, 300)}`]
          : [...all.map((each) => `  ${head(each)}`), `    ${safeText(reason, 300)}`],
  );
}
