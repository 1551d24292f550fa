/*
 * Readers of a file that may hold anything: each takes a value and where it stands, and throws UnusableReport if it
 * is another than it should be.
 */

/** Why a file is no report that can be used. */
export class UnusableReport extends Error {
  override readonly name = "UnusableReport";
}

/** An object of which nothing is known yet. */
export type Members = Readonly<Record<string, unknown>>;

/** The members of an object. */
export function members(value: unknown, where: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new UnusableReport(`${where} is no JSON object`);
}

/** The first so many entries of a list. */
export function list(value: unknown, where: string, most: number): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, most);
  throw new UnusableReport(`${where} is no list`);
}

/** A text, cut to a length. */
export function text(value: unknown, where: string, most: number): string {
  if (typeof value === "string") return value.length <= most ? value : `${value.slice(0, most - 1)}…`;
  throw new UnusableReport(`${where} is no text`);
}

/** What ends up in addresses within the page is held to its form. */
export function matching(value: unknown, where: string, pattern: RegExp): string {
  if (typeof value === "string" && pattern.test(value)) return value;
  throw new UnusableReport(`${where} is none that pedigree gives`);
}

/** A finite number. */
export function number(value: unknown, where: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new UnusableReport(`${where} is no number`);
}

/** A number from 0. */
export function amount(value: unknown, where: string): number {
  const read = number(value, where);
  if (read >= 0) return read;
  throw new UnusableReport(`${where} is below 0`);
}

/** One of these words. */
export function oneOf<Word extends string>(value: unknown, where: string, words: readonly Word[]): Word {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new UnusableReport(`${where} is none of ${words.join(", ")}`);
}

/** A moment as `toISOString` writes it. */
export function moment(value: unknown): string {
  const date = new Date(text(value, "run.startedAt", 40));
  // Beyond that, years have more digits, and texts would not sort by time.
  if (date.getTime() >= 0 && date.getUTCFullYear() < 10_000) return date.toISOString();
  throw new UnusableReport("run.startedAt is no moment");
}
