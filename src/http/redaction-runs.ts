/** UTF-16 units of a text in small letters, and where each stands in it; absent where none is left out. */
export interface Units {
  readonly codes: Uint16Array;
  readonly at?: Uint32Array;
}

/** All runs of a certain length of some forms, found by a rolling hash (Rabin and Karp). */
export interface Runs {
  readonly length: number;
  readonly letters: Uint16Array;
  /** Where a run begins in the letters, plus one, by its hash; 0 for none. A power of two, mostly empty. */
  readonly table: Uint32Array;
}

const base = 0x01000193;

/** Every run of that many letters of every form. */
export function collectRuns(forms: readonly string[], length: number): Runs {
  const long = [...new Set(forms.map(fold))].filter((form) => form.length >= length);
  const letters = unitsOf(long.join("")).codes;
  let size = 4096;
  while (size < letters.length * 4) size *= 2;
  const runs = { length, letters, table: new Uint32Array(size) };
  let start = 0;
  for (const form of long) {
    for (let at = start; at + length <= start + form.length; at += 1) insert(runs, at);
    start += form.length;
  }
  return runs;
}

function insert(runs: Runs, start: number): void {
  let hash = 0;
  for (let nth = 0; nth < runs.length; nth += 1) hash = extend(hash, runs.letters[start + nth] ?? 0);
  const slot = slotOf(runs, runs.letters, start, 1, hash);
  runs.table[slot] ||= start + 1;
}

function extend(hash: number, code: number): number {
  return (Math.imul(hash, base) + code) | 0;
}

/** Where in the table this run stands, or would stand. */
function slotOf(
  { length, letters, table }: Runs,
  codes: Uint16Array,
  first: number,
  stride: number,
  hash: number,
): number {
  let slot = homeOf(hash, table);
  for (let known = table[slot] ?? 0; known !== 0; known = table[slot] ?? 0) {
    let nth = 0;
    while (nth < length && letters[known - 1 + nth] === codes[first + nth * stride]) nth += 1;
    if (nth === length) break;
    slot = (slot + 1) & (table.length - 1);
  }
  return slot;
}

function homeOf(hash: number, table: Uint32Array): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 10) & (table.length - 1);
}

/** Tells where runs stand in a row of units, of which only every so many-th counts: the first unit and the last one. */
export function findRuns(
  runs: Runs,
  codes: Uint16Array,
  stride: number,
  found: (first: number, last: number) => void,
): void {
  const { table } = runs;
  const span = (runs.length - 1) * stride;
  let power = 1;
  for (let nth = 0; nth < runs.length; nth += 1) power = Math.imul(power, base);
  for (let offset = 0; offset < stride; offset += 1) {
    let hash = 0;
    for (let last = offset; last < codes.length; last += stride) {
      hash = extend(hash, codes[last] ?? 0);
      const first = last - span;
      if (first - stride >= 0) hash = (hash - Math.imul(codes[first - stride] ?? 0, power)) | 0;
      // Most places are ruled out by the hash alone.
      if (first < 0 || table[homeOf(hash, table)] === 0) continue;
      if (table[slotOf(runs, codes, first, stride, hash)] !== 0) found(first, last);
    }
  }
}

/** A text's units in small letters. */
export function unitsOf(text: string): Units {
  const small = fold(text);
  const codes = new Uint16Array(small.length);
  for (let at = 0; at < small.length; at += 1) codes[at] = small.charCodeAt(at);
  return { codes };
}

/** Of some units only those that count, each as what the map makes of it; 0 leaves one out. */
export function keepUnits({ codes }: Units, map: Uint8Array): Required<Units> {
  const kept = new Uint16Array(codes.length);
  const at = new Uint32Array(codes.length);
  let length = 0;
  for (let from = 0; from < codes.length; from += 1) {
    const code = map[codes[from] ?? 0] ?? 0;
    if (code === 0) continue;
    kept[length] = code;
    at[length] = from;
    length += 1;
  }
  return { codes: kept.subarray(0, length), at: at.subarray(0, length) };
}

/** In small letters, unit by unit: İ alone would become longer, and Σ differs at a word's end. */
function fold(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase().replaceAll("ς", "σ");
}
