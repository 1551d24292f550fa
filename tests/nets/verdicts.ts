import { expect } from "vitest";
import { groupBy } from "../../src/description/index.js";
import type { Report } from "../../src/run/index.js";

/** Verdicts that stand in a net by their number alone, since most requirements have them. */
const usual: readonly string[] = ["passed"];

/** Tests whose server decides by chance or by the clock: their verdicts differ from run to run. */
const varying =
  /in another order each time$|an ETag may be the second of the last change$|checks the last digit$/;

/**
 * Compares the verdicts and findings of a report with the recorded ones, and returns the report. Texts are not part of it.
 * `npx vitest run -c vitest.integration.config.ts tests/suites -u` records them anew.
 */
export function compareVerdicts(report: Report): Report {
  if (!varying.test(expect.getState().currentTestName ?? "")) expect(linesOf(report)).toMatchSnapshot();
  return report;
}

function linesOf({ conclusion, requirements, findings }: Report): string {
  const byVerdict = groupBy(requirements, ({ verdict }) => verdict);
  return [
    conclusion.status,
    ...[...byVerdict].sort().map(([verdict, all]) => {
      const ids = usual.includes(verdict) ? [] : all.map(({ id }) => id).sort();
      return [`${verdict}: ${all.length}`, ...ids].join("\n  ");
    }),
    ...findings
      .map(({ check, requirements: broken, at }) =>
        [check, JSON.stringify(partOf(at)), ...broken].join(" | "),
      )
      .sort()
      .map((each) => `finding ${each}`),
  ].join("\n");
}

/** The part of a response. Which member of a body shows a finding first may depend on the order of responses. */
function partOf(at: Report["findings"][number]["at"]) {
  return at?.in === "body" ? { in: at.in } : (at ?? null);
}
