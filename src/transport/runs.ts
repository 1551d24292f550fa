/** All runs of a certain length of some forms, and a filter that rules most texts out. */
export interface Runs {
  readonly length: number;
  readonly all: ReadonlySet<string>;
  readonly filter: Uint8Array;
}

/** Every run of that many units of every form. */
export function collectRuns(forms: readonly string[], length: number): Runs {
  const all = new Set<string>();
  for (const form of forms)
    for (let at = 0; at + length <= form.length; at += 1) all.add(form.slice(at, at + length));
  const filter = new Uint8Array(2 ** 16);
  for (const run of all) filter[hashAt(run, 0, 1)] = 1;
  return { length, all, filter };
}

/** Reports where runs stand in a text of which only every n-th unit counts: the first unit and the last one. */
export function findRuns(
  { length, all, filter }: Runs,
  text: string,
  stride: number,
  found: (first: number, last: number) => void,
): void {
  const span = (length - 1) * stride;
  for (let first = 0; first + span < text.length; first += 1) {
    if (filter[hashAt(text, first, stride)] === 0) continue;
    let run = "";
    for (let nth = 0; nth < length; nth += 1) run += text.charAt(first + nth * stride);
    if (all.has(run)) found(first, first + span);
  }
}

/** Of four units, the shortest run has seven. */
function hashAt(text: string, at: number, stride: number): number {
  const unit = (nth: number): number => text.charCodeAt(at + nth * stride);
  return (unit(0) ^ (unit(2) << 4) ^ (unit(4) << 8) ^ (unit(6) << 11)) & 0xffff;
}
