import { skipOf, skips } from "./redaction-escapes.js";
import type { Form } from "./redaction-forms.js";
import type { Readings } from "./redaction-readings.js";

/** A part of a text, in UTF-16 units; `end` is the first one after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** JSON in JSON in JSON writes seven backslashes before a quotation mark. */
const mostSkipped = 8;
/** A near miss has one character of its own: two in hexadecimal or base64. */
const mostBetween = 2;
/** UTF-16 units that so few characters take, escaped twice. */
const longestBetween = 32;

/** Where the forms stand in a text, whichever way it is read, in order and apart. */
export function findSpans(readings: Readings, forms: Form): readonly Span[] {
  const spans: Span[] = [];
  let last: Span = { start: -1, end: -1 };
  for (let at = 0; at < readings.text.length; at += 1) {
    if (!forms.next.has(readings.text.charCodeAt(at)) && !readings.depths[at]) continue;
    const end = findEnd(readings, forms, at);
    if (end === 0) continue;
    if (last.end >= 0 && isNear(readings, last.end, at)) {
      spans.pop();
      last = { start: last.start, end: Math.max(last.end, end) };
    } else {
      last = { start: beforeBackslashes(readings.text, at, last.end), end };
    }
    spans.push(last);
  }
  return spans;
}

/** The end of the longest form that starts here; 0 for none. */
function findEnd(readings: Readings, forms: Form, start: number): number {
  let longest = 0;
  const walk = (form: Form, at: number, skipped: number, kinds: number): void => {
    if (at === readings.text.length) return;
    for (let nth = readings.depths[at] ?? 0; nth >= 0; nth -= 1) {
      const end = endOf(readings, nth, at);
      if (end === 0) continue;
      const unit = unitOf(readings, nth, at);
      const kind = skipOf(unit);
      // A backslash of the key is the first of several: without this, the ways through many would be countless.
      const next = (kinds & kind) === 0 ? form.next.get(unit) : undefined;
      if (next?.whole) longest = Math.max(longest, end);
      if (next !== undefined) walk(next, end, 0, skips.none);
      const maySkip = kind !== skips.none && form !== forms && skipped < mostSkipped;
      if (maySkip) walk(form, end, skipped + 1, kinds | kind);
    }
  };
  walk(forms, start, 0, skips.none);
  return longest;
}

/** Do only so few characters stand between two hidden parts? */
function isNear(readings: Readings, from: number, to: number): boolean {
  if (to - from <= mostBetween) return true;
  if (to - from > longestBetween) return false;
  const walk = (at: number, left: number): boolean => {
    if (at === to) return true;
    for (let nth = readings.depths[at] ?? 0; nth >= 0; nth -= 1) {
      const end = endOf(readings, nth, at);
      if (end === 0 || end > to) continue;
      const stillLeft = left - (skipOf(unitOf(readings, nth, at)) === skips.none ? 1 : 0);
      if (stillLeft >= 0 && walk(end, stillLeft)) return true;
    }
    return false;
  };
  return walk(from, mostBetween);
}

/** The first reading is the text as it is, the others are its levels. */
function endOf({ levels }: Readings, nth: number, at: number): number {
  return nth === 0 ? at + 1 : (levels[nth - 1]?.ends[at] ?? 0);
}

function unitOf({ text, levels }: Readings, nth: number, at: number): number {
  return nth === 0 ? text.charCodeAt(at) : (levels[nth - 1]?.units[at] ?? 0);
}

/** The backslashes before a character are part of its spelling. */
function beforeBackslashes(text: string, at: number, from: number): number {
  let start = at;
  while (start > Math.max(from, at - mostSkipped) && text[start - 1] === "\\") start -= 1;
  return start;
}
