import { digitForms, plainForms, unescapeAll, wholeForms, wordForms } from "./redaction-forms.js";

/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** Decides whether a part of a text, from its first unit up to its end, stays although it stands in the key, too. */
export type Stays = (text: string, start: number, end: number) => boolean;

/** Takes a part of a text that gives a key away: its first unit and its last one. */
type Found = (first: number, last: number) => void;
type Search = (text: string, found: Found) => void;

/** The text that stands where the key stood. */
export const redacted = "[the API key]";

/** A key of fewer characters is hidden only where it stands whole; from this length on, a part of a longer one counts. */
export const shortestHiddenInParts = 8;
/** Digits of its bytes that count. */
const shortestDigits = 12;
/** A key of letters and digits is found where at most this number of other characters stands between them. */
const mostLeftOut = 32;
/** Characters between two parts of a key that are hidden with them. */
const mostBridged = 2;

/**
 * Hides a key in texts, and every run of eight or more of its characters, in any letters: plain, escaped,
 * with punctuation between, in base64 or as digits. A short key is hidden only where it stands whole, as a word.
 * The time it takes is linear.
 * @param stays decides about each part that was found; none stays if absent
 */
export function createRedact(key: string, stays: Stays = () => false): Redact {
  if (key === "") return (text) => text;
  const isShort = key.length < shortestHiddenInParts;
  const search = isShort ? searchWords(key) : searchRuns(key);
  const hide = (text: string): string =>
    replaceMarked(text, mark(text, search, isShort ? 0 : mostBridged), stays);
  // Text that is hidden already stays as it is, also where the key shares words with it.
  return (text) => text.split(redacted).map(hide).join(redacted);
}

/**
 * Hides a key of eight characters or more only where it stands whole, in any notation: for texts that are ours but for what
 * the target has chosen of them. A shorter one stands in too many texts of ours.
 */
export function createRedactWhole(key: string): Redact {
  if (key.length < shortestHiddenInParts) return (text) => text;
  const search = searchWhole(wholeForms(key), () => true);
  const hide = (text: string): string => replaceMarked(text, mark(text, search, 0), () => false);
  return (text) => text.split(redacted).map(hide).join(redacted);
}

/** Says whether a text holds a key whole, in any notation. One of fewer than eight characters stands in too many texts. */
export function createHoldsKey(key: string): (text: string) => boolean {
  if (key.length < shortestHiddenInParts) return () => false;
  const forms = [...wholeForms(key), encodeURIComponent(key)];
  return (text) => forms.some((form) => text.includes(form));
}

function mark(text: string, search: Search, bridged: number): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (const { text: unescaped, starts } of unescapeAll(text)) {
    const found = new Uint8Array(unescaped.length);
    search(unescaped, (first, last) => found.fill(1, first, last + 1));
    let end = -1;
    for (let at = found.indexOf(1); at >= 0; at = found.indexOf(1, at + 1)) {
      const from = end >= 0 && at - end <= bridged ? end : at;
      end = at + 1;
      marks.fill(1, starts[from], starts[end]);
    }
  }
  return marks;
}

/** Looks for runs of a key: plain, with punctuation between, and in base64 or digits. */
function searchRuns(key: string): Search {
  const plain = searchRunsOf(plainForms(key).map(fold), Math.min(shortestHiddenInParts, key.length - 1));
  const words = searchRunsOf(wordForms(key).map(fold), shortestHiddenInParts);
  const digits = searchRunsOf(digitForms(key), shortestDigits);
  return (text, found) => {
    const folded = fold(text);
    plain(folded, found);
    const kept = folded.replaceAll(/[^a-z\d]+/g, "");
    const places = new Uint32Array(kept.length);
    for (let at = 0, nth = 0; nth < kept.length; at += 1)
      if (folded.charCodeAt(at) === kept.charCodeAt(nth)) places[nth++] = at;
    const findNear = (first: number, last: number): void => {
      const near = places.subarray(first, last + 1);
      const isApart = near.some((place, nth) => nth > 0 && place - (near[nth - 1] ?? 0) > mostLeftOut + 1);
      if (!isApart) found(near[0] ?? 0, near.at(-1) ?? 0);
    };
    words(kept, findNear);
    digits(kept, findNear);
  };
}

/** Looks for a short key where it stands whole, and no letter or digit beside it. */
function searchWords(key: string): Search {
  return searchWhole(wholeForms(key), (text, first, last) => isEdge(text, first) && isEdge(text, last + 1));
}

function searchWhole(
  forms: readonly string[],
  counts: (text: string, first: number, last: number) => boolean,
): Search {
  return (text, found) => {
    for (const form of forms)
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
        if (counts(text, at, at + form.length - 1)) found(at, at + form.length - 1);
  };
}

/** Does a word begin or end here, or is there none? */
function isEdge(text: string, at: number): boolean {
  return !/^[\p{L}\d_]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));
}

function replaceMarked(text: string, marks: Uint8Array, stays: Stays): string {
  const parts: string[] = [];
  let copied = 0;
  for (let start = marks.indexOf(1); start >= 0; start = marks.indexOf(1, copied)) {
    const next = marks.indexOf(0, start);
    const end = next < 0 ? text.length : next;
    parts.push(text.slice(copied, start));
    parts.push(stays(text, start, end) ? text.slice(start, end) : redacted);
    copied = end;
  }
  return parts.join("") + text.slice(copied);
}

/** In small letters, unit by unit: İ alone would become longer, and Σ differs at a word's end. */
function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}

/** Looks for every run of that many units of some forms. Two filters, each of other units, rule most texts out. */
function searchRunsOf(forms: readonly string[], length: number): Search {
  const runs = new Set<string>();
  for (const form of forms)
    for (let at = 0; at + length <= form.length; at += 1) runs.add(form.slice(at, at + length));
  const filters = [new Uint8Array(2 ** 16), new Uint8Array(2 ** 16)] as const;
  for (const run of runs) for (const nth of [0, 1] as const) filters[nth][hashAt(run, nth)] = 1;
  return (text, found) => {
    for (let first = 0; first + length <= text.length; first += 1) {
      if (filters[0][hashAt(text, first)] === 0 || filters[1][hashAt(text, first + 1)] === 0) continue;
      if (runs.has(text.slice(first, first + length))) found(first, first + length - 1);
    }
  };
}

/** Of three units, the shortest run has seven. */
function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) ^ (text.charCodeAt(at + 2) << 5) ^ (text.charCodeAt(at + 4) << 10)) & 0xffff;
}
