import { noKnowledge, type Operation, valuesFor } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, parseJson, renderJson } from "../../json/index.js";
import {
  type Filter,
  filtersOf,
  isExact,
  isState,
  isTime,
  laterBy,
  placesInBody,
  type Resource,
  type TimeFilter,
  valueAt,
  withTimesOf,
  withValueAt,
} from "../../model/index.js";
import { type Context, eventually, freshBaseline } from "../../session/index.js";
import {
  bodyTextOf,
  type FilterProbe,
  moneyGap,
  probesFor,
  valueOfRank,
  wordsInOrder,
} from "../../values/index.js";
import { isReference } from "../comparison/comparison.js";
import { acceptedCreation, type Page } from "./page.js";
import { addVariedItems, calmWords, placeIn, sendItem } from "./varied-items.js";

/** A member of which new items have values that are far apart. */
export interface SeedMember {
  /** Where the items of the list have it. */
  readonly at: readonly string[];
  /** Of each new item, which value it has: 0 for the lowest. */
  readonly ranks: readonly number[];
  /** How many times the lowest number the highest one is, where that matters. */
  readonly factor?: number;
  /** Does the word that comes last begin with a capital? */
  readonly isLastCapital?: boolean;
}

/**
 * Adds items whose values of these members are far apart, one for each rank.
 * @returns the traces of the requests; undefined where one is refused, after which no more are added
 */
export async function seedDistinct(
  t: Context,
  list: Operation,
  members: readonly SeedMember[],
): Promise<readonly string[] | undefined> {
  const creation = acceptedCreation(t.state, list);
  if (creation?.body === undefined) return undefined;
  const { schema = {} } = creation.body;
  const resource = t.state.api.resourceIn(creation);
  const traces: string[] = [];
  const given = valuesFor(t.state.contract.known ?? noKnowledge, creation);
  const free = members.filter(({ at }) => {
    const name = at.at(-1) ?? "";
    return !Object.hasOwn(given, name) && !isReference(t.state, name);
  });
  const words = free.map(({ ranks, isLastCapital = false }) => {
    const inOrder = wordsInOrder(ranks.length, t.state.words.marker);
    const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
    return inOrder.map((word, index) => (isLastCapital && index === ranks.length - 1 ? capital(word) : word));
  });
  const count = members[0]?.ranks.length ?? 0;
  let firstBody: Json | undefined;
  for (let added = 0; added < count; added += 1) {
    const valid = freshBaseline(t, creation);
    const { body = null } = valid;
    const changed = free.reduce<Json>((value, { at, ranks, factor }, member) => {
      const place = placeIn(value, schema, placesInBody(resource, body, at));
      const rank = ranks[added] ?? 0;
      const word = words[member]?.[rank] ?? "";
      const { marker } = t.state.words;
      const now = place && valueAt(value, place.path);
      const made = place && valueOfRank(place.schema, { rank, count, word, marker, factor, now });
      return place === undefined || made === undefined ? value : withValueAt(value, place.path, made);
    }, body);
    const ofTime = free.find(({ at }) => {
      const place = placeIn(changed, schema, placesInBody(resource, body, at));
      return place !== undefined && isTime(place.schema);
    });
    firstBody ??= changed;
    // The times of an item have to fit together.
    const moved =
      ofTime === undefined
        ? changed
        : laterBy((ofTime.ranks[added] ?? 0) + 1, withTimesOf(firstBody, changed));
    const label = `one of ${count} items whose values differ`;
    const parsed = await sendItem(t, creation, { ...valid, body: moved }, label);
    if (parsed === undefined || !isSuccess(parsed.response.status)) return undefined;
    traces.push(parsed.exchange.trace);
  }
  return traces;
}

/**
 * Adds items whose values of these members are far apart until a list shows what is wanted: of all members, and then of fewer, since
 * the values of one may be in the way of another one's.
 * @returns undefined where it never shows that
 */
export async function seedUntil<Shown>(
  t: Context,
  list: Operation,
  alternatives: readonly (readonly SeedMember[])[],
  poll: () => Promise<Shown>,
  holds: (shown: Shown) => boolean,
): Promise<Shown | undefined> {
  for (const members of alternatives) {
    if ((await seedDistinct(t, list, members)) === undefined) continue;
    const shown = await eventually(t, poll, holds);
    if (holds(shown)) return shown;
  }
  return undefined;
}

/** Other words that are added: of a state, some are reached from others only. */
const mostTried = 2;

/**
 * Adds items with other values to a list of which all items have the same one: without them, nothing shows whether a filter is
 * obeyed, and items with some words may be listed in another way.
 * @returns whether any was added
 */
async function addOther(
  t: Context,
  list: Operation,
  { items }: Page,
  { at, kind, words }: Filter,
): Promise<boolean> {
  const shown = new Set(items.map((item) => valueAt(item, at)));
  const creation = acceptedCreation(t.state, list);
  if (shown.size !== 1 || creation === undefined) return false;
  const values: readonly Json[] = kind === "boolean" ? [true, false] : calmWords(words);
  const most = t.state.settings.deletableOnly && isState(at.at(-1) ?? "") ? 0 : mostTried;
  let isAdded = false;
  for (const other of values.filter((value) => !shown.has(value)).slice(0, most)) {
    const valid = freshBaseline(t, creation);
    const { body = null } = valid;
    const place = placesInBody(t.state.api.resourceIn(creation), body, at).find(
      (each) => typeof valueAt(body, each) === typeof other,
    );
    if (place === undefined) break;
    const label = `one whose ${at.at(-1)} is ${other}`;
    const parsed = await sendItem(t, creation, { ...valid, body: withValueAt(body, place, other) }, label);
    const stored = isJsonObject(parsed?.json) ? valueAt(parsed.json, place) : undefined;
    isAdded ||= (stored === undefined || stored === other) && isSuccess(parsed?.response.status ?? 0);
  }
  return isAdded;
}

/** The list without a filter, and what the filter is asked for. */
export interface ProbedList {
  readonly all: Page;
  /** None where the list shows no items that the filter tells apart. */
  readonly probes: readonly FilterProbe[];
  /** Are at least two values of the filter's member shown, each in the item with which the run sent it? */
  readonly isClients: boolean;
}

/** Does a list show at least two values of a member, each in the item with which the run sent it? */
function showsSent({ state }: Context, { own }: Page, at: Filter["at"]): boolean {
  const created = new Map(
    [...state.inventory.creations.values()].flatMap(({ operation, sent, addresses }) => {
      const value = valueSent(state.api.resourceIn(operation), sent, at);
      return value === undefined ? [] : addresses.map((address) => [address, value] as const);
    }),
  );
  const pairs = own.flatMap(({ item, address }) => {
    const was = lastChangeOf(state, address, at) ?? created.get(address);
    return was === undefined ? [] : [{ was, is: renderJson(valueAt(item, at) ?? null) }];
  });
  return new Set(pairs.map(({ was }) => was)).size > 1 && pairs.every(({ was, is }) => was === is);
}

/** The value that the last accepted change of an item sent for a member; undefined where none did. */
function lastChangeOf(
  { inventory }: Context["state"],
  address: string,
  at: Filter["at"],
): string | undefined {
  const { changes = [], item } = inventory.at(address) ?? {};
  return changes
    .filter(({ status = 0 }) => isSuccess(status))
    .flatMap(({ exchange }) => {
      const sent = parseJson(bodyTextOf(exchange.case));
      return (sent.status === "valid" && valueSent(item?.resource, sent.value, at)) || [];
    })
    .at(-1);
}

/** The value that a body has for a member of its item, as JSON; undefined where it has none. */
function valueSent(
  resource: Resource | undefined,
  body: Json | undefined,
  at: Filter["at"],
): string | undefined {
  const [place] = placesInBody(resource, body, at);
  const value = place && valueAt(body ?? null, place);
  return value === undefined || value === null ? undefined : renderJson(value);
}

/**
 * Adds items to a list that a filter has to tell apart, where it shows none.
 * @param read asks for the list without a filter
 */
export async function distinguish(
  t: Context,
  list: Operation,
  filter: Filter | TimeFilter,
  read: () => Promise<Page>,
): Promise<ProbedList> {
  const { requests, clock } = t.state;
  const isReferenceHere = (name: string): boolean => isReference(t.state, name);
  const probe = async (): Promise<ProbedList> => {
    const all = await read();
    const isClients = showsSent(t, all, "times" in filter ? filter.times.slice(0, 1) : filter.at);
    const facts = { markers: requests.markers, now: clock.now, isReference: isReferenceHere, isClients };
    return { all, probes: probesFor(filter, all, facts), isClients };
  };
  await addVariedItems(t, list);
  const found = await probe();
  if ("times" in filter || filter.kind === "id") return found;
  if (isExact(filter)) return (await addOther(t, list, found.all, filter)) ? probe() : found;
  const isProbed = ({ probes }: ProbedList): boolean => probes.some(({ isOfNear = false }) => !isOfNear);
  if (isProbed(found)) return found;
  const seed = ({ at, isMoney }: Filter): SeedMember => ({
    at,
    ranks: [1, 0],
    ...(isMoney ? { factor: moneyGap } : {}),
  });
  const fuzzy = filtersOf(list).filter((each) => !isExact(each));
  const alternatives = fuzzy.length > 1 ? [fuzzy.map(seed), [seed(filter)]] : [fuzzy.map(seed)];
  return (await seedUntil(t, list, alternatives, probe, isProbed)) ?? found;
}
