import { type Operation, operationText } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, plainSchema, typeOf } from "../schema/index.js";
import { nounPattern } from "./item-ids.js";
import { isOf, matches, patternOf } from "./lexicon.js";
import { type DescribedItems, escaped, statesNamed } from "./stated-states.js";

/** A member of an item, and its value once something was done to the item. */
export interface StatedEffect {
  readonly name: string;
  /** Its value then; undefined for a time of which the text says no more than that it is set. */
  readonly value: Json | undefined;
  /** The values that it has before, where the text names them. */
  readonly from: readonly Json[];
}

/**
 * The effects that the text of an action states: "Its `status` becomes DISPATCHED", "A pending order becomes confirmed". A sentence
 * with a condition states none, and neither does one with two words of the enumeration behind its verb.
 */
export function statedEffects(
  action: Pick<Operation, "summary" | "description">,
  items: DescribedItems,
): readonly StatedEffect[] {
  return sentencesIn(operationText(action)).flatMap((sentence) => {
    const [first = "", ...others] = clausesOf(sentence, items);
    const ofItem = effectOfItem(first, items);
    // The words for the states from which it goes are no conditions.
    const rest = ofItem === undefined ? sentence : [ofItem.after, ...others].join(", ");
    if (matches(rest, "conditions")) return [];
    const clauses = ofItem === undefined ? [first, ...others] : others;
    const ofMembers = clauses.flatMap((clause, index) => effectsOfClause(clause, index > 0, items));
    return ofItem === undefined ? ofMembers : [...ofItem.effects, ...ofMembers];
  });
}

/** The names of members with times of an item: those that a change sets, and those that it keeps. */
export interface StatedTimes {
  readonly moving: readonly string[];
  readonly steady: readonly string[];
}

/** Returns the times of which a text of a change, or their own, says that a change sets or keeps them. */
export function statedTimes(op: Operation, items: DescribedItems): StatedTimes {
  const set = statedEffects(op, items).flatMap(({ name, value }) => (value === undefined ? [name] : []));
  const ofItem = nounPattern(items.collection);
  const endsWithItem = new RegExp(`${ofItem.source}\\s*$`, "i");
  /** Is it the item that was changed, and not its status alone? */
  const namesWhole = (subject: string, verb: string): boolean =>
    !/^(was|were)\b/i.test(verb) ||
    (!matches(subject, "of-a-part") &&
      (endsWithItem.test(subject) || matches(subject.trim(), "whole-items")));
  const names = (
    kind: "change-time" | "creation-time",
    isSaid: (name: string, text: string) => boolean,
  ): readonly string[] =>
    items.members.flatMap(({ name, schema }) => {
      const isMoment = schema.format === "date-time" && matches(name, kind);
      return isMoment && isSaid(name, schema.description ?? "") ? [name] : [];
    });
  return {
    moving: names("change-time", (name, text) => {
      const [first = "", ...further] = text.split(/[.;]/);
      if (further.some((each) => matches(each, "limits-changes"))) return false;
      const found = patternOf("says-last-change").exec(first);
      const rest = found === null ? "?" : first.slice(found.index + found[0].length).trim();
      const isLeft = sentencesIn(operationText(op)).some(
        (each) => hasWord(each, name) && (isDenied(each) || matches(each, "limits-changes")),
      );
      if (isLeft) return false;
      const isOfAll = rest === "" || (ofItem.test(rest) && rest.split(" ").length <= 4);
      return set.includes(name) || (isOfAll && namesWhole(first.slice(0, found?.index), found?.[0] ?? ""));
    }),
    steady: names("creation-time", (name, text) => {
      const sentences = sentencesIn(operationText(op)).filter((each) => hasWord(each, name));
      return (
        matches(text, "never-changes") ||
        sentences.some((each) => matches(each, "stays-in-change") && !isDenied(each))
      );
    }),
  };
}

function isDenied(sentence: string): boolean {
  return (sentence.toLowerCase().match(/\w+/g) ?? []).some((each) => isOf(each, "denies-state"));
}

/** The sentences of a text, in which a line may end. */
function sentencesIn(text: string): readonly string[] {
  return text.replaceAll(/\s+/g, " ").split(/(?<=[.!?;])\s/);
}

/** The parts of a sentence: each of them but the first begins with the name of a member. */
function clausesOf(sentence: string, { members }: DescribedItems): readonly string[] {
  const isNamed = (part: string): boolean => {
    const [first] = wordsOfNames(part);
    return members.some(({ name }) => name === first);
  };
  const clauses: string[] = [];
  for (const part of sentence.split(/,\s+and\s+|,\s+|\s+and\s+/)) {
    const last = clauses.pop();
    if (last === undefined) clauses.push(part);
    else clauses.push(...(isNamed(part) ? [last, part] : [`${last}, ${part}`]));
  }
  return clauses;
}

/** The effect of a clause whose subject is the item itself, and what stands behind its verb. */
function effectOfItem(clause: string, items: DescribedItems) {
  const end = patternOf("becomes").exec(clause);
  if (end === null) return undefined;
  const [subject, after] = [clause.slice(0, end.index), clause.slice(end.index + end[0].length)];
  const said = statesNamed(subject, items);
  if (said === undefined || !said.isOfItem || said.isDenied) return undefined;
  const found = items.members.flatMap(({ name, schema }) => {
    const words = wordsOf(schema).filter((each) => hasWord(after, each));
    return words.map((value) => ({ name, value }));
  });
  const [effect] = found;
  if (effect === undefined || found.length > 1) return undefined;
  const isOther = said.states.some(({ name }) => name !== effect.name);
  const from = said.states.map(({ value }) => value);
  return { after, effects: isOther ? [] : [{ ...effect, from }] };
}

/** The effects of a clause that names members. @param mayLackVerb may it have the verb of the clause before? */
function effectsOfClause(
  clause: string,
  mayLackVerb: boolean,
  { members }: DescribedItems,
): readonly StatedEffect[] {
  const end = patternOf("becomes").exec(clause);
  if (end === null && !mayLackVerb) return [];
  return members.flatMap(({ name, schema }): readonly StatedEffect[] => {
    const named = patternOfWord(name).exec(clause);
    const [before, after] =
      end === null
        ? [name, clause.slice((named?.index ?? 0) + name.length)]
        : [clause.slice(0, end.index), clause.slice(end.index + end[0].length)];
    const value = hasWord(before, name) && named !== null ? valueIn(after, schema) : undefined;
    return value === undefined ? [] : [{ name, value: value.is, from: [] }];
  });
}

/** The value that a text says a member has; undefined where it says none, or several. */
function valueIn(text: string, schema: AnySchema): { readonly is: Json | undefined } | undefined {
  const plain = plainSchema(schema);
  const words = wordsOf(plain).filter((each) => hasWord(text, each));
  const flags = typeOf(plain) === "boolean" ? [true, false].filter((each) => hasWord(text, `${each}`)) : [];
  const nothing = hasWord(text, "null") ? [null] : [];
  const said: readonly Json[] = [...words, ...flags, ...nothing];
  const [is] = said;
  if (is !== undefined) return said.length === 1 ? { is } : undefined;
  const isTime = /^date/.test(plain.format ?? "") && matches(text, "present-time");
  return isTime ? { is: undefined } : undefined;
}

function wordsOf({ enum: words = [] }: AnySchema): readonly string[] {
  return words.filter((each) => typeof each === "string");
}

/**
 * Of an action whose text says that nothing else changes: does it say of a member by name that it stays, or not name it? One that it names
 * elsewhere may change.
 */
export function stayOf(text: string, name: string, names: readonly string[]): "named" | "unnamed" | "open" {
  const kept = sentencesIn(text).flatMap((each) => {
    const end = patternOf("nothing-else").exec(each);
    return end === null ? [] : namesAlone(each.slice(0, end.index), names);
  });
  if (kept.includes(name)) return "named";
  return hasWord(text, name) ? "open" : "unnamed";
}

/** The names of members that a text consists of: "`paidAt` and"; none where it has other words, too. */
function namesAlone(text: string, names: readonly string[]): readonly string[] {
  const words = wordsOfNames(text);
  return words.every((each) => names.includes(each)) ? words : [];
}

/** The words of a text, without those that may stand before a name. */
function wordsOfNames(text: string): readonly string[] {
  const words = text.match(/[\w-]+/g) ?? [];
  return words.filter((each) => each !== "and" && !isOf(each.toLowerCase(), "determiners"));
}

/** Does a text say that an action changes nothing but what it names? */
export function saysNothingElse(text: string): boolean {
  return sentencesIn(text).some(
    (each) => matches(each, "nothing-else") && !matches(keptPart(each), "conditions"),
  );
}

/** The part of such a sentence in front of the members that it excepts. */
function keptPart(sentence: string): string {
  const end = patternOf("nothing-else").exec(sentence);
  if (end === null) return sentence;
  const rest = sentence.slice(end.index);
  const exception = patternOf("but-for").exec(rest);
  return exception === null ? sentence : sentence.slice(0, end.index + exception.index);
}

/** Has a text a name or a word, on its own? */
function hasWord(text: string, word: string): boolean {
  return patternOfWord(word).test(text);
}

function patternOfWord(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`, "i");
}
