import type { Json } from "../../json/index.js";
import { type AnySchema, leavesChoice, patternIn, plainSchema, typeOf } from "../../schema/index.js";

/** Which of some values is made, and of what. */
export interface ValueOfRank {
  /** Counted from 0, the lowest first. */
  readonly rank: number;
  /** How many there are. */
  readonly count: number;
  /** A word that is this one's, in the order of the ranks. */
  readonly word: string;
  readonly marker: () => string;
  /** The valid value that is there now. */
  readonly now?: Json | undefined;
  /** How many times the lowest number the highest one is, where that matters. */
  readonly factor: number | undefined;
}

/** First letters that every language has in this order. */
const plainLetters = /^[bdfgkmnpr]/;
/** Words that are drawn, at most. */
const mostDrawn = 200;

/** Do words like this one have the same order in every language, as far as their first letters differ? */
export function isOfPlainOrder(word: string): boolean {
  return plainLetters.test(word);
}

/** Is it a text of a form, as codes and article numbers are? A form that lists words is that of a state. */
export function isFormed(schema: AnySchema): boolean {
  const { pattern, enum: words, format } = plainSchema(schema);
  const isOfForm = pattern !== undefined && !pattern.includes("|") && words === undefined;
  return isOfForm && format === undefined && typeOf(plainSchema(schema)) === "string";
}

/** Does a text have the form of a schema, and a first letter that every language has in one order, since the form allows one case? */
export function isFormedInOrder(schema: AnySchema, text: string): boolean {
  const [first = ""] = text;
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  const plain = plainSchema(schema);
  const isPlain = isFormed(schema) && isOfPlainOrder(first.toLowerCase()) && isFit(plain, text);
  return isPlain && !isFit(plain, `${other}${text.slice(1)}`);
}

/** A text of a form that begins with the letter of this rank, made of one that has the form; undefined where the form forbids it. */
function formedOfRank(plain: AnySchema, { word, now }: ValueOfRank): string | undefined {
  if (plain.pattern === undefined || typeof now !== "string") return undefined;
  const letter = word.slice(0, 1);
  return [letter.toUpperCase(), letter]
    .map((each) => `${each}${now.slice(1)}`)
    .find((each) => isFormedInOrder(plain, each));
}

/** Words of which the first letters differ, in their order. */
export function wordsInOrder(count: number, marker: () => string): readonly string[] {
  const byLetter = new Map<string, string>();
  for (let drawn = 0; drawn < mostDrawn && byLetter.size < count; drawn += 1) {
    const word = marker();
    if (isOfPlainOrder(word)) byLetter.set(word.slice(0, 1), word);
  }
  return [...byLetter.values()].toSorted();
}

/** A value of this rank: a word, a list of words, or a number. Undefined where the schema allows none, or leaves a choice. */
export function valueOfRank(schema: AnySchema, made: ValueOfRank): Json | undefined {
  const plain = plainSchema(schema);
  if (leavesChoice(schema) || plain.readOnly === true || plain.const !== undefined) return undefined;
  switch (typeOf(plain)) {
    case "string":
      if (!isFree(plain)) return undefined;
      return isFit(plain, made.word) ? made.word : formedOfRank(plain, made);
    case "array":
      return listOfRank(plain, made);
    case "integer":
    case "number":
      return plain.enum === undefined ? numberOfRank(plain, made) : undefined;
    default:
      return undefined;
  }
}

/** May it be any text, as far as its format goes? */
function isFree({ format, enum: words }: AnySchema): boolean {
  return format === undefined && words === undefined;
}

/** Does a text have the length and the pattern that are stated? */
export function isFit({ pattern, minLength = 0, maxLength }: AnySchema, word: string): boolean {
  if (word.length < minLength || word.length > (maxLength ?? word.length)) return false;
  return pattern === undefined || patternIn(pattern)?.test(word) === true;
}

function listOfRank(
  { items = {}, minItems = 0, maxItems = 2 }: AnySchema,
  made: ValueOfRank,
): Json | undefined {
  const each = plainSchema(items);
  if (leavesChoice(items) || typeOf(each) !== "string" || minItems > 1 || maxItems < 1) return undefined;
  const words = (each.enum ?? []).filter((word) => typeof word === "string");
  if (words.length > 0) return words.length < made.count ? undefined : [words[made.rank] ?? ""];
  if (!isFree(each) || !isFit(each, made.word)) return undefined;
  return maxItems > 1 ? [made.word, made.marker()] : [made.word];
}

/** Between two numbers, at most: more might be too much for what else an item has. */
const mostBetween = 20;
/** Of numbers from here on, some that are higher come first as texts. */
const lowestUsual = 3;

function numberOfRank(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: AnySchema,
  { rank, count, factor }: ValueOfRank,
): Json | undefined {
  const step = Number.isInteger(1 / multipleOf) ? 1 : multipleOf;
  if (!Number.isSafeInteger(step)) return undefined;
  const above = Math.max(minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1, 1);
  const below = exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : exclusiveMaximum - 1;
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, below);
  const isWide = factor === undefined && most - above >= lowestUsual * step * count;
  const lowest = Math.ceil((isWide ? Math.max(above, lowestUsual) : above) / step) * step;
  const last = Math.max(1, count - 1);
  // In a narrow range, the highest number is that of several items.
  const gap =
    Math.max(1, Math.floor(Math.min(Math.max(mostBetween, step), (most - lowest) / last) / step)) * step;
  const ratio = Math.min((factor ?? 0) + 1, most / lowest) ** (1 / last);
  const due = factor === undefined ? lowest + rank * gap : Math.round((lowest * ratio ** rank) / step) * step;
  const value = Math.min(due, Math.floor(most / step) * step);
  return most > lowest && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
