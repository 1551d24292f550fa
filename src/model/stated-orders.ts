import type { Operation } from "../description/index.js";
import { type AnySchema, schemaAt, typeOf } from "../schema/index.js";
import { matches, patternOf, sentencesOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { memberOf, type Sorting, sortedMembers, sortedPlaces, sortingsOf } from "./sortings.js";

/** A second member, by which a list sorts the items that have the same value of the first one. */
export interface Tie {
  /** The orders by the first member. */
  readonly wanted: readonly Sorting[];
  readonly at: readonly string[];
  readonly way: Sorting["way"];
}

/** The sentences that a list has on its order; of its own text, those that name one. */
function sentencesOn({ description = "", summary = "", parameters }: Operation): readonly string[] {
  const sorting = parameters.filter(
    ({ name }) => matches(name, "sort-parameters") || matches(name, "sort-ways"),
  );
  const own = clausesOf(`${summary}. ${description}`).filter((each) => matches(each, "says-sorted"));
  return [...own, ...sorting.flatMap((each) => clausesOf(each.description ?? ""))];
}

function clausesOf(text: string): readonly string[] {
  return sentencesOf(text).flatMap((each) => each.split(/(?<=:)\s+/));
}

/** The names of members that stand in a text, joined by dots. */
function namesIn(text: string, names: Iterable<string>): readonly string[] {
  const words = new Set(text.toLowerCase().match(/[\w.-]*\w/g));
  return [...names].filter((name) => words.has(name.toLowerCase()) || words.has(`${name.toLowerCase()}s`));
}

/** How a list says that it sorts items that are equal otherwise; undefined where it says that of no member of a plain order. */
export function tieOf(operation: Operation): Tie | undefined {
  const places = new Map([...sortedPlaces(operation)].map((at) => [at.join("."), at] as const));
  for (const sentence of sentencesOn(operation)) {
    const [said] = patternOf("sorts-ties").exec(sentence) ?? [];
    if (said === undefined || matches(sentence, "denies-order")) continue;
    const rest = sentence.slice(sentence.indexOf(said) + said.length);
    const [second = "", ...others] = namesIn(rest, places.keys());
    const at = places.get(second);
    if (at === undefined || others.length > 0) continue;
    const equal = namesIn(sentence.slice(0, -rest.length || undefined), places.keys());
    const first = firstOfTie(operation, second, equal);
    if (first === undefined) continue;
    const way = /\bdesc/i.test(rest) ? "down" : /\basc/i.test(rest) ? "up" : "either";
    return {
      ...{ at, way: matches(at.at(-1) ?? "", "ranks") ? "either" : way },
      wanted: sortingsOf(operation).filter((each) => memberOf(each) === first),
    };
  }
  return undefined;
}

/** A member by which a list may be sorted, of which several items may have the same value: a number, if there is one. */
function firstOfTie(operation: Operation, second: string, equal: readonly string[]): string | undefined {
  const members = itemMembersOf(operation);
  const schemaOf = (name: string): AnySchema => schemaAt({ properties: members }, name.split("."));
  const free = sortedMembers(operation).filter((each) => {
    const { description = "", format } = schemaOf(each);
    const isEqual = each !== second && (equal.length === 0 || equal.includes(each));
    return isEqual && format !== "date-time" && !matches(description, "says-unique");
  });
  return free.find((each) => typeOf(schemaOf(each)) !== "string") ?? free[0];
}

/** The orders by a text that a list says to go by code points: capitals come before small letters. */
export function codePointOrders(operation: Operation): readonly Sorting[] {
  const said = sentencesOn(operation).filter(
    (each) => matches(each, "by-code-points") && !matches(each, "denies-order"),
  );
  if (said.length === 0) return [];
  const members = sortedMembers(operation);
  const named = said.flatMap((each) => namesIn(each, members));
  const all = itemMembersOf(operation);
  const isFree = (name: string): boolean => {
    const { pattern, format, ...plain } = schemaAt({ properties: all }, name.split("."));
    return typeOf(plain) === "string" && pattern === undefined && format === undefined;
  };
  const free = members.find((each) => (named.length === 0 || named.includes(each)) && isFree(each));
  return sortingsOf(operation).filter((each) => memberOf(each) === free);
}
