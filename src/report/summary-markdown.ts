import type { FindingReport, Report, RequirementReport, Verdict } from "../engine/index.js";
import { type FindingLine, findingLines } from "./finding-text.js";
import { html } from "./markup.js";
import type { ReplaySource } from "./next-steps.js";
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
import { listed, present, safeText } from "./safe-text.js";

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
 * Renders what a run found, for a pull request or a job's summary: the verdict, each finding on a line that unfolds, then what
 * else calls for attention. Text from the target is inert in it.
 * @param reportPath where report.json was written, for the lines that refer to it
 * @param most bytes: as many as a reader of a pull request looks through, and far fewer than GitHub takes
 */
export function renderMarkdown(report: Report, reportPath?: string, most = 8000): string {
  const head = [renderVerdict(report), renderFacts(report), renderSections(report)];
  const tail = renderRest(report, most / 8);
  const room = most - sizeOf([...head, ...tail]) - 100;
  const folded = foldFindings(report, { reportPath, target: report.target }, room);
  const rest = (): string => "…and more than fits here: report.json has all.";
  return `${takeWhatFits([...head, ...folded, ...tail], most - 100, rest).join("\n\n")}\n`;
}

/** Everything but the verdict and the failures. @param room bytes of each list */
function renderRest(report: Report, room: number): readonly string[] {
  const { inconclusive, warned, waived, waiversToEnd, untested, inPart, observed } = outlineOf(report);
  const left = describeLeft(report);
  const changed = describeUnrestored(report);
  const withWaiver = (each: RequirementReport): string =>
    renderItem(each, `${each.verdict} · ${prose(describeWaiver(each))}`);
  const withFinding = (each: RequirementReport): string => {
    const [first] = findingsOf(each, report);
    return renderItem(each, first ? prose(contrast(first), 200) : each.reason && prose(each.reason));
  };
  const byReason = (groups: ReadonlyMap<string, readonly RequirementReport[]>): readonly string[] =>
    [...groups].map(([reason, all]) => {
      const ids = all.map(({ id }) => prose(id, 100));
      return `- ${listed(ids, mostIds)}<br>${prose(reason)}`;
    });
  const list = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? "" : `### ${title}\n\n${renderItems(lines, room)}`;
  return present(
    list("Waived", waived.map(withWaiver)),
    list("Waivers to renew or to take out", waiversToEnd.map(withWaiver)),
    list("Warned", warned.map(withFinding)),
    list("Inconclusive", inconclusive.map(withFinding)),
    list("Not tested", [
      ...byReason(untested),
      ...present(...remedies(report), valueRemedy(report)).map((text) => `- ${prose(text)}`),
    ]),
    list("Tested in part", byReason(inPart)),
    left !== undefined && `Not deleted: ${prose(left, 400)}`,
    changed !== undefined && `Not restored: ${prose(changed, 800)}`,
    renderObservations(observed, room),
  );
}

/** Ids of one reason that are named. */
const mostIds = 20;

/**
 * Each failure on a line that unfolds, the first one open: whole as long as there is room, then what was expected and
 * got, and at the end a line on how many are left out.
 */
function foldFindings(report: Report, source: ReplaySource, room: number): readonly string[] {
  const failures = withOwnFindings(outlineOf(report).failed, report).flatMap(
    (requirement): readonly Failure[] => {
      const own = ownFindingsOf(requirement, report);
      return own.length === 0 ? [{ requirement }] : own.map((finding) => ({ requirement, finding }));
    },
  );
  const brief = failures.map((each) => fold(each, each.finding && prose(contrast(each.finding), 200)));
  let left = room - sizeOf(brief);
  const texts = failures.map((each, index) => {
    const short = brief[index] ?? "";
    const whole = fold(each, each.finding && renderFinding(each.finding, source), index === 0);
    left -= sizeOf([whole]) - sizeOf([short]);
    if (left >= 0) return whole;
    // There is no room for this one, nor for any after it.
    left = -1;
    return short;
  });
  return takeWhatFits(
    texts,
    room,
    (count) => `…and ${count} more ${count === 1 ? "finding" : "findings"}: report.json has all.`,
  );
}

/** A failure of a requirement; one that no finding shows has a reason only. */
interface Failure {
  readonly requirement: RequirementReport;
  readonly finding?: FindingReport;
}

function fold({ requirement, finding }: Failure, details: string | undefined, isOpen = false): string {
  const { id, level, section, sentence, reason, waiver } = requirement;
  const name = `❌ ${finding === undefined ? "" : `${finding.number} `}<b>${proseInHtml(id, 100)}</b>`;
  const content = present(
    `${level} · ${prose(section, 100)}${waiver === undefined ? "" : ` · its waiver is ${waiver.status}`}`,
    reason !== undefined && prose(reason),
    details,
  );
  return [
    `<details${isOpen ? " open" : ""}>`,
    `<summary>${name} ${proseInHtml(sentence, 200)}</summary>`,
    `\n${content.join("\n\n")}\n\n</details>`,
  ].join("\n");
}

/** In bytes, with the blank lines between them. */
function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, each) => sum + Buffer.byteLength(each) + 2, 0);
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

function renderFinding(finding: FindingReport, source: ReplaySource): string {
  const lines = findingLines(finding, source);
  const curl = lines.filter(({ label }) => label === "curl").map(({ text }) => codeBlock(text));
  const rest = lines.filter(({ label }) => label !== "curl" && label !== "trace").map(renderLine);
  return [rest.join("\n"), ...curl].join("\n\n");
}

/** Renders a line on a finding. Each line after the first of its text is a body. */
function renderLine({ label, text }: FindingLine): string {
  const [first = "", ...body] = text.split("\n");
  const isCode = label === "asked" || label === "before" || label === "trace" || label === "replay";
  const shown = isCode ? inlineCode(first, 1000) : prose(first, 1000);
  return [`- **${label}** ${shown}`, ...body.map((line) => `  <br>${inlineCode(line, 1000)}`)].join("\n");
}

/** A requirement in brief. */
function renderItem({ id, sentence }: RequirementReport, detail: string | undefined): string {
  return `- **${prose(id, 100)}** ${present(prose(sentence), detail).join("<br>")}`;
}

function renderItems(lines: readonly string[], room: number): string {
  return takeWhatFits(lines, room, (count) => `- and ${count} more`, 1).join("\n");
}

/** Choices of a requirement that are named. */
const mostChoices = 3;

function renderObservations(observed: readonly RequirementReport[], room: number): string {
  if (observed.length === 0) return "";
  const items = observed.map(({ id, observations }) => {
    const choices = observations
      .slice(0, mostChoices)
      .map(({ choice, count }) => `${count} × ${inlineCode(choice, 80)}`);
    const rest = observations.length - choices.length;
    return `- **${prose(id, 100)}** ${present(...choices, rest > 0 && `and ${rest} more`).join(", ")}`;
  });
  const title = `Observed where the interface is silent (${observed.length})`;
  return `<details>\n<summary>${title}</summary>\n\n${renderItems(items, room)}\n\n</details>`;
}

/**
 * The texts that fit into this many bytes, from the first, with `between` bytes from one to the next; in
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
    left -= Buffer.byteLength(text) + between;
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

/** The same between tags, where nothing but a tag or a character reference is more than letters. */
function proseInHtml(text: string, length: number): string {
  const shown = prose(text, length);
  const safe = safeText(text, length);
  return shown === safe ? safe : html`<code>${safe}</code>`.source;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
