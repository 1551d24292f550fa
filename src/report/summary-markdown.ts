import type { FindingReport, Report, RequirementReport, Verdict } from "../run/index.js";
import type { ReplaySource } from "./commands.js";
import { type FindingLine, findingLines } from "./finding-text.js";
import { present } from "./present.js";
import {
  contrast,
  countBySection,
  describeLeft,
  describeRun,
  describeUnrestored,
  describeWaiver,
  findingsOf,
  outlineOf,
  ownFindingsOf,
  remedies,
  valueRemedy,
  withOwnFindings,
} from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

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

/** Findings of one requirement that are shown whole. */
const mostFindings = 2;

/**
 * What a run found, for a pull request or a job's summary: the verdict, the broken requirements with their findings,
 * then what else calls for attention. What came from the target is inert in it.
 * @param reportPath where report.json was written, for the lines that refer to it
 * @param most characters; GitHub takes no comment of more than 65,536
 */
export function renderMarkdown(report: Report, reportPath?: string, most = 60_000): string {
  const { failed, inconclusive, warned, waived, waiversToEnd, untested, observed } = outlineOf(report);
  const source = { reportPath, target: report.target };
  const left = describeLeft(report);
  const changed = describeUnrestored(report);
  const withWaiver = (each: RequirementReport): string =>
    renderItem(each, `${each.verdict} · ${prose(describeWaiver(each))}`);
  const withFinding = (each: RequirementReport): string => {
    const [first] = findingsOf(each, report);
    return renderItem(each, first ? prose(contrast(first), 400) : each.reason && prose(each.reason));
  };
  const notTested = [...untested].map(
    ([reason, all]) => `- ${all.map(({ id }) => id).join(", ")}<br>${prose(reason)}`,
  );
  const head = [renderVerdict(report), renderFacts(report), renderSections(report)];
  const tail = present(
    renderList("Waived", waived.map(withWaiver)),
    renderList("Waivers to renew or to take out", waiversToEnd.map(withWaiver)),
    renderList("Warned", warned.map(withFinding)),
    renderList("Inconclusive", inconclusive.map(withFinding)),
    renderList("Not tested", [
      ...notTested,
      ...present(...remedies(report), valueRemedy(report)).map((text) => `- ${prose(text)}`),
    ]),
    left !== undefined && `Not deleted: ${prose(left, 400)}`,
    changed !== undefined && `Not restored: ${prose(changed, 800)}`,
    renderObservations(observed),
  );
  const taken = [...head, ...tail].reduce((sum, each) => sum + each.length + 2, 0);
  const broken = takeWhatFits(
    withOwnFindings(failed, report).map((each) => renderBroken(each, ownFindingsOf(each, report), source)),
    Math.max(0, most - taken - 200),
    (count) =>
      `…and ${count} more broken ${count === 1 ? "requirement" : "requirements"}: report.json has all.`,
  );
  const rest = (): string => "…and more than fits here: report.json has all.";
  return `${takeWhatFits([...head, ...broken, ...tail], most - 100, rest).join("\n\n")}\n`;
}

function renderVerdict({ conclusion, target }: Report): string {
  const name = target.name === undefined ? "" : ` of ${prose(target.name, 60)}`;
  return `## ${statusSigns[conclusion.status]} Pedigree${name}: ${conclusion.status}\n\n${prose(conclusion.sentence, 1000)}`;
}

function renderFacts(report: Report): string {
  const { run, target, tool } = report;
  return present(
    target.embedded ? "the embedded reference server" : inlineCode(target.baseUrl),
    ...describeRun(report),
    run.interrupted && "interrupted",
    `pedigree ${prose(tool.version, 40)}`,
  ).join(" · ");
}

/** Sections with the verdicts on their requirements. No text of a target may stand in a table: `|` ends a cell. */
function renderSections(report: Report): string {
  const verdicts = (Object.keys(signs) as Verdict[]).filter((verdict) =>
    report.requirements.some((each) => each.verdict === verdict && each.level !== "informative"),
  );
  const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const sections = countBySection(report, verdicts).slice(0, 40);
  return [
    row("section", ...verdicts.map((verdict) => `${signs[verdict]} ${verdict}`)),
    row("---", ...verdicts.map(() => "--:")),
    ...sections.map(({ section, counts }) =>
      row(prose(section.replaceAll("|", "/"), 100), ...counts.map(({ count }) => `${count || ""}`)),
    ),
  ].join("\n");
}

/** A broken requirement: its sentence, and of each finding what was asked, expected and got. */
function renderBroken(
  { id, level, section, sentence, reason, waiver }: RequirementReport,
  findings: readonly FindingReport[],
  source: ReplaySource,
): string {
  const rest = findings.length - mostFindings;
  return present(
    `### ❌ ${id} ${prose(sentence)}`,
    `${level} · ${prose(section, 100)}${waiver === undefined ? "" : ` · its waiver is ${waiver.status}`}`,
    reason !== undefined && prose(reason),
    ...findings.slice(0, mostFindings).map((finding) => renderFinding(finding, source)),
    rest > 0 && `…and ${rest} more ${rest === 1 ? "finding" : "findings"}.`,
  ).join("\n\n");
}

function renderFinding(finding: FindingReport, source: ReplaySource): string {
  const lines = findingLines(finding, source);
  const curl = lines.filter(({ label }) => label === "curl").map(({ text }) => codeBlock(text));
  const rest = lines.filter(({ label }) => label !== "curl").map(renderLine);
  return [rest.join("\n"), ...curl].join("\n\n");
}

/** What follows the first line of a text is a body. */
function renderLine({ label, text }: FindingLine): string {
  const [first = "", ...body] = text.split("\n");
  const isCode = label === "asked" || label === "before" || label === "trace" || label === "replay";
  const shown = isCode ? inlineCode(first, 1000) : prose(first, 1000);
  return [`- **${label}** ${shown}`, ...body.map((line) => `  <br>${inlineCode(line, 1000)}`)].join("\n");
}

/** A requirement in brief. */
function renderItem({ id, sentence }: RequirementReport, detail: string | undefined): string {
  return `- **${id}** ${present(prose(sentence), detail).join("<br>")}`;
}

function renderList(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `### ${title}\n\n${renderItems(lines, 8000)}`;
}

function renderItems(lines: readonly string[], room: number): string {
  return takeWhatFits(lines, room, (count) => `- and ${count} more`, 1).join("\n");
}

function renderObservations(observed: readonly RequirementReport[]): string {
  if (observed.length === 0) return "";
  const items = observed.map(({ id, sentence, observations }) => {
    const choices = observations
      .slice(0, 5)
      .map(({ choice, count }) => `  - ${count} × ${inlineCode(choice, 160)}`);
    const rest = observations.length - choices.length;
    return present(`- **${id}** ${prose(sentence)}`, ...choices, rest > 0 && `  - and ${rest} more`).join(
      "\n",
    );
  });
  const title = `Observed where the interface is silent (${observed.length})`;
  return `<details>\n<summary>${title}</summary>\n\n${renderItems(items, 12_000)}\n\n</details>`;
}

/**
 * The texts that fit into this many characters, from the first, with `between` characters from one to the next; in
 * place of the rest, a line on how many they are.
 */
function takeWhatFits(
  texts: readonly string[],
  room: number,
  describeRest: (count: number) => string,
  between = 2,
): readonly string[] {
  let left = room;
  const fitting = texts.findIndex((text) => {
    left -= text.length + between;
    return left < 0;
  });
  return fitting === -1 ? texts : [...texts.slice(0, fitting), describeRest(texts.length - fitting)];
}

/*
 * A text that came from a target may hold whatever a reader of Markdown takes for more than letters: tags, links,
 * images, mentions, references, the end of a fence. Inside code nothing of it counts.
 */

/** A text as inline code, cut to a length. The run of backticks around it is longer than any inside. */
function inlineCode(text: string, length = 300): string {
  const safe = safeText(text, length);
  if (safe.trim() === "") return safe === "" ? "(nothing)" : "(blanks)";
  const marks = "`".repeat(longestRun(safe) + 1);
  // The reader takes one blank away on either side, where there is one on both.
  const pad = /^[`\s]|[`\s]$/.test(safe) ? " " : "";
  return `${marks}${pad}${safe}${pad}${marks}`;
}

/** A command line as a block of code. */
function codeBlock(text: string): string {
  const safe = safeText(text);
  const fence = "`".repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}sh\n${safe}\n${fence}`;
}

/** A text as it is where it is plain prose, as inline code where a reader could take anything in it for more. */
function prose(text: string, length = 300): string {
  const safe = safeText(text, length);
  const isPlain = /^[\p{L}\d(][\p{L}\p{M}\d ,;.()'’"/?!%…-]*$/u.test(safe.replaceAll(": ", ", "));
  // Readers make links of www., of commits (7 hexadecimal digits or more) and of GH-12 by themselves.
  const isLinked = /www\.|GH-\d|[\da-f]{7}/i.test(safe);
  return isPlain && !isLinked ? safe : inlineCode(text, length);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
