import type { Json } from "../../json/index.js";
import {
  type AnySchema,
  createPattern,
  draftValue,
  noneOfFormat,
  othersThanNull,
  plainSchema,
  typeOf,
} from "../../schema/index.js";

/** A keyword, what is wrong with a value in a few words, and the value; other values that are wrong in the same way. */
export type InvalidValue = readonly [
  keyword: string,
  label: string,
  value: Json,
  others?: readonly Json[] | undefined,
];

/** A text that is longer takes too long to send, in characters. */
const longest = 100_000;

/** Texts that a schema refuses: too short, too long, not of its pattern, not of its format. */
export function invalidTexts(schema: AnySchema, type: string | undefined): readonly InvalidValue[] {
  const { minLength = 0, maxLength, format, pattern, enum: words } = schema;
  if (type !== "string" || words !== undefined) return [];
  const ofFormat = pattern === undefined ? noneOfFormat[format ?? ""] : undefined;
  const found: InvalidValue[] = [];
  if (ofFormat !== undefined && fitsLength(ofFormat, schema))
    found.push([
      "format",
      `is no ${format}`,
      ofFormat,
      letters.map((letter) => `${ofFormat}-${letter}`).filter((each) => fitsLength(each, schema)),
    ]);
  const [outside, ...others] =
    pattern === undefined ? [] : [...beyondPattern(pattern, schema), ...outsidePattern(pattern, schema)];
  if (outside !== undefined) found.push(["pattern", `is ${JSON.stringify(outside)}`, outside, others]);
  // Other formats have a length of their own.
  if (format === "uri" || (pattern !== undefined && format === undefined))
    found.push(...invalidLengths(schema));
  // Whether a format or a pattern allows a longer text is another question.
  if ((format !== undefined && format !== "password") || pattern !== undefined) return found;
  const ofLength = (keyword: string, length: number): InvalidValue => [
    keyword,
    `has ${length} characters`,
    "n".repeat(length),
    letters.map((letter) => letter.repeat(length)),
  ];
  if (minLength > 0) found.push(ofLength("minLength", minLength - 1));
  if (maxLength !== undefined && maxLength < longest) found.push(ofLength("maxLength", maxLength + 1));
  return found;
}

/** The parts of texts that are wrong in the same way. */
const letters = [..."bcdef"];

/** To look for a pattern in a text that is longer takes too long, in characters. */
const longestOfPattern = 2000;

/** Texts that are as described, but for their length. */
function invalidLengths(schema: AnySchema): readonly InvalidValue[] {
  const { pattern = "", minLength = 0, maxLength = longest } = schema;
  const ofLength = (keyword: string, length: number): readonly InvalidValue[] => {
    if (length < 1 || length > longestOfPattern) return [];
    const [first, ...others] = [
      ...(pattern === "" ? [] : repeatedIn(pattern, length)),
      ...padded(schema, length),
    ];
    return first === undefined ? [] : [[keyword, `has ${length} characters`, first, others] as const];
  };
  return [...ofLength("minLength", minLength - 1), ...ofLength("maxLength", maxLength + 1)];
}

/** Texts of one character that have a pattern: those first of which it is the whole. */
function repeatedIn(pattern: string, length: number): readonly string[] {
  const texts = [..."naA71bBc"].map((each) => each.repeat(length));
  const whole = matching(`^(?:${pattern})$`, texts);
  return whole.length > 0 ? whole : matching(pattern, texts);
}

/** A valid text with letters behind it, where that has the pattern, too: an address, for example. */
function padded(schema: AnySchema, length: number): readonly string[] {
  const { maxLength: _, minLength: __, ...free } = schema;
  const made = draftValue(free);
  if (typeof made !== "string" || made.length >= length) return [];
  const texts = letters.map((letter) => made + letter.repeat(length - made.length));
  return matching(schema.pattern ?? "", texts);
}

/** The texts in which a pattern is found; none where that is not decided in time. */
function matching(pattern: string, texts: readonly string[]): readonly string[] {
  try {
    const found = createPattern(pattern);
    return texts.filter((text) => found.test(text) === true);
  } catch {
    return [];
  }
}

function fitsLength({ length }: string, { minLength = 0, maxLength = length }: AnySchema): boolean {
  return length >= minLength && length <= maxLength;
}

/**
 * Texts in which no dialect of regular expressions finds the pattern, whether it is looked for anywhere or has to be the
 * whole: without its anchors it matches no part of them, in whatever case and normal form a server reads them.
 */
function outsidePattern(
  pattern: string,
  { minLength = 0, maxLength = minLength + 8 }: AnySchema,
): readonly string[] {
  const length = Math.min(Math.max(minLength, 4), maxLength);
  const loose = pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  try {
    const [anywhere, whole] = [createPattern(loose), createPattern(pattern)];
    const lengths = [0, 1, 2, 3]
      .map((more) => length + more)
      .filter((each) => each <= Math.max(maxLength, length));
    return [..."~-a7"]
      .flatMap((character) => lengths.map((each) => character.repeat(each)))
      .filter((text) => text.length >= minLength)
      .filter((text) =>
        readings(text).every((each) => anywhere.test(each) === false && whole.test(each) === false),
      );
  } catch {
    return [];
  }
}

/**
 * Valid texts with one more letter behind them, where the pattern is that of a whole text: a server has to look to the end to refuse
 * them.
 */
function beyondPattern(pattern: string, schema: AnySchema): readonly string[] {
  if (!/^\^[^|]*[^\\]\$$/.test(pattern)) return [];
  const made = draftValue(schema);
  if (typeof made !== "string") return [];
  try {
    const whole = createPattern(pattern);
    return letters
      .map((letter) => made + letter)
      .filter((text) => fitsLength(text, schema))
      .filter((text) => readings(text).every((each) => whole.test(each) === false));
  } catch {
    return [];
  }
}

/** A text as a server may read it: trimmed, in the other case, in its normal form. */
function readings(text: string): readonly string[] {
  return [text, text.trim(), text.toLowerCase(), text.toUpperCase(), text.normalize("NFC")];
}

/** Values that are none of those that a schema lists. */
export function invalidEnums({ enum: listed, const: only }: AnySchema): readonly InvalidValue[] {
  const all = (listed ?? (only === undefined ? [] : [only])).filter((each) => each !== null);
  const [first] = all;
  const [keyword, label] =
    listed === undefined ? ["const", "is not the one value"] : ["enum", "is none of the listed words"];
  if (typeof first === "string" && all.every((each) => typeof each === "string")) {
    const other = `${first}x`;
    return [[keyword, label, all.includes(other) ? `${other}-pedigree` : other]];
  }
  const numbers = all.filter((each) => Number.isSafeInteger(each)).map(Number);
  if (first === undefined || numbers.length < all.length) return [];
  return [
    [
      keyword,
      listed === undefined ? label : "is none of the listed numbers",
      BigInt(Math.max(...numbers)) + 1n,
    ],
  ];
}

/** An object without members, where each of several alternatives requires some. */
export function invalidChoices({ oneOf, anyOf }: AnySchema): readonly InvalidValue[] {
  const alternatives = othersThanNull(oneOf ?? anyOf ?? []).map(plainSchema);
  const isOfObjects = alternatives.every(
    (each) => typeOf(each) === "object" && (each.required ?? []).length > 0,
  );
  if (alternatives.length < 2 || !isOfObjects) return [];
  return [[oneOf === undefined ? "anyOf" : "oneOf", "is an empty object, which no alternative allows", {}]];
}
