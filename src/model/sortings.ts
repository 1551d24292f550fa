import { type Operation, operationText, type Parameter } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, schemaAt, typeOf } from "../schema/index.js";
import { matches, sentencesOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { isTime } from "./moments.js";
import { isChosenByServer } from "./names.js";
import { endsInParameter } from "./paths.js";
import { isAskable, isOfList } from "./searches.js";

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

/** The ways in which a list says that it may be sorted, by members of which the order is plain, and that clients choose. */
export function sortingsOf(operation: Operation): readonly Sorting[] {
  const places = clientPlacesOf(operation);
  return allSortings(operation, places).filter(({ at }) => !isChosenByServer(at.at(-1) ?? ""));
}

/** The same by members that the server decides: what the items show of them can be compared. */
export function shownSortingsOf(operation: Operation): readonly Sorting[] {
  return allSortings(operation, placesIn(itemMembersOf(operation))).filter(
    ({ at, way }) => way !== "either" && isDecidedPlace(operation, at),
  );
}

/** Does the server decide the value of a member of the items of a list? */
export function isDecidedPlace(operation: Operation, at: readonly string[]): boolean {
  const name = at.at(-1) ?? "";
  const { readOnly = false } = plainSchema(schemaAt({ properties: itemMembersOf(operation) }, at));
  const isOfTime = matches(name, "creation-time") || matches(name, "change-time");
  return readOnly || isOfTime || isChosenByServer(name);
}

/** The parameters by which a list is sorted. */
export interface SortParameters {
  readonly sort: Parameter;
  /** Says whether the list ascends. */
  readonly ways?: Parameter | undefined;
}

/** Says a list that some items come before all others, in whatever order these are: "Pinned ones lead"? */
export function putsSomeFirst(operation: Operation): boolean {
  return sentencesOf(operationText(operation)).some(
    (each) => matches(each, "puts-some-first") && !matches(each, "lacks-values"),
  );
}

/** The parameters by which a list is sorted by members at some of these places. */
function sortParametersOf(operation: Operation, places: Places): SortParameters | undefined {
  const { path, parameters } = operation;
  if (!isAskable(operation) || endsInParameter(path) || putsSomeFirst(operation)) return undefined;
  const optional = parameters.filter((each) => isOfList(each) && !each.required);
  const ways = optional.find(({ name, schema }) => matches(name, "sort-ways") && isOfWays(wordsOf(schema)));
  const sort = optional.find(
    ({ name, schema }) =>
      matches(name, "sort-parameters") && wordsOf(schema).some((word) => places.has(plainName(bare(word)))),
  );
  return sort && { sort, ways };
}

function allSortings(operation: Operation, places: Places): readonly Sorting[] {
  const asked = sortParametersOf(operation, places);
  if (asked === undefined) return [];
  const { sort, ways } = asked;
  const words = wordsOf(sort.schema);
  const ask = (parameter: Parameter, value: string) => [parameter, valueFor(parameter, value)] as const;
  return words.flatMap((word): readonly Sorting[] => {
    const at = places.get(plainName(bare(word)));
    if (at === undefined) return [];
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

/** The orders in which a list is shown without being asked for them, or without a direction, by the defaults of its parameters. */
export function defaultOrdersOf(operation: Operation): readonly Sorting[] {
  const places = placesIn(itemMembersOf(operation));
  const asked = sortParametersOf(operation, places);
  if (asked === undefined) return [];
  const { sort, ways } = asked;
  const all = allSortings(operation, places).filter(({ way }) => way !== "either");
  const wayByDefault = ways && defaultWord(ways);
  const usual = all.filter(({ chosen: [, way] }) => way === undefined || way[1] === wayByDefault);
  const isOf = ({ chosen: [first] }: Sorting, word: string | undefined): boolean =>
    first !== undefined && word !== undefined && wordIn(first[1]) === word;
  const whole = usual.filter((each) => isOf(each, defaultWord(sort)));
  const [best = ""] = [memberWithTies(operation) ?? []].flat();
  const half = usual.filter((each) => each.chosen.length === 2 && memberOf(each) === best);
  return [
    ...whole.map((each) => ({ ...each, label: "default", chosen: [] })),
    ...half.map(({ chosen, ...each }) => ({
      ...each,
      label: `${best}, without a direction`,
      chosen: chosen.slice(0, 1),
    })),
  ];
}

/** The word that a parameter has where it is left out, or the first one of its list. */
function defaultWord({ schema }: Parameter): string | undefined {
  const { default: usual } = plainSchema(schema);
  const first: unknown = Array.isArray(usual) ? usual[0] : usual;
  return typeof first === "string" ? first : undefined;
}

function wordIn(value: Json): string | undefined {
  const first = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  return typeof first === "string" ? first : undefined;
}

/** The orders by a second member of a list that is asked for two: of items that are equal in the first one, that decides. */
export function secondOrdersOf(operation: Operation): readonly (readonly [Sorting, Sorting])[] {
  const asked = sortParametersOf(operation, clientPlacesOf(operation));
  const { maxItems = 2, ...schema } = plainSchema(asked?.sort.schema ?? {});
  if (asked === undefined || typeOf(schema) !== "array" || maxItems < 2) return [];
  const first = memberWithTies(operation);
  const all = sortingsOf(operation).filter(({ chosen, way }) => chosen.length === 1 && way !== "either");
  const lead = all.find((each) => memberOf(each) === first);
  const second = all.find((each) => memberOf(each) !== first && !isDecidedPlace(operation, each.at));
  if (lead === undefined || second === undefined) return [];
  return all
    .filter((each) => memberOf(each) === memberOf(second))
    .map((each) => {
      const words = [lead, each].map(({ chosen: [only] }) => wordIn(only?.[1] ?? null) ?? "");
      const both = { ...lead, label: words.join(" and then "), chosen: [[asked.sort, words] as const] };
      return [both, each] as const;
    });
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

type Places = ReadonlyMap<string, readonly string[]>;

/** The places of the members that clients may choose, as far as their schemas say. */
function clientPlacesOf(operation: Operation): Places {
  return placesIn(itemMembersOf(operation), (schema) => plainSchema(schema).readOnly !== true);
}

/** Where items have members that are plain texts, numbers or times, by their names. */
function placesIn(
  members: Members,
  isWanted: (schema: AnySchema) => boolean = () => true,
  outer: readonly string[] = [],
): Places {
  const inner = Object.entries(members).flatMap(([name, schema]) => {
    const { properties } = plainSchema(schema);
    const isInner = outer.length === 0 && matches(name, "member-objects") && !leavesChoice(schema);
    return isInner && properties !== undefined ? [...placesIn(properties, isWanted, [name])] : [];
  });
  const own = Object.entries(members)
    .filter(([, schema]) => isPlain(schema) && isWanted(schema))
    .map(([name]) => [plainName(name), [...outer, name]] as const);
  return new Map([...inner, ...own]);
}

function isPlain(schema: AnySchema): boolean {
  const plain = plainSchema(schema);
  const isText = typeOf(plain) === "string" && (plain.format === undefined || isTime(plain));
  const isNumber = ["integer", "number"].includes(typeOf(plain) ?? "");
  return (isText || isNumber) && plain.enum === undefined && !leavesChoice(schema);
}
