import { describeFinding, describeWaiver } from "../report/index.js";
import type { Report, RequirementReport } from "../run/index.js";

/** The outcome of a test that a verdict decides. */
export type Outcome =
  | {
      readonly kind: "passed";
      /** Worth a look, although the test passes. */
      readonly note?: string;
    }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Returns what the test of one requirement comes to. A waived failure is an expected one.
 * @param reportPath where report.json was written, if it was
 */
export function outcomeOf(requirement: RequirementReport, report: Report, reportPath?: string): Outcome {
  const { verdict, reason = "", waiver, level } = requirement;
  const skipped: Outcome = { kind: "skipped", reason: `${verdict}${reason && `: ${reason}`}` };
  switch (verdict) {
    case "passed":
    case "observed":
      return { kind: "passed" };
    case "warned":
      return { kind: "passed", note: storyOf(requirement, report, reportPath) };
    case "untested":
    case "not applicable":
      return skipped;
    case "inconclusive":
      return level === "must" || level === "implied" ? { kind: "failed", message: skipped.reason } : skipped;
    case "failed": {
      const story = storyOf(requirement, report, reportPath);
      if (waiver?.status === "applied") return { kind: "passed", note: describeWaiver(requirement) };
      const expired = waiver?.status === "expired" ? `${describeWaiver(requirement)}\n\n` : "";
      return { kind: "failed", message: `${expired}${story}` };
    }
  }
}

/**
 * Returns why the run as a whole is no success where no test of a requirement tells: it was cut short, or nothing was tested.
 * Undefined if there is nothing more to say.
 */
export function troubleWith(report: Report): string | undefined {
  const { status, sentence, trouble } = report.conclusion;
  if (status === "conforms") return undefined;
  const isShown = report.requirements.some((each) => outcomeOf(each, report).kind === "failed");
  return isShown && trouble === undefined ? undefined : sentence;
}

/** Tells each finding: what was asked, expected and got, and how to see it again. */
function storyOf(requirement: RequirementReport, report: Report, reportPath: string | undefined): string {
  const findings = report.findings.filter(({ number }) => requirement.findings.includes(number));
  const source = reportPath === undefined ? undefined : { reportPath, target: report.target };
  return findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n");
}
