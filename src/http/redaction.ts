import { readText } from "./redaction-escapes.js";
import { type Search, searchRuns, searchWords } from "./redaction-search.js";

/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** What stands where the key stood, and in place of a text that could not be searched. */
const redacted = "[the API key]";
const notShown = "[not shown]";

/** A key of fewer characters is hidden only where it stands whole. */
export const shortestHiddenInParts = 8;
/** A near miss has one character of its own: two in base64. */
const mostBetween = 2;

/**
 * Hides a key in texts, and every run of five or more of its characters, in any letters: plain, escaped, reversed,
 * with others between, in base64 or as digits. A short key is hidden only where it stands whole, as a word.
 * The time it takes grows with the text, whatever stands in it.
 * @param ours words that are no part of the key where nothing else of it stands beside them, in small letters
 */
export function createRedact(key: string, ours: ReadonlySet<string> = new Set()): Redact {
  if (key === "") return (text) => text;
  const isShort = key.length < shortestHiddenInParts;
  const search = isShort ? searchWords(key) : searchRuns(key);
  const hide = (text: string): string =>
    hideFound(text, (reading) => markFound(reading, search, isShort ? 0 : mostBetween), ours);
  return (text) => {
    try {
      // What is hidden already must not be touched, also where the key shares words with it.
      return text.split(redacted).map(hide).join(redacted);
    } catch {
      // A mistake in here must not cost the report.
      return notShown;
    }
  };
}

function hideFound(
  text: string,
  mark: (reading: string) => Uint8Array | undefined,
  ours: ReadonlySet<string>,
): string {
  let hidden: Uint8Array | undefined;
  for (const reading of readText(text)) {
    const marks = mark(reading.text);
    if (marks === undefined) continue;
    hidden ??= new Uint8Array(text.length);
    for (let at = 0; at < reading.text.length; at += 1)
      if (marks[at] === 1) hidden.fill(1, reading.starts?.[at] ?? at, reading.ends?.[at] ?? at + 1);
  }
  return hidden === undefined ? text : replaceMarked(text, hidden, ours);
}

/** Marks what is found, and the few characters between two parts of it; nothing where nothing is found. */
function markFound(text: string, search: Search, between: number): Uint8Array | undefined {
  let marks: Uint8Array | undefined;
  search(text, (start, end) => {
    marks ??= new Uint8Array(text.length);
    marks.fill(1, start, end);
  });
  if (marks === undefined || between === 0) return marks;
  let last = -1;
  for (let at = 0; at < marks.length; at += 1) {
    if (marks[at] === 0) continue;
    if (last >= 0 && at - last - 1 <= between) marks.fill(1, last, at);
    last = at;
  }
  return marks;
}

function replaceMarked(text: string, marks: Uint8Array, ours: ReadonlySet<string>): string {
  const parts: string[] = [];
  let copied = 0;
  for (let start = marks.indexOf(1); start >= 0; start = marks.indexOf(1, copied)) {
    const next = marks.indexOf(0, start);
    const end = next < 0 ? text.length : next;
    parts.push(text.slice(copied, start));
    parts.push(isOurs(text, start, end, ours) ? text.slice(start, end) : redacted);
    copied = end;
  }
  parts.push(text.slice(copied));
  return parts.join("");
}

/** Are these only words of ours? */
function isOurs(text: string, start: number, end: number, ours: ReadonlySet<string>): boolean {
  if (ours.size === 0 || end - start > 100) return false;
  const before = /[^\s()]*$/.exec(text.slice(Math.max(0, start - 50), start))?.[0] ?? "";
  const after = /^[^\s()]*/.exec(text.slice(end, end + 50))?.[0] ?? "";
  const words = `${before}${text.slice(start, end)}${after}`
    .replace(/[,.;:]$/, "")
    .toLowerCase()
    .split(" ");
  return words.every((word) => ours.has(word));
}
