import { appendFileSync, statSync } from "node:fs";
import type { Report } from "../run/index.js";
import { renderMarkdown } from "./summary-markdown.js";

/** Bytes of a step's summary: GitHub shows nothing of a longer one. */
const limit = 1024 * 1024;
/** Of UTF-8, for one character of a text. */
const mostBytes = 3;

/**
 * Appends the summary to that of the step of GitHub Actions in which we run, as far as there is room.
 * @returns why nothing was appended, if so
 */
export function appendStepSummary(report: Report, path: string, reportPath?: string): string | undefined {
  try {
    const room = limit - sizeOf(path) - 2;
    const most = Math.min(60_000, Math.floor(room / mostBytes));
    if (most < 2000) return "the step's summary is full";
    appendFileSync(path, `\n${renderMarkdown(report, { reportPath, most })}`);
    return undefined;
  } catch (error) {
    return `the step's summary cannot be written (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
