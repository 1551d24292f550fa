import { memoize, type Operation, operationText } from "../description/index.js";
import { type Json, numberAsWritten } from "../json/index.js";
import {
  bodyPlaces,
  isChosenByServer,
  isState,
  matches,
  sentencesOf,
  soundsHarmful,
} from "../model/index.js";
import { type AnySchema, plainSchema, typeOf } from "../schema/index.js";

/** A value that the description allows a member to have, and that a store may fail to hold. Plain data. */
export interface DescribedValue {
  readonly path: readonly string[];
  readonly kind: "number" | "decimal" | "text" | "blanks" | "empty text" | "state" | "time";
  /** Goes on after the name of the member. */
  readonly label: string;
  readonly value: Json;
  /** Is a word of the run sent with it? */
  readonly isMarked?: true;
  /** The other states of the member. */
  readonly others?: readonly string[];
}

/** How much is tried: less on another machine, and more by day and by night. */
interface Depth {
  /** There, no state is chosen, no id is guessed, no text is very long, and each has a word of the run. */
  readonly isElsewhere: boolean;
  readonly isThorough: boolean;
  /** Are the items deleted again? Then each text has a word of the run, by which its item is found. */
  readonly areDeletable: boolean;
}

/** Values of one member that are tried, at most: one creation has one of each member. */
const mostValues = 6;
/** States in which an item is created, beside the usual one. */
const mostStates = 2;

/** Returns the values of the members of a body: a row has one of each, so that a creation tries several. */
export function describedRows(
  operation: Operation,
  { isElsewhere, isThorough, areDeletable }: Depth,
): readonly (readonly DescribedValue[])[] {
  const { required = [] } = operation.body?.schema ?? {};
  const columns = placesOf(operation).map(({ place: { path }, schema, valid }) => {
    const name = path.at(-1) ?? "";
    const plain = plainSchema(schema);
    if (name === "*" || plain.writeOnly === true || plain.const !== undefined) return [];
    const values = [
      ...statesOf(name, plain, { valid, isElsewhere }),
      ...timesOf(name, plain, valid),
      ...decimalsOf(plain),
      ...numbersOf(name, plain, isElsewhere),
      ...blanksOf(name, plain, operation),
      ...(required.includes(name) ? [] : emptyOf(name, plain, operation)),
      ...textsOf(name, plain, isElsewhere),
    ];
    return values
      .filter(({ kind, isMarked }) => !areDeletable || kind !== "text" || isMarked === true)
      .slice(0, isThorough ? undefined : mostValues)
      .map((each): DescribedValue => ({ path, ...each }));
  });
  const most = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: most }, (_, row) => columns.flatMap((column) => column[row] ?? []));
}

/** To make a draft of a body takes a while. */
const placesOf = memoize((operation: Operation) => bodyPlaces(operation));

type Row = Omit<DescribedValue, "path">;

/** Some states are reached by a command alone: `sent`, `paid`. */
function statesOf(
  name: string,
  { enum: words = [] }: AnySchema,
  { valid, isElsewhere }: { readonly valid: Json | undefined; readonly isElsewhere: boolean },
): readonly Row[] {
  if (isElsewhere || !(isState(name) || matches(name, "chosen-words"))) return [];
  const states = words.filter((word): word is string => typeof word === "string");
  return states
    .filter((word) => word !== valid && !soundsHarmful(word))
    .slice(0, mostStates)
    .map((word) => ({
      kind: "state",
      label: `is ${word}`,
      value: word,
      others: states.filter((each) => each !== word),
    }));
}

/** The offset of a time that is sent, in ms. */
export const sentOffset = 7_200_000;

/** The same time at another offset. Source: RFC 3339, section 5.6. */
function timesOf(name: string, { format, enum: words }: AnySchema, valid: Json | undefined): readonly Row[] {
  const instant = format === "date-time" && typeof valid === "string" ? Date.parse(valid) : Number.NaN;
  if (words !== undefined || isChosenByServer(name) || Number.isNaN(instant) || instant % 1000 !== 0)
    return [];
  const value = new Date(instant + sentOffset).toISOString().replace(".000Z", "+02:00");
  return [{ kind: "time", label: "has the offset +02:00", value }];
}

/** Bounds of the formats of integers. Of one without a format, not every client knows what is beyond a double (RFC 7493, section 2.2). */
const formats: Readonly<Record<string, readonly [least: bigint, greatest: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  "": [-(2n ** 53n) + 1n, 2n ** 53n - 1n],
};

/** Integers that a narrower type, or a double, does not hold: the likeliest fault first. 0 and -1 may stand for what is usual. */
const integers: readonly (readonly [label: string, value: bigint])[] = [
  ["is the first beyond 32 bits", 2n ** 31n],
  ["is negative", -7n],
  ["is an integer that no double holds", 2n ** 53n + 305_419_897n],
  ["is the largest of 64 bits", 2n ** 63n - 1n],
  ["is the smallest of 64 bits", -(2n ** 63n)],
  ["is large, and one that doubles hold", 2n ** 53n - 305_419_897n],
];

const fractions: readonly (readonly [label: string, value: string])[] = [
  ["is negative", "-12.5"],
  ["has more digits than 32 bits hold", "16777217.25"],
];

/**
 * Says the description of a member that it is stored as it is sent? Times may be written in several ways, and members that a server
 * changes may be said to be stored as sent, but for that.
 */
export function isKeptAsSent({ description = "", format }: AnySchema): boolean {
  const isSaid = matches(description, "kept-as-sent") && !isAltered({ description });
  return isSaid && (format === undefined || format === "double");
}

/** Says the description of a member that the server stores another value than is sent: "Several blanks become one"? */
export function isAltered({ description = "" }: AnySchema): boolean {
  return matches(description, "changed-values");
}

/** A server may round what its description does not say to be kept as it is sent. */
function decimalsOf(schema: AnySchema): readonly Row[] {
  const { enum: words, multipleOf } = schema;
  const isFree = words === undefined && multipleOf === undefined && isWithin(schema, 1.2345);
  return typeOf(schema) === "number" && isFree && isKeptAsSent(schema)
    ? [{ kind: "decimal", label: "has four decimals", value: numberAsWritten("1.2345") }]
    : [];
}

/** A server may make as many of something as a number says, or keep it as long. */
function numbersOf(name: string, schema: AnySchema, isElsewhere: boolean): readonly Row[] {
  const { enum: words, format = "", multipleOf } = schema;
  const isFree = words === undefined && multipleOf === undefined && !matches(name, "amounts");
  const mayGuess = !isElsewhere || !matches(name, "item-ids");
  const type = typeOf(schema);
  if (!isFree || !mayGuess || isAltered(schema)) return [];
  if (type === "number" && ["", "double"].includes(format))
    return fractions
      .filter(([, value]) => !isElsewhere || Number(value) < 0)
      .filter(([, value]) => isWithin(schema, Number(value)))
      .map(([label, value]) => ({ kind: "number", label, value: numberAsWritten(value) }));
  const [least, greatest] = formats[format] ?? [];
  if (type !== "integer" || least === undefined || greatest === undefined) return [];
  // The bounds of a description are tried elsewhere.
  const isTriedAsBound = (value: bigint): boolean => schema.maximum !== undefined && value > 2n ** 53n;
  return (
    integers
      .filter(([, value]) => value >= least && value <= greatest && isWithin(schema, Number(value)))
      // A server may make as much of something as a number says, whatever its name is.
      .filter(([, value]) => !isElsewhere || value < 2n ** 31n)
      .filter(([, value]) => !isTriedAsBound(value))
      .map(([label, value]) => ({ kind: "number", label, value }))
  );
}

/** Is a number within the bounds of a schema? */
export function isWithin(schema: AnySchema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema;
  return (
    value >= minimum &&
    value <= maximum &&
    value > (exclusiveMinimum ?? -Infinity) &&
    value < (exclusiveMaximum ?? Infinity)
  );
}

/** The length of a text that is longer than what is compared elsewhere, in characters. */
const longLength = 5000;
/** In characters: a word of the run, with what stands around it. */
const aroundLength = 25;

/** Texts beside a word of the run. */
const texts: readonly (readonly [label: string, value: string])[] = [
  ["has quotes, markup and escapes in it", '"a" o\'b <b>&amp;</b>\\n%41%s{0}'],
  ["has two blanks in a row", "one  two"],
  ["has letters and pictures of all kinds in it", "e\u0301 \u00e4 \u{20bb7} \u0416 \u{1f415}\u{1f3fd}"],
];

/** Texts that a server may take for something else. */
const bareTexts = ["12", "null", "1e5", "2024-02-29", "12.50", "undefined", "constructor", "true"];

/** A narrow text may have letters of its own kind alone. */
function textsOf(name: string, schema: AnySchema, isElsewhere: boolean): readonly Row[] {
  const { maxLength = Infinity, minLength = 0 } = schema;
  if (!holdsAnyText(name, schema) || isAltered(schema)) return [];
  const short = texts.filter(([, value]) => longestForm(value) + aroundLength <= maxLength);
  const long = ["has 5,000 characters", "long ".repeat(longLength / 5)] as const;
  const marked = maxLength === Infinity && !isElsewhere ? [...short, long] : short;
  const bare = bareTexts.filter(({ length }) => !isElsewhere && length >= minLength && length <= maxLength);
  return [
    ...marked.map(([label, value]): Row => ({ kind: "text", label, value, isMarked: true })),
    ...bare.map((value): Row => ({ kind: "text", label: `is ${value}`, value })),
  ];
}

/** Many a server trims its texts, unless it says that it keeps them. */
function blanksOf(name: string, schema: AnySchema, operation: Operation): readonly Row[] {
  const { maxLength = Infinity } = schema;
  const isKept = holdsAnyText(name, schema) && (isKeptAsSent(schema) || keepsTexts(operation));
  return isKept && maxLength >= aroundLength
    ? [{ kind: "blanks", label: "has a blank at each end", value: " ", isMarked: true }]
    : [];
}

/** No text may be the same to a server as an empty one, unless all texts are kept, and the member's own description says nothing of it. */
function emptyOf(name: string, schema: AnySchema, operation: Operation): readonly Row[] {
  const { minLength = 0, description = "" } = schema;
  const isKept = holdsAnyText(name, schema) && keepsTexts(operation) && !matches(description, "says-nothing");
  return isKept && minLength === 0 ? [{ kind: "empty text", label: "is empty", value: "" }] : [];
}

/** Says an operation, or its interface, of all texts that they are stored as they are sent? */
export const keepsTexts = memoize((operation: Operation) =>
  sentencesOf(`${operationText(operation)}. ${operation.ofInterface ?? ""}`).some(
    (each) => matches(each, "texts-kept") && !matches(each, "texts-trimmed"),
  ),
);

/** The length of a text that is escaped, or read in another encoding: then it is altered, and nothing else. */
function longestForm(text: string): number {
  return Buffer.byteLength(text) + 5 * text.replaceAll(/[^"'<>&]/g, "").length;
}

/** May a text have any letters and signs, as far as its description and its name say? */
export function holdsAnyText(name: string, schema: AnySchema): boolean {
  const { enum: words, const: only, format, pattern, writeOnly } = schema;
  const isFree = [words, only, format, pattern].every((keyword) => keyword === undefined);
  const isClients = !isChosenByServer(name) && !matches(name, "narrow-texts");
  return isFree && isClients && typeOf(schema) === "string" && writeOnly !== true;
}
