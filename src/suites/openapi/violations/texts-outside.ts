import { type AnySchema, createPattern } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";

/** A keyword, what is wrong with a value in a few words, and the value; the family, if it is not the keyword's own. */
export type Outside = readonly [keyword: string, label: string, value: Json, family?: string];

/** A text that is longer takes too long to send, in characters. */
const longest = 100_000;

/** Texts that a schema refuses: too short, too long, not of its pattern, not of its format. */
export function textOutside(schema: AnySchema, type: string | undefined): readonly Outside[] {
  const { minLength = 0, maxLength, format, pattern, enum: words } = schema;
  if (type !== "string" || words !== undefined) return [];
  const ofFormat = pattern === undefined ? noneOfFormat[format ?? ""] : undefined;
  const found: Outside[] = [];
  if (ofFormat !== undefined && fitsLength(ofFormat, schema))
    found.push(["format", `is no ${format}`, ofFormat, `format ${format}`]);
  const outside = pattern === undefined ? undefined : outsidePattern(pattern, schema);
  if (outside !== undefined) found.push(["pattern", `is ${JSON.stringify(outside)}`, outside]);
  if (pattern !== undefined) found.push(...lengthsOutside(pattern, schema));
  // What a format or a pattern makes of a longer text is another question.
  if ((format !== undefined && format !== "password") || pattern !== undefined) return found;
  if (minLength > 0) found.push(["minLength", `has ${minLength - 1} characters`, "n".repeat(minLength - 1)]);
  if (maxLength !== undefined && maxLength < longest)
    found.push(["maxLength", `has ${maxLength + 1} characters`, "n".repeat(maxLength + 1)]);
  return found;
}

/** Texts that have the pattern, but not the length. */
function lengthsOutside(
  pattern: string,
  { minLength = 0, maxLength = longest }: AnySchema,
): readonly Outside[] {
  const ofPattern = (length: number): string | undefined =>
    length < 1 || length > longest ? undefined : repeatedIn(pattern, length);
  const [short, long] = [ofPattern(minLength - 1), ofPattern(maxLength + 1)];
  return [
    ...(short === undefined ? [] : [["minLength", `has ${minLength - 1} characters`, short] as const]),
    ...(long === undefined ? [] : [["maxLength", `has ${maxLength + 1} characters`, long] as const]),
  ];
}

/** A text of one character that has a pattern, also where all of it has to. */
function repeatedIn(pattern: string, length: number): string | undefined {
  try {
    const whole = createPattern(`^(?:${pattern})$`);
    return ["n", "a", "A", "7", "1"].map((each) => each.repeat(length)).find((text) => whole.test(text));
  } catch {
    return undefined;
  }
}

function fitsLength({ length }: string, { minLength = 0, maxLength = length }: AnySchema): boolean {
  return length >= minLength && length <= maxLength;
}

/** Texts that no parser of the format takes. Sources: RFC 3339, RFC 5321, RFC 9562, RFC 4291, RFC 3986. */
const noneOfFormat: Readonly<Record<string, string>> = {
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

/**
 * A text in which no dialect of regular expressions finds the pattern, whether it is looked for anywhere or has to be the
 * whole: without its anchors it matches no part of it.
 */
function outsidePattern(pattern: string, { minLength = 0, maxLength }: AnySchema): string | undefined {
  const length = Math.min(Math.max(minLength, 4), maxLength ?? 4);
  const loose = pattern.replace(/^\^/, "").replace(/\$$/, "");
  try {
    const [anywhere, whole] = [createPattern(loose), createPattern(pattern)];
    return ["~", "-", "a", "7"]
      .map((character) => character.repeat(length))
      .find((text) => !anywhere.test(text) && !whole.test(text) && text.length >= minLength);
  } catch {
    return undefined;
  }
}
