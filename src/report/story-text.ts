import type { FindingReport, RequirementReport } from "../run/index.js";
import { tellFinding } from "./finding-text.js";
import { safeText } from "./safe-text.js";

/** Findings as text below their requirement's sentence, for readers that show a failure's details as they are. */
export function tellStories(
  findings: readonly FindingReport[],
  { id, level, sentence }: RequirementReport,
  reportPath: string,
): string {
  return findings
    .map((finding) => [
      `${id} (${level}) ${safeText(sentence)}`,
      ...tellFinding(finding, reportPath).map(({ label, text }) => `${label.padEnd(8)} ${text}`),
    ])
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}
