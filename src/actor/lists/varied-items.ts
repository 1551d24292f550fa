import { noKnowledge, type Operation, valuesFor } from "../../description/index.js";
import { isSuccess, unlessSkipped } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import {
  isState,
  isTime,
  laterBy,
  pageSizeOf,
  placesInBody,
  referredTo,
  sortingsOf,
  soundsHarmful,
  testedFilters,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import {
  type AnySchema,
  fullShape,
  leavesChoice,
  plainSchema,
  typeOf,
  validValueOf,
} from "../../schema/index.js";
import { type Context, createItem, creationFor, freshBaseline } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { encodeFor, moneyGap, type ValidRequest, valueOfRank, wordsInOrder } from "../../values/index.js";
import { isReference } from "../comparison/comparison.js";
import { acceptedCreation } from "./page.js";

/** Items that are added to a list once: two pages of two and more, so that a walk has a page between the first and the last. */
const varied = 7;
/** Of numbers and times, which value each item has: neither upwards nor downwards, and two are the same. */
const ranks = [3, 1, 4, 1, 5, 2, 0] as const;
/** Of words, which have to differ. */
const wordRanks = [3, 1, 4, 6, 5, 2, 0] as const;
/** Of a boolean, and of one of two references: each value stands beside each word of an enumeration. */
const flags = [true, false, true, false, false, true, true] as const;
/** Words of an enumeration that items have: the first one is that of all further items, so that a filter leaves many, or a few. */
const mostWords = 5;
/** A list takes a part of what a run may add. */
const shareOfBudget = 4;

/** A member by which a list may be asked for, in a body, and how an item has a value of it. */
interface VariedMember {
  readonly at: readonly string[];
  readonly isMoney: boolean;
  readonly words: readonly string[];
  /** The ids of two other items, of a reference. */
  readonly ids: readonly string[];
}

/**
 * Adds items to a list once a run, so that its filters, orders and pages have something to show: each word of an enumeration, both
 * booleans, two references, and numbers, times and words that are far apart. All properties of the list share them.
 */
export async function addVariedItems(t: Context, list: Operation): Promise<void> {
  const creation = acceptedCreation(t.state, list);
  const { learned } = t.state;
  if (creation?.body === undefined) return;
  // Another property of the list may be adding them.
  const adding = learned.varied.get(list.id) ?? addAll(t, list, creation);
  learned.noteVaried(list, adding);
  await adding;
}

async function addAll(t: Context, list: Operation, creation: Operation): Promise<void> {
  const { budget } = t.state;
  const needed = varied * shareOfBudget;
  const members = await membersOf(t, list, creation);
  const isAsked = members.length > 0 || pageSizeOf(list) !== undefined;
  if (!isAsked || (await budget.roomFor(needed)) < needed) return;
  const words = members.map(() => wordsInOrder(varied, t.state.words.marker));
  for (let index = 0; index < varied; index += 1) {
    const valid = freshBaseline(t, creation);
    const body = variedBody(t, creation, valid.body ?? null, { members, words, index });
    const parsed = await sendItem(t, creation, { ...valid, body }, "one of the items whose values differ");
    // The values of one member may be in the way of another one's.
    if (!isSuccess(parsed?.response.status ?? 0)) return;
  }
}

/** Sends a creation with a body that the server may refuse. */
export function sendItem(
  t: Context,
  creation: Operation,
  { request, body = null }: ValidRequest,
  label: string,
) {
  const sent = { ...request, accepts: orRefused(request), label, body: encodeFor(creation, body) };
  return unlessSkipped(() => t.sendAnyway(sent));
}

/** The members by which a list may be asked for, and that the run may choose. */
async function membersOf(t: Context, list: Operation, creation: Operation): Promise<readonly VariedMember[]> {
  const given = valuesFor(t.state.contract.known ?? noKnowledge, creation);
  const plain = { isMoney: false, words: [], isId: false, isFlag: false };
  const asked = [
    ...sortingsOf(list).map(({ at }) => ({ ...plain, at })),
    ...testedFilters(list).flatMap((each) =>
      "times" in each
        ? each.times.map((name) => ({ ...plain, at: [name] }))
        : each.kind === "part"
          ? each.texts.map((name) => ({ ...plain, at: [name] }))
          : {
              ...{ at: each.at, isMoney: each.isMoney, words: calmWords(each.words) },
              ...{ isId: each.kind === "id", isFlag: each.kind === "boolean" },
            },
    ),
  ];
  const byPlace = new Map(asked.map((each) => [each.at.join("."), each]));
  const members: VariedMember[] = [];
  for (const { isId, isFlag, ...member } of byPlace.values()) {
    const name = member.at.at(-1) ?? "";
    if (Object.hasOwn(given, name) || isReference(t.state, name)) continue;
    // There, what is published, or is in another state, may reach people.
    if (t.state.settings.deletableOnly && (isState(name) || isFlag)) continue;
    members.push({ ...member, ids: isId ? await idsFor(t, name) : [] });
  }
  return members;
}

/** Words that an item may have without anything being sent or paid for it. */
export function calmWords(words: readonly string[]): readonly string[] {
  return words.filter((word) => !soundsHarmful(word));
}

/** The ids of two items of the run to which a member refers: another one is added where there is only one. */
async function idsFor(t: Context, name: string): Promise<readonly string[]> {
  const { api, inventory } = t.state;
  const resource = referredTo(name, api.resources);
  if (resource === undefined) return [];
  const own = () => inventory.items.filter((item) => item.own && item.resource === resource);
  const creation = creationFor(t.state, { path: resource.collectionPath });
  if (own().length === 1 && creation !== undefined) await unlessSkipped(() => createItem(t, creation));
  return own().length < 2
    ? []
    : own()
        .slice(0, 2)
        .map(({ id }) => id);
}

/** Which of the items is made, and the words of each member, the lowest first. */
interface Varied {
  readonly members: readonly VariedMember[];
  readonly words: readonly (readonly string[])[];
  readonly index: number;
}

/** A valid body with the values that one of the items has. */
function variedBody(t: Context, creation: Operation, body: Json, { members, words, index }: Varied): Json {
  const { schema = {} } = creation.body ?? {};
  const { marker } = t.state.words;
  const resource = t.state.api.resourceIn(creation);
  const placeOf = (value: Json, at: readonly string[]) =>
    placeIn(value, schema, placesInBody(resource, value, at));
  const changed = members.reduce<Json>((value, member, position) => {
    const place = placeOf(value, member.at);
    if (place === undefined) return value;
    const made = valueFor(place.schema, member, { words: words[position] ?? [], index, position, marker });
    return made === undefined ? value : withValueAt(value, place.path, made);
  }, body);
  const hasTime = members.some(({ at }) => isTime(placeOf(changed, at)?.schema ?? {}));
  // The times of an item have to fit together.
  return hasTime ? laterBy((ranks[index] ?? 0) + 1, changed) : changed;
}

/** Which of the items has a value, of which of the members, and the words that the items have. */
interface RankedValue extends Pick<Varied, "index"> {
  readonly words: readonly string[];
  readonly position: number;
  readonly marker: () => string;
}

/** The value of a member that one of the items has; undefined where it stays as it is. */
function valueFor(
  schema: AnySchema,
  { words: states, ids, isMoney }: VariedMember,
  { words, index, position, marker }: RankedValue,
): Json | undefined {
  const flag = flags[(index + position) % varied] ?? true;
  const [first, second] = ids;
  if (first !== undefined && second !== undefined) {
    const id = flag ? first : second;
    if (!["integer", "number"].includes(typeOf(plainSchema(schema)) ?? "")) return id;
    return [first, second].every((each) => /^-?\d+$/.test(each)) ? BigInt(id) : undefined;
  }
  if (typeOf(plainSchema(schema)) === "boolean") return flag;
  if (states.length > 0 && typeOf(plainSchema(schema)) === "string")
    return states[index < mostWords ? index : 0] ?? states[0];
  const { minimum, ...plain } = plainSchema(schema);
  const isNumber = ["integer", "number"].includes(typeOf(plain) ?? "");
  const rank = (typeOf(plain) === "string" ? wordRanks : ranks)[index] ?? 0;
  // A filter for 0 may be taken for none.
  if (rank === 0 && isNumber && !isMoney && minimum === 0) return 0n;
  const word = words[wordRanks[index] ?? 0] ?? "";
  const made = { rank, count: Math.max(...ranks) + 1, word, marker };
  const value = valueOfRank(schema, { ...made, factor: isMoney ? moneyGap : undefined });
  return value ?? (index >= mostWords ? otherText(schema, marker) : undefined);
}

/** A text like the usual one, which its pattern allows: a server may know the usual one alone. */
function otherText(schema: AnySchema, marker: () => string): Json | undefined {
  const { pattern, format, enum: words, ...plain } = plainSchema(schema);
  const isPatterned = typeOf(plain) === "string" && pattern !== undefined;
  if (!isPatterned || format !== undefined || words !== undefined || leavesChoice(schema)) return undefined;
  const options = { marker, reference: () => undefined, shape: fullShape, isVaried: true };
  return validValueOf(schema, options);
}

/** The first of some places that a body may have. */
export function placeIn(body: Json, schema: AnySchema, places: readonly (readonly string[])[]) {
  return places
    .flatMap((path) => {
      const found = path.reduce<AnySchema | undefined>(
        (outer, name) => (outer === undefined ? undefined : plainSchema(outer).properties?.[name]),
        schema,
      );
      return found !== undefined && isJsonObject(valueAt(body, path.slice(0, -1)) ?? null)
        ? [{ path, schema: found }]
        : [];
    })
    .at(0);
}
