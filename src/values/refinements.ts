import { isJsonObject, type Json } from "../json/index.js";
import { meaningsOf, type RefusalMeaning, type RefusalRule } from "../model/index.js";
import type { AnySchema } from "../schema/index.js";
import type { Complaint } from "./complaints.js";

/** What the refusals of a server say of a member, beyond its description. */
export interface Refinement {
  /** Keywords that narrow its schema. */
  readonly schema: AnySchema;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly rule?: RefusalRule;
}

/** Values of an enumeration that are believed, and their length in characters. */
const mostWords = 20;
const longestWord = 60;
const longestAffix = 20;

const numeric = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/**
 * Returns the refinements that a sentence may mean, the likeliest first. A server may send anything: nothing is taken over that is
 * long, or looks like a secret or an id.
 * @param sent the value that was refused; undefined where the member was left out
 */
export function statedRefinements(complaint: Complaint, sent: Json | undefined): readonly Refinement[] {
  const said = meaningsOf(withoutName(complaint)).flatMap(
    (meaning) => refinementOf(meaning, complaint, sent) ?? [],
  );
  const listed = enumOf(complaint.listed, complaint, sent);
  const all = [...(listed ? [listed] : []), ...said, ...inAnyLanguage(complaint, sent)];
  // Whatever is said of a member that was left out: it is to be there.
  const wanted = sent === undefined ? all.map((each) => ({ ...each, rule: "required" as const })) : all;
  return wanted.filter((each) => narrows(each, sent));
}

/** The sentence without the name of its member, which may be a word that means something: `ownerEmail should not be empty`. */
function withoutName({ member, message }: Complaint): string {
  return message.split(member).join(" ");
}

/**
 * Returns what is tried where no sentence says what is wrong with a member.
 * @param words the texts that its description allows, where it lists them: a state may be reached from some others only
 */
export function guessedRefinements(
  sent: Json | undefined,
  words: readonly string[] = [],
): readonly Refinement[] {
  if (sent === undefined) return [{ schema: {}, rule: "required" }];
  const others = words.filter((word) => word !== sent);
  if (others.length > 0)
    return [...others.map((word) => ({ schema: { enum: [word] } })), { schema: {}, rule: "leftOut" }];
  if (typeof sent !== "string") return [{ schema: {}, rule: "leftOut" }];
  return [{ schema: { pattern: "^[a-z]{5}$" } }, { schema: {}, rule: "leftOut" }];
}

/** One rule of a refinement: a keyword of JSON Schema, an end of a text, or what no keyword says. */
interface Rule {
  readonly rule: string;
  readonly value?: string | number | readonly string[];
}

/** Returns the rules of a refinement, each with its value. */
export function rulesOf({ schema, prefix, suffix, rule }: Refinement): readonly Rule[] {
  const keywords = Object.entries({ ...schema, prefix, suffix }).flatMap(
    ([keyword, value]): readonly Rule[] => {
      if (typeof value === "string" || typeof value === "number") return [{ rule: keyword, value }];
      return Array.isArray(value) ? [{ rule: keyword, value: value.map(String) }] : [];
    },
  );
  return [...keywords, ...(rule === undefined ? [] : [{ rule }])];
}

/** Returns what both say of a member; where they contradict each other, the later one counts. */
export function mergeRefinements(earlier: Refinement | undefined, later: Refinement): Refinement {
  return { ...earlier, ...later, schema: { ...earlier?.schema, ...later.schema } };
}

function refinementOf(
  { rule, keywords }: RefusalMeaning,
  complaint: Complaint,
  sent: Json | undefined,
): Refinement | undefined {
  if (rule !== undefined) return { schema: {}, rule };
  const { enum: words, prefix, suffix, pattern, ...others } = keywords;
  if (words !== undefined) return enumOf(wordsIn(words), complaint, sent);
  const numbers = Object.fromEntries(
    Object.entries(others).map(([keyword, text]) => [keyword, isNumeric(keyword) ? Number(text) : text]),
  );
  return {
    schema: { ...forKindOf(sent, numbers), ...(pattern === undefined ? {} : { pattern }) },
    ...(prefix !== undefined && prefix.length <= longestAffix && { prefix }),
    ...(suffix !== undefined && suffix.length <= longestAffix && { suffix }),
  };
}

/** Keywords of another kind than the value: "at most 5" is its length where it is a text. */
const ofTexts: Readonly<Record<string, string>> = {
  maximum: "maxLength",
  minimum: "minLength",
  maxItems: "maxLength",
  minItems: "minLength",
};
const ofLists: Readonly<Record<string, string>> = {
  maximum: "maxItems",
  minimum: "minItems",
  maxLength: "maxItems",
  minLength: "minItems",
};

/** Names the bounds as they are named for a value of this kind. */
function forKindOf(sent: Json | undefined, keywords: Readonly<Record<string, unknown>>): AnySchema {
  const names = typeof sent === "string" ? ofTexts : Array.isArray(sent) ? ofLists : {};
  return Object.fromEntries(Object.entries(keywords).map(([name, value]) => [names[name] ?? name, value]));
}

function isNumeric(keyword: string): boolean {
  return (numeric as readonly string[]).includes(keyword);
}

/** The words of a list in a sentence: quoted ones, or those between commas. */
function wordsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/["'`]([^"'`]{1,60})["'`]/g)].map(([, word = ""]) => word);
  if (quoted.length > 0) return quoted.flatMap((each) => each.split(/,\s*/));
  const plain = text.replaceAll(/^[\s[({:]+|[\])}.\s]+$/g, "").split(/\s*[,|]\s*(?:or\s+|and\s+)?|\s+or\s+/);
  return plain.length > 1 && plain.every((each) => /^[\w.:/-]+$/.test(each)) ? plain : [];
}

/** An enumeration of words that the server offers. */
function enumOf(
  words: readonly string[],
  { member }: Complaint,
  sent: Json | undefined,
): Refinement | undefined {
  if (sent !== undefined && typeof sent !== "string") return undefined;
  const isName = (word: string): boolean => word.toLowerCase().endsWith(member.toLowerCase());
  const fit = words.filter((word) => !isName(word) && word !== sent && isHarmless(word));
  return fit.length === 0 ? undefined : { schema: { enum: fit.slice(0, mostWords) } };
}

/** Neither an id nor a secret, by its form. */
function isHarmless(word: string): boolean {
  const isId = /^\d+$|^[\da-f]{8}-[\da-f-]{27}$/i.test(word);
  const isSecret = /[\w+/=-]{20,}/.test(word) && /\d/.test(word);
  return (
    word.length > 0 &&
    word.length <= longestWord &&
    !isId &&
    !isSecret &&
    /^[\p{L}\p{N} _.:/+-]+$/u.test(word)
  );
}

/** What a sentence means whatever its language is: its one number bounds the value, its quoted words are the ones to choose from. */
function inAnyLanguage(complaint: Complaint, sent: Json | undefined): readonly Refinement[] {
  const { message } = complaint;
  const patterns = [...message.matchAll(/\/(\^[^/]{1,200}\$)\/|(\^\S{1,200}\$)/g)].map(
    ([, first, second]) => first ?? second ?? "",
  );
  const quoted = [...message.matchAll(/["'`«„“]([^"'`»“”]{1,60})["'`»“”]/g)].map(([, word = ""]) => word);
  const offered = enumOf(quoted, complaint, sent);
  const words = (offered?.schema.enum ?? []).length > 1 ? offered : undefined;
  const size = sizeOf(sent);
  const numbers = (
    withoutName(complaint).match(/(?<![\w.'"])-?\d{1,9}(?:\.\d{1,6})?(?![\w.]*\w)/g) ?? []
  ).map(Number);
  return [
    ...patterns.map((pattern) => ({ schema: { pattern } })),
    ...(words === undefined ? [] : [words]),
    ...(numbers.length === 1 ? numbers : []).flatMap((number) =>
      size === undefined ? [] : boundBy(number, size),
    ),
  ];
}

/** The number that bounds of a value are compared with, and the keywords of its bounds. */
function sizeOf(sent: Json | undefined) {
  if (typeof sent === "string")
    return { size: [...sent].length, least: "minLength", most: "maxLength" } as const;
  if (Array.isArray(sent)) return { size: sent.length, least: "minItems", most: "maxItems" } as const;
  const number = Number(String(sent ?? "NaN"));
  return Number.isNaN(number) ? undefined : ({ size: number, least: "minimum", most: "maximum" } as const);
}

function boundBy(
  number: number,
  { size, least, most }: NonNullable<ReturnType<typeof sizeOf>>,
): readonly Refinement[] {
  // Zero is the place of something in a list: Alertmanager ("invalid label matcher 0").
  if (size === number || (number <= 0 && least !== "minimum")) return [];
  return [{ schema: { [size > number ? most : least]: number } }];
}

/** Does a refinement ask for anything that the refused value was not? */
function narrows({ schema, rule, prefix, suffix }: Refinement, sent: Json | undefined): boolean {
  if (rule === "required") return sent === undefined || sent === null || sent === "" || isEmpty(sent);
  if (rule === "leftOut") return sent !== undefined;
  if (rule !== undefined || prefix !== undefined || suffix !== undefined) return sent !== undefined;
  return Object.keys(schema).length > 0;
}

function isEmpty(sent: Json): boolean {
  return Array.isArray(sent) ? sent.length === 0 : isJsonObject(sent) && Object.keys(sent).length === 0;
}
