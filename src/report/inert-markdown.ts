import { safeText } from "./safe-text.js";

/*
 * A text that came from a target may hold whatever a reader of Markdown takes for more than letters: tags, links,
 * images, mentions, references, the end of a fence. Inside code nothing of it counts.
 */

/** A text as inline code, cut to a length. The run of backticks around it is longer than any inside. */
export function inlineCode(text: string, length = 300): string {
  const safe = safeText(text, length);
  if (safe.trim() === "") return safe === "" ? "(nothing)" : "(blanks)";
  const marks = "`".repeat(longestRun(safe) + 1);
  // The reader takes one blank away on either side, where there is one on both.
  const pad = /^[`\s]|[`\s]$/.test(safe) ? " " : "";
  return `${marks}${pad}${safe}${pad}${marks}`;
}

/** A text on one line as a block of code. */
export function codeBlock(text: string, language: string, length = 2000): string {
  const safe = safeText(text, length);
  const fence = "`".repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

/** A text as it is where it is plain prose, as inline code where a reader could take anything in it for more. */
export function prose(text: string, length = 300): string {
  const safe = safeText(text, length);
  const isPlain = /^[\p{L}\d(][\p{L}\p{M}\d ,;.()'’"/?!%…-]*$/u.test(safe.replaceAll(": ", ", "));
  // Readers make links of www., of commits (7 hexadecimal digits or more) and of GH-12 by themselves.
  const isLinked = /www\.|GH-\d|[\da-f]{7}/i.test(safe);
  return isPlain && !isLinked ? safe : inlineCode(text, length);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
