import { base64Forms, digitForms, wholeForms } from "./redaction-forms.js";
import { collectRuns, findRuns, keepUnits, type Runs, unitsOf } from "./redaction-runs.js";

/** Tells the parts of a text that give a key away: the first unit of each, and the first one after it. */
export type Search = (text: string, found: (start: number, end: number) => void) => void;

/** So many characters of the key in a row give too much of it away; so many digits of its bytes; so many of all else. */
const telling = { plain: 5, digits: 12, other: 8 } as const;
/** A key is read also where so many other characters stand between any two of its own, always as many. */
const mostBetween = 3;
/** A key of letters and digits is read where others stand between them, at most so many. */
const mostLeftOut = 12;
/** In a key that is no longer than this, two altered characters leave no run that tells. */
const longestFragile = 11;

const wordUnits = mapOf((character) => (/[a-z\d]/.test(character) ? character : ""));
const base64Units = mapOf((character) =>
  /[a-z\d+/]/.test(character) ? character : ({ "-": "+", _: "/" }[character] ?? ""),
);

/** Looks for runs of a key: plain, reversed, with others between, in base64 or in digits. */
export function searchRuns(key: string): Search {
  const directions = [key, [...key].reverse().join("")];
  const words = directions.map((each) => each.replaceAll(/[^A-Za-z\d]/g, ""));
  const plain = collectRuns([key], telling.plain);
  const spaced = collectRuns(directions, telling.other);
  const apart = collectRuns(words, telling.other);
  const digits = collectRuns(bothWays(digitForms(key)), telling.digits);
  const base64 = collectRuns(base64Forms(key), telling.other);
  const whole = unitsOf(key).codes;
  return (text, found) => {
    const units = unitsOf(text);
    findRuns(plain, units.codes, 1, (first, last) => found(first, last + 1));
    for (let stride = 1; stride <= 1 + mostBetween; stride += 1)
      findRuns(spaced, units.codes, stride, (first, last) => found(first, last + 1));
    if (whole.length <= longestFragile) findAlmost(whole, units.codes, found);
    const searchKept = (runs: readonly Runs[], map: Uint8Array): void => {
      const { codes, at } = keepUnits(units, map);
      const near = (first: number, last: number): void => {
        for (let nth = first; nth < last; nth += 1)
          if ((at[nth + 1] ?? 0) - (at[nth] ?? 0) > mostLeftOut + 1) return;
        found(at[first] ?? 0, (at[last] ?? 0) + 1);
      };
      for (const each of runs) findRuns(each, codes, 1, near);
    };
    searchKept([apart, digits], wordUnits);
    searchKept([base64], base64Units);
  };
}

/** Looks for a short key where it stands whole, and no letter or digit beside it. */
export function searchWords(key: string): Search {
  const forms = wholeForms(key);
  return (text, found) => {
    for (const form of forms) {
      for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
        const end = at + form.length;
        if (isEdge(text, at) && isEdge(text, end)) found(at, end);
      }
    }
  };
}

/** Does a word begin or end here, or stands no word here at all? */
function isEdge(text: string, at: number): boolean {
  return at === 0 || at === text.length || !(isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at)));
}

const wordPattern = /[\p{L}\d_]/u;

function isWord(code: number): boolean {
  return wordPattern.test(String.fromCharCode(code));
}

/** Finds a short key of which at most two characters were altered. */
function findAlmost(
  whole: Uint16Array,
  codes: Uint16Array,
  found: (start: number, end: number) => void,
): void {
  for (let start = 0; start + whole.length <= codes.length; start += 1) {
    let altered = 0;
    for (let nth = 0; nth < whole.length && altered <= 2; nth += 1)
      if (codes[start + nth] !== whole[nth]) altered += 1;
    if (altered <= 2) found(start, start + whole.length);
  }
}

function bothWays(forms: readonly string[]): readonly string[] {
  return forms.flatMap((form) => [form, [...form].reverse().join("")]);
}

/** What becomes of each unit in ASCII; 0 for what is left out. */
function mapOf(become: (character: string) => string): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => become(String.fromCharCode(code)).charCodeAt(0) || 0);
}
