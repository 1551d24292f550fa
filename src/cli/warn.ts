import { safeText } from "../report/index.js";

/** Says something to the user that does not keep the command from going on. */
export type Warn = (sentence: string) => void;

/** For a command that runs. */
export const warnOnStderr: Warn = (sentence) => tell(`warning: ${safeText(sentence)}`);

/** Tells the user something beside what a command prints. */
export function tell(sentence: string): void {
  process.stderr.write(`pedigree: ${sentence}\n`);
}
