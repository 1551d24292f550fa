import { escapes, unescapeOne } from "./redaction-escapes.js";

/** All that a text can be read as: each place as it is, and as what an escape that starts there stands for. */
export interface Readings {
  /** The text in small letters, as long as the text itself. */
  readonly text: string;
  /** Escapes, escapes spelled with escapes, and so on. */
  readonly levels: readonly Level[];
  /** By the place in the text: so many of the levels, from the first, can have an escape there. Empty without any. */
  readonly depths: Uint8Array;
}

/** By the place in the text: the UTF-16 unit that an escape there stands for, and where it ends; 0 for no escape. */
export interface Level {
  readonly units: Uint16Array;
  readonly ends: Uint32Array;
}

/** A text, and where in the original each unit came from. */
interface Decoded {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** UTF-8 bytes, percent-encoded twice, in a JSON string. */
const deepest = 4;

/** Reads a text in every way. */
export function readText(text: string): Readings {
  // Most texts hold no escape at all.
  if (text.search(escapes) < 0) return { text: fold(text), levels: [], depths: new Uint8Array() };
  const levels: Level[] = [];
  const depths = new Uint8Array(text.length);
  const starts = new Uint32Array(text.length).map((_, at) => at);
  let decoded: Decoded = { text, starts, ends: starts.map((at) => at + 1) };
  while (levels.length < deepest) {
    const { fresh, ...next } = unescapeAll(decoded);
    if (next.text === decoded.text) break;
    levels.push(levelOf(next, fresh, text.length));
    for (const at of fresh) depths[next.starts[at] ?? 0] = levels.length;
    decoded = next;
  }
  return { text: fold(text), levels, depths };
}

/** Replaces every escape by what it stands for; `fresh` are the places of the units that came of it. */
function unescapeAll({ text, starts, ends }: Decoded): Decoded & { readonly fresh: readonly number[] } {
  const parts: string[] = [];
  const fresh: number[] = [];
  const newStarts = new Uint32Array(text.length);
  const newEnds = new Uint32Array(text.length);
  let copied = 0;
  let length = 0;
  const copyUntil = (end: number): void => {
    parts.push(text.slice(copied, end));
    newStarts.set(starts.subarray(copied, end), length);
    newEnds.set(ends.subarray(copied, end), length);
    length += end - copied;
  };
  for (const { 0: spelling, index } of text.matchAll(escapes)) {
    const meaning = unescapeOne(spelling);
    if (meaning === undefined) continue;
    copyUntil(index);
    copied = index + spelling.length;
    parts.push(meaning);
    for (let nth = 0; nth < meaning.length; nth += 1) {
      // An escape is longer than its meaning: two units share it, the last one takes the rest.
      const start = (starts[index] ?? 0) + nth;
      newStarts[length] = start;
      newEnds[length] = nth === meaning.length - 1 ? (ends[copied - 1] ?? 0) : start + 1;
      fresh.push(length);
      length += 1;
    }
  }
  copyUntil(text.length);
  return { text: parts.join(""), starts: newStarts, ends: newEnds, fresh };
}

function levelOf({ text, starts, ends }: Decoded, fresh: readonly number[], length: number): Level {
  const level: Level = { units: new Uint16Array(length), ends: new Uint32Array(length) };
  const folded = fold(text);
  for (const at of fresh) {
    const start = starts[at] ?? 0;
    level.units[start] = folded.charCodeAt(at);
    level.ends[start] = ends[at] ?? 0;
  }
  return level;
}

/** In small letters, unit by unit: İ alone would become longer, and Σ differs at a word's end. */
export function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}
