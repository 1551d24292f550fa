import { keyForms, unescapeText, wholeForms } from "./redaction-forms.js";

/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** Decides whether a part of a text, from its first unit up to its end, stays although it stands in the key, too. */
export type Stays = (text: string, start: number, end: number) => boolean;

/** A part of a text that gives a key away. */
type Part = readonly [start: number, end: number];
type Search = (text: string) => readonly Part[];

/** The text that stands where the key stood. */
export const redacted = "[the API key]";

/** A key of fewer characters is hidden only where it stands whole; from this length on, a part of a longer one counts. */
export const shortestHiddenInParts = 8;

/**
 * Hides a key in texts, and every run of eight or more of its characters, in any letters: plain, escaped, in base64 or in
 * hexadecimal digits. A short key is hidden only where it stands whole, as a word. The time it takes is linear.
 * @param stays decides about each part that was found; none stays if absent
 */
export function createRedact(key: string, stays: Stays = () => false): Redact {
  if (key === "") return (text) => text;
  return redactWith(key.length < shortestHiddenInParts ? searchWords(key) : searchRuns(key), stays);
}

/**
 * Hides a key of eight characters or more only where it stands whole, in any notation: for texts that are ours but for what
 * the target has chosen of them. A shorter one stands in too many texts of ours.
 */
export function createRedactWhole(key: string): Redact {
  if (key.length < shortestHiddenInParts) return (text) => text;
  return redactWith(
    searchWhole(wholeForms(key), () => true),
    () => false,
  );
}

/** Says whether a text holds a key whole, in any notation. One of fewer than eight characters stands in too many texts. */
export function createHoldsKey(key: string): (text: string) => boolean {
  if (key.length < shortestHiddenInParts) return () => false;
  const forms = [...wholeForms(key), encodeURIComponent(key)];
  return (text) => forms.some((form) => text.includes(form));
}

function redactWith(search: Search, stays: Stays): Redact {
  const hide = (text: string): string => {
    const unescaped = unescapeText(text);
    const startOf = (at: number): number => unescaped?.starts[at] ?? at;
    const behind = search(unescaped?.text ?? "").map(([start, end]): Part => [startOf(start), startOf(end)]);
    return replaceParts(text, joinParts([...search(text), ...behind]), stays);
  };
  // Text that is hidden already stays as it is, also where the key shares words with it.
  return (text) => (text.includes(redacted) ? text.split(redacted).map(hide).join(redacted) : hide(text));
}

/**
 * Looks for every run of a key's forms. All runs are equally long: a group of three units, taken in such steps that each run
 * holds one whole, rules most places out.
 */
function searchRuns(key: string): Search {
  const length = Math.min(shortestHiddenInParts, key.length - 1);
  const step = length - 2;
  const runs = new Set<string>();
  for (const form of keyForms(key).map(fold))
    for (let at = 0; at + length <= form.length; at += 1) runs.add(form.slice(at, at + length));
  const groups = new Uint8Array(2 ** 16);
  for (const run of runs) for (let at = 0; at < step; at += 1) groups[hashAt(run, at)] = 1;
  return (text) => {
    const folded = fold(text);
    const found: Part[] = [];
    for (let at = step - 1; at + 2 < folded.length; at += step) {
      if (groups[hashAt(folded, at)] === 0) continue;
      for (let start = at - step + 1; start <= at; start += 1)
        if (runs.has(folded.slice(start, start + length))) found.push([start, start + length]);
    }
    return found;
  };
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) & 0xffff;
}

/** Looks for a short key where it stands whole, and no letter or digit beside it. */
function searchWords(key: string): Search {
  return searchWhole(wholeForms(key), (text, [start, end]) => isEdge(text, start) && isEdge(text, end));
}

function searchWhole(forms: readonly string[], counts: (text: string, part: Part) => boolean): Search {
  return (text) => {
    const found: Part[] = [];
    for (const form of forms)
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
        if (counts(text, [at, at + form.length])) found.push([at, at + form.length]);
    return found;
  };
}

/** Does a word begin or end here, or is there none? */
function isEdge(text: string, at: number): boolean {
  return !/^[\p{L}\d_]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** Parts that touch are one. */
function joinParts(parts: readonly Part[]): readonly Part[] {
  const joined: [number, number][] = [];
  for (const [start, end] of parts.toSorted(([left], [right]) => left - right)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

function replaceParts(text: string, parts: readonly Part[], stays: Stays): string {
  let copied = 0;
  let hidden = "";
  for (const [start, end] of parts) {
    hidden += text.slice(copied, start) + (stays(text, start, end) ? text.slice(start, end) : redacted);
    copied = end;
  }
  return hidden + text.slice(copied);
}

/** In small letters, unit by unit: İ alone would become longer, and Σ differs at a word's end. */
function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}
