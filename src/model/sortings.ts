import type { Operation, Parameter } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../schema/index.js";
import { matches } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { isTime } from "./moments.js";
import { isChosenByServer } from "./names.js";
import { endsInParameter } from "./paths.js";

/** A way to have a list sorted by a member of its items. */
export interface Sorting {
  /** The value that is asked for: `-title`. */
  readonly label: string;
  readonly chosen: readonly (readonly [Parameter, Json])[];
  /** Where an item has that member. */
  readonly at: readonly string[];
  /** Upwards, downwards, or either, where that is not said. */
  readonly way: "up" | "down" | "either";
}

/** The ways in which a list says that it may be sorted, by members of which the order is plain. */
export function sortingsOf(operation: Operation): readonly Sorting[] {
  const { method, path, parameters } = operation;
  if (method !== "GET" || endsInParameter(path)) return [];
  const optional = parameters.filter((each) => each.in === "query" && !each.required);
  const places = placesIn(itemMembersOf(operation));
  const ways = optional.find(({ name, schema }) => matches(name, "sort-ways") && isOfWays(wordsOf(schema)));
  const [sort] = optional.filter(
    ({ name, schema }) =>
      matches(name, "sort-parameters") && wordsOf(schema).some((word) => places.has(plainName(bare(word)))),
  );
  if (sort === undefined) return [];
  const words = wordsOf(sort.schema);
  const ask = (parameter: Parameter, value: string) => [parameter, valueFor(parameter, value)] as const;
  return words.flatMap((word): readonly Sorting[] => {
    const at = places.get(plainName(bare(word)));
    if (at === undefined || isChosenByServer(at.at(-1) ?? "")) return [];
    const isSigned = words.some(
      (other) => other !== word && bare(other) === bare(word) && wayOf(other) === "down",
    );
    const own = wayOf(word) ?? (isSigned ? "up" : undefined);
    // The highest rank may be the lowest number.
    const isOfRank = matches(at.at(-1) ?? "", "ranks");
    const sorting = (label: string, chosen: Sorting["chosen"], way: Sorting["way"]): Sorting => ({
      ...{ label, chosen, at },
      way: isOfRank ? "either" : way,
    });
    if (own !== undefined || ways === undefined) return [sorting(word, [ask(sort, word)], own ?? "either")];
    return wordsOf(ways.schema)
      .filter((each) => /^(asc|desc)/i.test(each))
      .map((each) => {
        const chosen = [ask(sort, word), ask(ways, each)];
        return sorting(`${word}, ${each}`, chosen, /^a/i.test(each) ? "up" : "down");
      });
  });
}

/** Members of one list by which it is sorted, at most. */
const mostMembers = 5;

/** The members by which a list says that it may be sorted, as far as that is tried: names joined by dots. */
export function sortedMembers(operation: Operation): readonly string[] {
  return [...new Set(sortingsOf(operation).map(memberOf))].slice(0, mostMembers);
}

/** The member of the orders that show most: a number, if there is one, since several items may have the same. */
export function memberWithTies(operation: Operation): string | undefined {
  const members = itemMembersOf(operation);
  const isNumber = (name: string): boolean =>
    ["integer", "number"].includes(typeOf(plainSchema(members[name] ?? {})) ?? "");
  const sorted = sortedMembers(operation);
  return sorted.find(isNumber) ?? sorted[0];
}

/** The names that lead to the member by which a list is sorted, joined by dots. */
export function memberOf({ at }: Pick<Sorting, "at">): string {
  return at.join(".");
}

/** Where the items of a list have members that are plain texts, numbers or times. */
export function sortedPlaces(operation: Operation): readonly (readonly string[])[] {
  return [...placesIn(itemMembersOf(operation)).values()];
}

/** The words that a parameter may be, or of which it is a list. */
function wordsOf(schema: Parameter["schema"] | AnySchema): readonly string[] {
  if (leavesChoice(schema)) return [];
  const { enum: own = [], items, minItems = 0, ...plain } = plainSchema(schema);
  if (typeOf(plain) === "array") return items === undefined || minItems > 1 ? [] : wordsOf(items);
  return own.filter((each) => typeof each === "string");
}

function valueFor({ schema }: Parameter, word: string): Json {
  return typeOf(plainSchema(schema)) === "array" ? [word] : word;
}

function isOfWays(words: readonly string[]): boolean {
  return [/^asc/i, /^desc/i].every((way) => words.some((word) => way.test(word)));
}

const suffix = /(?:[:_.,\s-]?)(asc|desc|Asc|Desc|ASC|DESC)(?:ending)?$/;

/** The member in a word, without its direction: `name` of `-name`, `name:desc` and `nameAsc`. */
function bare(word: string): string {
  const [whole = ""] = suffix.exec(word) ?? [];
  const isApart = whole !== "" && /^[^a-z]/.test(whole);
  return (isApart ? word.slice(0, -whole.length) : word).replace(/^[+-]/, "");
}

function wayOf(word: string): Sorting["way"] | undefined {
  if (word.startsWith("-")) return "down";
  if (word.startsWith("+")) return "up";
  if (bare(word) === word) return undefined;
  return /desc(ending)?$/i.test(word) ? "down" : "up";
}

function plainName(name: string): string {
  return name.replaceAll(/[-_.]/g, "").toLowerCase();
}

type Members = Readonly<Record<string, AnySchema>>;

/** Where items have members that are plain texts, numbers or times, by their names. */
function placesIn(members: Members, outer: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
  const inner = Object.entries(members).flatMap(([name, schema]) => {
    const { properties } = plainSchema(schema);
    const isInner = outer.length === 0 && matches(name, "member-objects") && !leavesChoice(schema);
    return isInner && properties !== undefined ? [...placesIn(properties, [name])] : [];
  });
  const own = Object.entries(members)
    .filter(([, schema]) => isPlain(schema))
    .map(([name]) => [plainName(name), [...outer, name]] as const);
  return new Map([...inner, ...own]);
}

function isPlain(schema: AnySchema): boolean {
  const plain = plainSchema(schema);
  const isText = typeOf(plain) === "string" && (plain.format === undefined || isTime(plain));
  const isNumber = ["integer", "number"].includes(typeOf(plain) ?? "");
  return (isText || isNumber) && plain.enum === undefined && plain.readOnly !== true && !leavesChoice(schema);
}
