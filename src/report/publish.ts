import { randomBytes } from "node:crypto";
import type { Report } from "../run/index.js";

/** Where a run takes place. */
export interface Place {
  /** Of report.json, if it was written. */
  readonly reportPath: string | undefined;
  /** As `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told what does not keep the run from its end. */
  readonly warn: (sentence: string) => void;
}

/**
 * Appends to the step's summary where a run takes place in GitHub Actions, and returns the text as it is to be
 * printed there: nothing in it is obeyed, and annotations follow. Elsewhere it returns the text.
 */
export async function publish(text: string, report: Report, place: Place): Promise<string> {
  const { reportPath, environment, warn } = place;
  const summaryPath = environment["GITHUB_STEP_SUMMARY"];
  if (summaryPath) {
    const { appendStepSummary } = await import("./step-summary.js");
    const trouble = appendStepSummary(report, summaryPath, reportPath);
    if (trouble !== undefined) warn(trouble);
  }
  if (environment["GITHUB_ACTIONS"] !== "true") return `${text}\n`;
  const { renderAnnotations, withoutCommands } = await import("./annotations.js");
  // The target answers before the token is made, and cannot know it.
  const token = randomBytes(16).toString("hex");
  return withoutCommands(text, token) + renderAnnotations(report, reportPath);
}
