import * as fc from "fast-check";
import type { AnySchema } from "./any-schema.js";
import { drawWithinLimit, matchWithinLimit, patternIn, regExpOf } from "./pattern.js";
import { stepsToDraw } from "./pattern-counts.js";
import { fullShape, NoValue, type ValueOptions } from "./value-options.js";

type TextOptions = Pick<
  ValueOptions,
  "marker" | "shape" | "days" | "firstDay" | "isEnd" | "isVaried" | "hasOffsets"
>;

/**
 * A text that a schema allows: an example of the description's own, or one that its keywords make.
 * @throws NoValue where none can be made
 */
export function textFor(schema: AnySchema, options: TextOptions): string {
  const text = textWithoutOffset(schema, options);
  const isTime = options.hasOffsets === true && schema.format === "date-time";
  return isTime ? text.replace(/Z$/, "+00:00") : text;
}

function textWithoutOffset(schema: AnySchema, options: TextOptions): string {
  const { pattern, minLength = 0, maxLength } = schema;
  if (pattern === undefined || patternIn(pattern) === undefined) return textOf(schema, options);
  const isFit = (each: string): boolean => fits(each, pattern, minLength, maxLength);
  const likely = likelyTexts(schema, options);
  const text = matchWithinLimit(() => likely.find(isFit)) ?? textMatching(pattern, options.marker(), isFit);
  if (text === undefined) throw new NoValue(`no text is known for the pattern ${pattern}`);
  return text;
}

/** Texts that a pattern may describe, the likeliest first. Many libraries describe a format by a pattern, too. */
function likelyTexts(schema: AnySchema, options: TextOptions): readonly string[] {
  const { format = "" } = schema;
  const { marker, isVaried = false } = options;
  const own = Object.hasOwn(formats, format) ? [textOf(schema, options)] : [];
  const [word, example] = [marker(), exampleOf(schema)];
  // Passwords may have to have a character of each kind.
  const words = [word, word.toUpperCase(), `Aa1!${word}`];
  const known = example === undefined ? [] : [isVaried ? alike(example, word) : example];
  const ofFormats = (names: readonly string[]) => names.flatMap((name) => formats[name]?.(word) ?? []);
  if (isVaried) return [...own, ...words, ...known, ...ofFormats(varyingFormats)];
  // An example may be all that a server knows; an old date is of no use.
  const first = /^date/.test(format) ? [...own, ...known] : [...known, ...own];
  const decimals = format === "decimal" ? plainDecimals : [];
  return [...first, ...decimals, ...words, "12345", "A1", ...ofFormats(Object.keys(formats))];
}

function exampleOf({ examples = [], default: usual }: AnySchema): string | undefined {
  return [...examples, usual].find((each) => typeof each === "string");
}

/** A text that a schema without a pattern allows. */
function textOf(schema: AnySchema, options: TextOptions): string {
  const { format, minLength = 0, maxLength } = schema;
  const { marker, shape, days = 0, firstDay, isEnd = false, isVaried = false } = options;
  const { textLength = 0 } = shape;
  const example = exampleOf(schema);
  const own = isVaried ? ownFormats[format ?? ""] : undefined;
  if (own !== undefined) return own(Number.parseInt(marker(), 36));
  const isDate = /^date/.test(format ?? "");
  const known = isDate && example !== undefined && recent.test(example) ? example : undefined;
  const date = isDate ? (known ?? formats[format ?? ""]?.("")) : undefined;
  // Of two that begin and end on one day, the end may be the earlier one.
  if (date !== undefined && firstDay !== undefined)
    return later(firstDay + date.slice(10), isEnd ? days + 1 : days);
  if (known !== undefined) return later(known, days);
  const made = (isEnd ? ends[format ?? ""] : undefined) ?? formats[format ?? ""]?.(marker());
  if (made !== undefined) return isDate ? later(made, days) : made;
  if (minLength > longest) throw new NoValue(`a text of ${minLength} characters is not made`);
  const least = maxLength === undefined ? Math.max(minLength, textLength) : minLength;
  return textOfLength(Math.max(least, Math.min(usualLength, maxLength ?? usualLength)), marker);
}

/** Characters of an example that become others, at most, and digits of which there are enough. */
const mostVaried = 8;
const enoughDigits = 6;

/** A text that looks like an example, with other digits at its end, and other letters if there are few digits; eight letters decide. */
function alike(example: string, marker: string): string {
  const hasDigits = (example.match(/\d/g) ?? []).length >= enoughDigits;
  let [rest, count] = [Number.parseInt(marker, 36), 0];
  const varied = [...example].toReversed().map((character) => {
    const first = hasDigits
      ? /\d/.test(character) && "0"
      : ["0", "a", "A"].find((each) => kindOf(each) === kindOf(character));
    if (!first || count >= mostVaried) return character;
    const size = first === "0" ? 10 : 26;
    const other = String.fromCharCode(first.charCodeAt(0) + (rest % size));
    rest = Math.floor(rest / size);
    count += 1;
    return other;
  });
  return varied.toReversed().join("");
}

/** Is a character a digit, a small letter or a capital one? */
function kindOf(character: string): string | undefined {
  return [/^\d$/, /^[a-z]$/, /^[A-Z]$/].find((each) => each.test(character))?.source;
}

/** Numbers as texts, with no more decimals than every server keeps. */
const plainDecimals = ["12.5", "1.25", "1.5", "12", "1"];

/** A date that every server can hold. */
const recent = /^(19[7-9]\d|20[0-2]\d|203[0-7])-\d\d-\d\d(T\S+(Z|[+-]\d\d:\d\d))?$/;

/** The same time of another day. */
function later(date: string, days: number): string {
  const day = new Date(Date.parse(date.slice(0, 10)) + days * 86_400_000);
  return `${day.toISOString().slice(0, 10)}${date.slice(10)}`;
}

/** Of a text, in characters. */
const longest = 100_000;

/** As in `Pedigree abcdefgh`, in characters. */
const usualLength = 17;

/** A text of this length, in characters. If it is long enough, it has a word that no other text has. */
export function textOfLength(length: number, marker: () => string): string {
  let text = length < usualLength ? marker() : `Pedigree ${marker()}`;
  while (text.length < length) text += ` ${marker()}`;
  return text.slice(0, length).replace(/ $/, "n");
}

/** Making one takes longer than drawing from it. */
const arbitraries = new Map<string, fc.Arbitrary<string>>();

function arbitraryOf(pattern: string): fc.Arbitrary<string> {
  const arbitrary = arbitraries.get(pattern) ?? fc.stringMatching(regExpOf(pattern));
  arbitraries.set(pattern, arbitrary);
  return arbitrary;
}

/** A text that fits, with the eight letters in it if it may have them, and without blanks, since these may be trimmed. */
function textMatching(pattern: string, marker: string, isFit: (text: string) => boolean): string | undefined {
  const drawn = textsMatching(pattern, marker);
  const marked = drawn.filter((text) => letters.test(text)).map((text) => text.replace(letters, marker));
  const fitting = matchWithinLimit(() => [...marked, ...drawn].filter(isFit));
  return fitting.find((text) => !text.includes(" ")) ?? fitting[0];
}

/** Where the eight letters have room. */
const letters = /(?<![a-z])[a-z]{8}/;

/** A text of a pattern that stands in a path as it is, made by chance from eight letters; numbers in it begin with no zero. */
export function wordMatching(schema: AnySchema, marker: string): string | undefined {
  const { pattern = "", minLength = 0, maxLength } = schema;
  return textsMatching(pattern, marker).find(
    (text) => /^(?!.*(?<!\d)0\d)\w[\w-]*$/.test(text) && fits(text, pattern, minLength, maxLength),
  );
}

/** Texts of a pattern that are drawn at a time, and the characters of all of them, at most. */
const mostTexts = 50;
const mostSteps = 50_000;
/** Characters of one text, at most. */
const mostStepsOfText = 2000;

/** Texts that a pattern describes, made by chance; the eight letters decide which. */
function textsMatching(pattern: string, marker: string): readonly string[] {
  const numRuns = drawsOf(pattern);
  if (numRuns === 0) return [];
  const seed = Number.parseInt(marker, 36) % 2 ** 31;
  const drawn = drawWithinLimit(() => {
    try {
      return fc.sample(arbitraryOf(pattern), { seed, numRuns });
    } catch {
      return [];
    }
  });
  if (drawn === undefined) undrawable.add(pattern);
  return (drawn ?? []).filter((text) => /^[\x20-\x7e]*$/.test(text));
}

/** Patterns of which no text was made in time. */
const undrawable = new Set<string>();

/** Returns how many texts of a pattern are drawn at a time; none where one is too long. */
function drawsOf(pattern: string): number {
  const steps = stepsToDraw(pattern);
  if (steps > mostStepsOfText || undrawable.has(pattern)) return 0;
  return Math.min(mostTexts, Math.floor(mostSteps / Math.max(1, steps)));
}

/** Of a character that is drawn: few of the texts that are drawn are copied into requests. */
const costOfStep = 0.5;

/** Returns the cost of a text that `textFor` makes of a schema: about one for each character. Infinity where none is made. */
export function costOfText(schema: AnySchema): number {
  const { pattern, minLength = 0, maxLength, format = "" } = schema;
  const least = Object.hasOwn(formats, format) ? usualLength : Math.max(minLength, usualLength);
  if (pattern === undefined || patternIn(pattern) === undefined) return least;
  const likely = likelyTexts(
    { ...schema, minLength: Math.min(minLength, longest) },
    { marker: () => "abcdefgh", shape: fullShape },
  );
  const known = matchWithinLimit(() => likely.find((text) => fits(text, pattern, minLength, maxLength)));
  if (known !== undefined) return known.length;
  const draws = drawsOf(pattern);
  return draws === 0 ? Number.POSITIVE_INFINITY : stepsToDraw(pattern) * draws * costOfStep;
}

function fits(
  text: string,
  pattern: string,
  minLength: number,
  maxLength = Number.POSITIVE_INFINITY,
): boolean {
  return patternIn(pattern)?.test(text) === true && text.length >= minLength && text.length <= maxLength;
}

/** The later one of two dates, by format. */
const ends: Readonly<Record<string, string>> = {
  date: "2026-01-16",
  "date-time": "2026-01-15T11:00:00Z",
  time: "11:00:00Z",
};

/** Texts of the formats that are the same in every request otherwise. Sources: RFC 2544, RFC 3849. */
const ownFormats: Readonly<Record<string, (number: number) => string>> = {
  ipv4: (number) => `198.18.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`,
  ipv6: (number) => `2001:db8::${(number % 0xffff).toString(16)}:1`,
};

/** Texts of the formats that are well known, from eight letters. Sources: RFC 3339, RFC 2606, RFC 9562. */
const formats: Readonly<Record<string, (marker: string) => string>> = {
  date: () => "2026-01-15",
  "date-time": () => "2026-01-15T10:00:00Z",
  time: () => "10:00:00Z",
  duration: () => "PT1H",
  email: (marker) => `${marker}@example.com`,
  uuid: (marker) =>
    `${Buffer.from(marker).toString("hex").slice(0, 8)}-0000-4000-8000-${Buffer.from(marker).toString("hex").slice(4)}`,
  uri: (marker) => `https://example.invalid/${marker}`,
  url: (marker) => `https://example.invalid/${marker}`,
  hostname: (marker) => `${marker}.example.invalid`,
  ipv4: () => "192.0.2.1",
  ipv6: () => "2001:db8::1",
  // Numbers as texts, as Protocol Buffers write those that JavaScript has no numbers for.
  int64: () => "12",
  uint64: () => "12",
  decimal: () => "12.5",
  byte: (marker) => Buffer.from(marker).toString("base64"),
};

/** Those of which no two texts are the same. */
const varyingFormats = ["email", "uuid", "uri", "hostname"];

/** Texts that no parser of the format takes. Sources: RFC 3339, RFC 5321, RFC 9562, RFC 4291, RFC 3986. */
export const noneOfFormat: Readonly<Record<string, string>> = {
  date: "not-a-date",
  "date-time": "not-a-date-time",
  email: "no-address",
  uuid: "not-a-uuid",
  time: "not-a-time",
  duration: "not-a-duration",
  uri: "not an address",
  ipv4: "not-an-address",
  ipv6: "not-an-address",
};
