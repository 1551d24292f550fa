import { type Operation, operationText } from "../description/index.js";
import { type AnySchema, schemaAt, typeOf, wordsIn } from "../schema/index.js";
import { isOf, matches, patternOf, sentencesOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { isTime, isTimeOf } from "./moments.js";
import { quotedNames } from "./names.js";
import { endsInParameter } from "./paths.js";
import { isAskable } from "./searches.js";
import {
  defaultOrdersOf,
  isDecidedPlace,
  memberOf,
  putsSomeFirst,
  type Sorting,
  sortedMembers,
  sortedPlaces,
  sortingsOf,
} from "./sortings.js";

/** A second member, by which a list sorts the items that have the same value of the first one. */
export interface Tie {
  /** The orders by the first member. */
  readonly wanted: readonly Sorting[];
  readonly at: readonly string[];
  readonly way: Sorting["way"];
  /** Does the server decide its values? */
  readonly isDecided: boolean;
}

/** The sentences that a list has on its order; of its own text, those that name one. */
function sentencesOn(operation: Operation): readonly string[] {
  const sorting = operation.parameters.filter(
    ({ name }) => matches(name, "sort-parameters") || matches(name, "sort-ways"),
  );
  const own = clausesOf(operationText(operation)).filter((each) => matches(each, "says-sorted"));
  return [...own, ...sorting.flatMap((each) => clausesOf(each.description ?? ""))];
}

function clausesOf(text: string): readonly string[] {
  return sentencesOf(text).flatMap((each) => each.split(/(?<=:)\s+/));
}

/** The names of members that stand in a text, joined by dots. */
function namesIn(text: string, names: Iterable<string>): readonly string[] {
  const words = new Set(text.toLowerCase().match(/[\w.-]*\w/g));
  const plain = ` ${wordsIn(text).join(" ")} `;
  return [...names].filter((name) => {
    const own = name.split(".").at(-1)?.toLowerCase() ?? "";
    // "By last name" is said of `last_name`.
    const apart = wordsIn(name.split(".").at(-1) ?? "").join(" ");
    const isApart = apart.includes(" ") && [` ${apart} `, ` ${apart}s `].some((each) => plain.includes(each));
    return [name.toLowerCase(), own, `${own}s`].some((each) => words.has(each)) || isApart;
  });
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
    const asked = sortingsOf(operation).filter((each) => memberOf(each) === first);
    const wanted = asked.length > 0 ? asked : usualOfTie(operation, second, equal);
    if (wanted.length === 0) continue;
    const way = /\bdesc/i.test(rest) ? "down" : /\basc/i.test(rest) ? "up" : "either";
    return {
      ...{ at, way: matches(at.at(-1) ?? "", "ranks") ? "either" : way, wanted },
      isDecided: isDecidedPlace(operation, at),
    };
  }
  return undefined;
}

/** The order that a list has without being asked, by another member than the second one; none where the text names a third one. */
function usualOfTie(operation: Operation, second: string, equal: readonly string[]): readonly Sorting[] {
  return usualOrdersOf(operation)
    .filter(({ chosen, at }) => chosen.length === 0 && !isDecidedPlace(operation, at))
    .filter((each) => memberOf(each) !== second && (equal.length === 0 || equal.includes(memberOf(each))));
}

/** The orders in which a list is shown as it is, by the defaults of its parameters, or else by its own text. */
export function usualOrdersOf(operation: Operation): readonly Sorting[] {
  if (!isAskable(operation) || endsInParameter(operation.path) || putsSomeFirst(operation)) return [];
  const byDefault = defaultOrdersOf(operation);
  if (byDefault.length > 0) return byDefault;
  return clausesOf(operationText(operation))
    .flatMap((each) => orderIn(operation, each) ?? [])
    .slice(0, 1);
}

/** May a sentence be of another order, or of some occasions? That a list is asked for no order is the usual one. */
function isOfAnother(sentence: string): boolean {
  const rest = sentence.replace(patternOf("without-order"), "").replace(patternOf("by-creation"), "");
  return (["sorts-ties", "denies-order", "conditions"] as const).some((each) => matches(rest, each));
}

/** Says a sentence how a client asks for an order? "Use `sort` to have it sorted by `name`" says nothing of the usual one. */
function isOnRequest(sentence: string): boolean {
  return matches(sentence.replace(patternOf("without-order"), ""), "orders-on-request");
}

/** The order that a sentence about a list names; undefined where it leaves the member or the occasion open. */
function orderIn(operation: Operation, sentence: string): Sorting | undefined {
  // Items that are equal in the first member may be sorted by a second one.
  const [first = ""] = sentence.split(patternOf("second-order"));
  const [isUp, isDown] = [matches(first, "lowest-first"), matches(first, "highest-first")];
  const isSaid = matches(first, "says-order-of");
  if ((isUp === isDown && (isUp || !isSaid)) || isOfAnother(sentence)) return undefined;
  const places = new Map([...sortedPlaces(operation)].map((at) => [at.join("."), at] as const));
  const quoted = quotedNames(first, Object.fromEntries(places));
  const [, behind = ""] = patternOf("before-order").exec(first) ?? [];
  const named = quoted.length > 0 ? quoted : namesIn(behind, places.keys());
  if (isOnRequest(sentence) && (isUp === isDown || named.length === 0)) return undefined;
  const ofAge = [...places.keys()].filter((each) => matches(each, "creation-time"));
  const [, event = ""] = patternOf("by-event").exec(first) ?? [];
  const ofEvent = [...places.keys()].filter((each) => isTimeOf(event, each));
  const unnamed = matches(first, "by-age") ? ofAge : ofEvent;
  const ofItems = matches(first, "of-inner-items") ? [] : unnamed;
  const [name = "", ...others] = named.length > 0 ? named : ofItems;
  const at = places.get(name);
  if (at === undefined || others.length > 0) return undefined;
  if (isUp === isDown && quoted.length === 0 && !isAlone(at, behind)) return undefined;
  // The most urgent may be the lowest number; and nothing says where a list begins that names no end.
  const isOpen = matches(name, "ranks") || isUp === isDown;
  return { label: "default", chosen: [], at, way: isOpen ? "either" : isUp ? "up" : "down" };
}

/** Does a phrase name a member, and nothing else? "By project name" is not said of the item's own name. */
function isAlone(at: readonly string[], behind: string): boolean {
  const [clause = ""] = behind.split(/[,.;:(]/);
  const [phrase = ""] = clause.split(patternOf("behind-orders"));
  const words = wordsIn(phrase.trim()).filter((word, index) => index > 0 || !isOf(word, "determiners"));
  const own = wordsIn(at.at(-1) ?? "").join(" ");
  return [own, `${own}s`].includes(words.join(" "));
}

/** Does a list show its items in the order in which they were created, the oldest first, or the newest? Undefined where nothing says so. */
export function ageOrderOf(operation: Operation): "up" | "down" | undefined {
  if (!isAskable(operation) || endsInParameter(operation.path) || putsSomeFirst(operation)) return undefined;
  if (defaultOrdersOf(operation).length > 0) return undefined;
  const said = clausesOf(operationText(operation)).filter(
    (each) =>
      !isOfAnother(each) &&
      orderIn(operation, each) === undefined &&
      matches(each, "by-creation") &&
      !matches(each, "of-inner-items") &&
      !isOnRequest(each) &&
      // The oldest person is not the one that was added first.
      (!matches(each, "by-age") || !hasAge(operation)),
  );
  const ways = new Set(said.map((each) => (matches(each, "highest-first") ? "down" : "up")));
  return ways.size === 1 ? [...ways][0] : undefined;
}

/** May items be old by a member that a client sends? */
function hasAge(operation: Operation): boolean {
  return sortedPlaces(operation).some((at) => {
    const schema = schemaAt({ properties: itemMembersOf(operation) }, at);
    return matches(at.at(-1) ?? "", "ages") || (isTime(schema) && !isDecidedPlace(operation, at));
  });
}

/** Does a list state an order by a member, or by the age of items that the run may create? */
export function statesOrder(
  roles: { readonly op: Operation; readonly create?: Operation } | undefined,
): boolean {
  if (roles === undefined) return false;
  const { op, create } = roles;
  return usualOrdersOf(op).length > 0 || (create !== undefined && ageOrderOf(op) !== undefined);
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
