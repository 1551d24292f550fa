import type { Report, RequirementReport, Verdict } from "../run/index.js";
import { groupBy } from "./group-by.js";
import { inlineCode, prose } from "./inert-markdown.js";
import { findingsOf, inOrderOfFindings, isWaived } from "./requirement-facts.js";
import { takeWhatFits } from "./room.js";
import { tellInMarkdown } from "./story-markdown.js";

/** How a summary in Markdown is to be. */
export interface MarkdownOptions {
  /** Where report.json was written, for the lines that refer to it. */
  readonly reportPath?: string | undefined;
  /** Characters. GitHub takes no comment of more than 65,536. */
  readonly most?: number;
}

const signs: Readonly<Record<Verdict, string>> = {
  failed: "❌",
  inconclusive: "❓",
  warned: "⚠️",
  untested: "➖",
  "not applicable": "▫️",
  observed: "👁️",
  passed: "✅",
};
const statusSigns = { conforms: "✅", "does not conform": "❌", inconclusive: "❓" } as const;

/**
 * What a run found, for a pull request or a job's summary: the verdict, the broken requirements each with its story,
 * then what else calls for attention. What came from the target is inert in it.
 */
export function renderMarkdown(report: Report, { reportPath, most = 60_000 }: MarkdownOptions = {}): string {
  const of = (verdict: Verdict): readonly RequirementReport[] =>
    report.requirements.filter((each) => each.verdict === verdict && each.level !== "informative");
  const broken = of("failed").filter((each) => !isWaived(each));
  const head = [verdictLine(report), facts(report), sectionTable(report)].filter((each) => each !== "");
  const tail = [
    briefly("Waived", report.requirements.filter(isWaived), waiverText),
    briefly(
      "Waivers to look at",
      report.requirements.filter(({ waiver }) => ["expired", "stale"].includes(waiver?.status ?? "")),
      waiverText,
    ),
    briefly(
      "Warned",
      of("warned").filter((each) => !isWaived(each)),
      (each) => firstFinding(each, report),
    ),
    briefly("Inconclusive", of("inconclusive"), reasonText),
    untested([...of("untested"), ...of("not applicable")]),
    observations(of("observed")),
  ].filter((each) => each !== "");
  const taken = head.concat(tail).reduce((sum, each) => sum + each.length + 2, 0);
  const stories = takeWhatFits(
    inOrderOfFindings(broken).map((each) => tellInMarkdown(each, report, reportPath)),
    Math.max(0, most - taken - 200),
    (count) =>
      `…and ${count} more broken ${count === 1 ? "requirement" : "requirements"}: report.json has all.`,
  );
  const fitting = takeWhatFits(
    [...head, ...stories, ...tail],
    most - 100,
    () => "…and more than fits here: report.json has all.",
  );
  return `${fitting.join("\n\n")}\n`;
}

function verdictLine({ conclusion, target }: Report): string {
  const name = target.name === undefined ? "" : ` of ${prose(target.name, 60)}`;
  return `## ${statusSigns[conclusion.status]} Pedigree${name}: ${conclusion.status}\n\n${prose(conclusion.sentence, 1000)}`;
}

function facts({ target, run, tool }: Report): string {
  return [
    target.embedded ? "the reference server" : inlineCode(target.baseUrl),
    `${run.profile} profile`,
    `seed ${run.seed}`,
    `${run.requests} requests`,
    `${run.created} items added`,
    `${(run.duration / 1000).toFixed(1)} s`,
    ...(run.interrupted ? ["interrupted"] : []),
    `pedigree ${prose(tool.version, 40)}`,
  ].join(" · ");
}

/** Sections with what came of their requirements. No text of a target may stand in a table: `|` ends a cell. */
function sectionTable(report: Report): string {
  const requirements = report.requirements.filter(({ level }) => level !== "informative");
  const verdicts = (Object.keys(signs) as Verdict[]).filter((verdict) =>
    requirements.some((each) => each.verdict === verdict),
  );
  const sections = [...groupBy(requirements, ({ section }) => section)].slice(0, 40);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(["section", ...verdicts.map((verdict) => `${signs[verdict]} ${verdict}`)]),
    row(["---", ...verdicts.map(() => "--:")]),
    ...sections.map(([section, all]) =>
      row([
        prose(section.replaceAll("|", "/"), 100),
        ...verdicts.map((verdict) => `${all.filter((each) => each.verdict === verdict).length || ""}`),
      ]),
    ),
  ].join("\n");
}

function briefly(
  title: string,
  all: readonly RequirementReport[],
  tell: (each: RequirementReport) => string,
): string {
  const lines = all.map(
    (each) => `- **${each.id}** ${prose(each.sentence)}${tell(each) === "" ? "" : `<br>${tell(each)}`}`,
  );
  return lines.length === 0 ? "" : `### ${title}\n\n${takeWhatFits(lines, 8000, more, 1).join("\n")}`;
}

function waiverText({ waiver, verdict }: RequirementReport): string {
  if (waiver === undefined) return "";
  const { status, expires, owner, reason } = waiver;
  const day = inlineCode(expires, 10);
  const what = {
    applied: `${verdict}, accepted until ${day}`,
    expired: `the waiver expired on ${day}`,
    stale: `the requirement is kept: the waiver (until ${day}) can go`,
    unused: `until ${day}`,
  }[status];
  return `${what} · ${prose(owner, 80)} · ${prose(reason)}`;
}

function firstFinding(requirement: RequirementReport, report: Report): string {
  const [finding] = findingsOf(requirement, report);
  return finding === undefined
    ? ""
    : `expected ${prose(finding.expected, 200)}, got ${prose(finding.actual, 200)}`;
}

function reasonText({ reason }: RequirementReport): string {
  return reason === undefined ? "" : prose(reason);
}

/** What was not tested, with the same reason told once. */
function untested(open: readonly RequirementReport[]): string {
  const groups = groupBy(open, ({ verdict, reason }) => `${verdict}: ${reason ?? "no reason is known"}`);
  const lines = [...groups].map(
    ([reason, all]) =>
      `- ${all.length > 12 ? `${all.length} requirements` : all.map(({ id }) => id).join(", ")}<br>${prose(reason)}`,
  );
  return lines.length === 0 ? "" : `### Not tested\n\n${takeWhatFits(lines, 4000, more, 1).join("\n")}`;
}

function observations(all: readonly RequirementReport[]): string {
  if (all.length === 0) return "";
  const lines = all.map(({ id, sentence, observations: seen }) => {
    const told = seen.slice(0, 5).map(({ choice, count }) => `  - ${count} × ${inlineCode(choice, 160)}`);
    const choices = seen.length > told.length ? [...told, `  - and ${seen.length - told.length} more`] : told;
    return [`- **${id}** ${prose(sentence)}`, ...choices].join("\n");
  });
  const shown = takeWhatFits(lines, 12_000, more, 1);
  return `<details>\n<summary>Observed where the interface is silent (${all.length})</summary>\n\n${shown.join("\n")}\n\n</details>`;
}

function more(count: number): string {
  return `- and ${count} more`;
}
