import type { Operation } from "../description/index.js";
import type { Json } from "../json/index.js";
import { typeOf, wordsIn } from "../schema/index.js";
import { itemNounOf } from "./item-ids.js";
import { isOf, matches, patternOf, sentencesOf } from "./lexicon.js";
import type { Member } from "./members.js";
import { oneOrMany } from "./names.js";

/** A state that a text names: the member that shows it, its value, and the other values of this member. */
interface NamedState {
  readonly name: string;
  readonly value: Json;
  readonly others: readonly Json[];
}

/** A member of an item, and some of its values. */
export interface StatedValues {
  readonly name: string;
  readonly values: readonly Json[];
}

/** The items of which a text says something. */
export interface DescribedItems {
  /** The path of their list. */
  readonly collection: string;
  /** Their members, as they are shown. */
  readonly members: readonly Member[];
}

/** Says what a clause says of the states of an item; undefined where it may say anything else, too. */
export function statesNamed(clause: string, items: DescribedItems, further: Further = {}) {
  const { isAllowed = () => false, isVerb = () => false } = further;
  const [noun = "", ...before] = wordsIn(itemNounOf(items.collection)).toReversed();
  const nouns = oneOrMany(noun);
  const tokens = tokensOf(withNamesOfStates(clause, items.members));
  const words = tokens.filter((word, index) => !(tokens[index - 1] === "be" && isVerb(word)));
  const found = words.map((word) => ({ word, states: statesBy(word, items.members) }));
  const isKnown = ({ word, states }: (typeof found)[number]): boolean =>
    states.length === 1 ||
    [...nouns, ...before].includes(word) ||
    isOf(word, "around-states", "denies-state") ||
    isAllowed(word);
  if (!found.every(isKnown)) return undefined;
  const has = (...groups: Parameters<typeof isOf>[1][]): boolean =>
    words.some((word) => isOf(word, ...groups));
  return {
    states: found.flatMap(({ states }) => states),
    isDenied: has("denies-state"),
    denials: words.filter((word) => isOf(word, "denies-state")).length,
    isLimited: has("limits-states"),
    isOfNew: has("new-items"),
    isOfItem: words.some((word) => nouns.includes(word)) || words.includes("it"),
    isNamed: words.some((word) => nouns.includes(word)),
    saysVerb: words.length < tokens.length,
  };
}

/** Words that a clause may have beside those of states. */
interface Further {
  readonly isAllowed?: (word: string) => boolean;
  /** May a word stand behind `be` as what is done to the item? */
  readonly isVerb?: (word: string) => boolean;
}

/**
 * Returns the values that members have in the items that a phrase is about: "confirmed orders", "all orders that are not cancelled". None
 * where it is about all of them; undefined where it may say anything else, too.
 */
export function statesCounted(phrase: string, items: DescribedItems): readonly StatedValues[] | undefined {
  if (matches(phrase, "ever-counted")) return undefined;
  const said = statesNamed(phrase, items, { isAllowed: (word) => isOf(word, "beside-counted") });
  if (said === undefined) return undefined;
  const { states, isDenied } = said;
  return isDenied && states.length !== 1 ? undefined : valuesOf(states, isDenied);
}

/** Returns the values that members have in a new item, by the texts of its creation and of the 201 to it, and by their own. */
export function initialStates(
  { description = "", responses }: Operation,
  items: DescribedItems,
): readonly StatedValues[] {
  const isAllowed = (word: string): boolean => isOf(word, "new-items", "beside-new-items");
  const read = (text: string, members: readonly Member[], own?: Member, isOfNew = false) =>
    sentencesOf(text).flatMap((clause) => {
      const said = statesNamed(
        own === undefined ? clause : withoutName(clause, own),
        { ...items, members },
        { isAllowed },
      );
      if (said === undefined) return [];
      const isInitial = (said.isOfNew || isOfNew) && said.states.length === 1;
      return isInitial && (own !== undefined || said.isOfItem)
        ? valuesOf(said.states, said.isDenied).filter(({ values }) => values.length === 1)
        : [];
    });
  const ofMembers = items.members.flatMap((member) =>
    read(member.schema.description ?? "", [member], member),
  );
  // "Added; it is available at once": a 201 is about the new item.
  const created = (responses.get("201")?.description ?? "").replace(patternOf("at-once"), "");
  const ofResponse = read(created, items.members, undefined, true).filter(({ values }) =>
    values.every((each) => !matches(`${each}`, "of-requests")),
  );
  return [...read(description, items.members), ...ofResponse, ...ofMembers];
}

/** The text of a flag says `true` and `false` of it, where a text of the item says its name. */
function withoutName(clause: string, { name, schema }: Member): string {
  const flag = flagWord(name);
  if (typeOf(schema) !== "boolean" || flag === undefined) return clause;
  return clause.replaceAll(/\b(true|false)\b/g, (word) => (word === "true" ? flag : `not ${flag}`));
}

/** The values of members that states stand for, or all of their other values. */
export function valuesOf(states: readonly NamedState[], isDenied: boolean): readonly StatedValues[] {
  const names = [...new Set(states.map(({ name }) => name))];
  return names.map((name) => {
    const said = states.filter((each) => each.name === name);
    const values = said.map(({ value }) => value);
    const others = (said[0]?.others ?? []).filter((each) => !values.includes(each));
    return { name, values: isDenied ? others : values };
  });
}

/** The states that a word stands for: a word of an enumeration, or the name of a flag. */
function statesBy(word: string, members: readonly Member[]): readonly NamedState[] {
  return members.flatMap(({ name, schema }): readonly NamedState[] => {
    if (typeOf(schema) === "boolean")
      return flagWord(name) === word ? [{ name, value: true, others: [false] }] : [];
    const { enum: all = [] } = schema;
    const words = all.length > mostStates ? [] : all.filter((each) => typeof each === "string");
    const value = words.find((each) => oneOrMany(each.toLowerCase()).includes(word));
    if (value === undefined || words.length < 2) return [];
    return [{ name, value, others: words.filter((each) => each !== value) }];
  });
}

/** The word by which a text says that a flag is true: `archived` of `is_archived`; undefined where there are several. */
function flagWord(name: string): string | undefined {
  const [word, ...more] = wordsIn(name).filter((each) => each !== "is");
  return more.length === 0 ? word : undefined;
}

/** An enumeration of more words has no states: to look for each of them in each sentence takes long. */
const mostStates = 100;

/** The word of a state that has several parts, as an enumeration writes it: `in_progress` for "in progress". */
function withNamesOfStates(text: string, members: readonly Member[]): string {
  const words = members
    .flatMap(({ schema: { enum: all = [] } }) => (all.length > mostStates ? [] : all))
    .filter((each) => typeof each === "string");
  return words.reduce((each, word) => {
    const spaced = word.replaceAll(/[_-]/g, " ");
    // A function: `$` in a word is no reference to a part of the text.
    return spaced === word || !/\w \w/.test(spaced)
      ? each
      : each.replaceAll(new RegExp(`\\b${escaped(spaced)}\\b`, "gi"), () => word);
  }, text);
}

/** A text as it stands in a regular expression that finds just this text. */
export function escaped(word: string): string {
  return word.replaceAll(/[^\w\s]/g, "\\$&");
}

function tokensOf(text: string): readonly string[] {
  return (
    text
      .replaceAll(/['’]/g, "")
      .toLowerCase()
      .match(/[\w-]+/g) ?? []
  );
}
