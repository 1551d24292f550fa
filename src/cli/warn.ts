import { safeText } from "../report/index.js";

/** Says something to the user that does not keep the command from going on. */
export type Warn = (sentence: string) => void;

/** For a command that runs. */
export const warnOnStderr: Warn = (sentence) => {
  process.stderr.write(`pedigree: warning: ${safeText(sentence)}\n`);
};
