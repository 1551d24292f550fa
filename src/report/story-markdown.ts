import type { FindingReport, Report, RequirementReport } from "../run/index.js";
import { type FindingLine, tellFinding } from "./finding-text.js";
import { codeBlock, inlineCode, prose } from "./inert-markdown.js";
import type { ReplaySource } from "./replay-line.js";
import { findingsOf } from "./requirement-facts.js";

/** Findings of one requirement that are told whole. */
const mostFindings = 2;

/** A broken requirement in Markdown: its sentence, and of each finding what was asked, expected and got. */
export function tellInMarkdown(
  requirement: RequirementReport,
  report: Report,
  reportPath: string | undefined,
): string {
  const source = { reportPath, target: report.target };
  const { id, level, section, sentence, reason, waiver } = requirement;
  const findings = findingsOf(requirement, report);
  const rest = findings.length - mostFindings;
  return [
    `### ❌ ${id} ${prose(sentence)}`,
    `${level} · ${prose(section, 100)}${waiver === undefined ? "" : ` · its waiver is ${waiver.status}`}`,
    ...(reason === undefined ? [] : [prose(reason)]),
    ...findings.slice(0, mostFindings).map((finding) => tellStory(finding, source)),
    ...(rest > 0 ? [`…and ${rest} more ${rest === 1 ? "finding" : "findings"}.`] : []),
  ].join("\n\n");
}

function tellStory(finding: FindingReport, source: ReplaySource): string {
  const lines = tellFinding(finding, source);
  const curl = lines.find(({ label }) => label === "curl");
  const told = lines.filter(({ label }) => label !== "curl").map(tellLine);
  return [told.join("\n"), ...(curl === undefined ? [] : [codeBlock(curl.text, "sh")])].join("\n\n");
}

/** A line of a story; what follows the first line of its text is a body. */
function tellLine({ label, text }: FindingLine): string {
  const [first = "", ...body] = text.split("\n");
  const isCode = label === "asked" || label === "before" || label === "trace" || label === "replay";
  const shown = isCode ? inlineCode(first, 1000) : prose(first, 1000);
  return [`- **${label}** ${shown}`, ...body.map((line) => `  <br>${inlineCode(line, 1000)}`)].join("\n");
}
