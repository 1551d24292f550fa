import { isSuccess, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { type AnySchema, orRefused, plainSchema } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import {
  type Filter,
  filtersOf,
  isExact,
  isTime,
  laterBy,
  placesInBody,
  type TimeFilter,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { type Context, creationFor, eventually, freshBaseline } from "../../session/index.js";
import {
  encodeFor,
  type FilterProbe,
  moneyGap,
  probesFor,
  type ValidRequest,
  valueOfRank,
  wordsInOrder,
} from "../../values/index.js";
import { isReference } from "../comparison/comparison.js";
import { type ListResult, ownIn } from "./pages.js";

/** A member of which new items have values that are far apart. */
export interface SeedMember {
  /** Where the items of the list have it. */
  readonly at: readonly string[];
  /** Of each new item, which value it has: 0 for the lowest. */
  readonly ranks: readonly number[];
  /** How many times the lowest number the highest one is, where that matters. */
  readonly factor?: number;
}

/**
 * Adds items whose values of these members are far apart, one for each rank.
 * @returns how many were added: none more once one is refused
 */
export async function seedDistinct(
  t: Context,
  list: Operation,
  members: readonly SeedMember[],
): Promise<number> {
  const creation = creationFor(t.state, list);
  if (creation?.body === undefined || !t.state.learned.baselines.has(creation.id)) return 0;
  const { schema = {} } = creation.body;
  const resource = t.state.api.resourceIn(creation);
  const given = t.state.contract.known?.values ?? {};
  const free = members.filter(({ at }) => {
    const name = at.at(-1) ?? "";
    return !Object.hasOwn(given, name) && !isReference(t.state, name);
  });
  const words = free.map(({ ranks }) => wordsInOrder(ranks.length, t.state.words.marker));
  const count = members[0]?.ranks.length ?? 0;
  for (let added = 0; added < count; added += 1) {
    const valid = freshBaseline(t, creation);
    const { body = null } = valid;
    const changed = free.reduce<Json>((value, { at, ranks, factor }, member) => {
      const place = placeIn(value, schema, placesInBody(resource, body, at));
      const rank = ranks[added] ?? 0;
      const word = words[member]?.[rank] ?? "";
      const made =
        place && valueOfRank(place.schema, { rank, count, word, marker: t.state.words.marker, factor });
      return place === undefined || made === undefined ? value : withValueAt(value, place.path, made);
    }, body);
    const ofTime = free.find(({ at }) => {
      const place = placeIn(changed, schema, placesInBody(resource, body, at));
      return place !== undefined && isTime(place.schema);
    });
    // The times of an item have to fit together.
    const moved = ofTime === undefined ? changed : laterBy((ofTime.ranks[added] ?? 0) + 1, changed);
    const parsed = await sendItem(
      t,
      creation,
      { ...valid, body: moved },
      `one of ${count} items whose values differ`,
    );
    if (!isSuccess(parsed?.response.status ?? 0)) return added;
  }
  return count;
}

/** Other words that are tried: of a state, some are reached from others only. */
const mostTried = 2;

/**
 * Adds an item with another value to a list of which all items have the same one: without it, nothing shows whether a filter is
 * obeyed.
 * @param values that the member may have
 * @returns whether one was added
 */
async function addOther(
  t: Context,
  { list, items }: { readonly list: Operation; readonly items: readonly JsonObject[] },
  at: readonly string[],
  values: readonly Json[],
): Promise<boolean> {
  const shown = new Set(items.map((item) => valueAt(item, at)));
  const creation = creationFor(t.state, list);
  if (shown.size !== 1 || creation === undefined || !t.state.learned.baselines.has(creation.id)) return false;
  for (const other of values.filter((value) => !shown.has(value)).slice(0, mostTried)) {
    const valid = freshBaseline(t, creation);
    const { body = null } = valid;
    const place = placesInBody(t.state.api.resourceIn(creation), body, at).find(
      (each) => typeof valueAt(body, each) === typeof other,
    );
    if (place === undefined) return false;
    const label = `one whose ${at.at(-1)} is ${other}`;
    const parsed = await sendItem(t, creation, { ...valid, body: withValueAt(body, place, other) }, label);
    const stored = isJsonObject(parsed?.json) ? valueAt(parsed.json, place) : undefined;
    if ((stored === undefined || stored === other) && isSuccess(parsed?.response.status ?? 0)) return true;
  }
  return false;
}

/** Sends a creation with a body that the server may refuse. */
function sendItem(t: Context, creation: Operation, { request, body = null }: ValidRequest, label: string) {
  const sent = { ...request, accepts: orRefused(request), label, body: encodeFor(creation, body) };
  return unlessSkipped(() => t.sendAnyway(sent));
}

/** The first of some places that a body may have. */
function placeIn(body: Json, schema: AnySchema, places: readonly (readonly string[])[]) {
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

/** A list, and what a filter of it is asked for. */
export interface ProbedList {
  readonly all: ListResult;
  /** None where the list shows no items that the filter tells apart. */
  readonly probes: readonly FilterProbe[];
}

/**
 * Adds items to a list that a filter has to tell apart, where it shows none.
 * @param read asks for the list without a filter
 */
export async function distinguish(
  t: Context,
  list: Operation,
  filter: Filter | TimeFilter,
  read: () => Promise<ListResult>,
): Promise<ProbedList> {
  const {
    requests: { markers },
    clock: { now },
  } = t.state;
  const facts = { markers, now, isReference: (name: string) => isReference(t.state, name) };
  const probed = (all: ListResult): ProbedList => {
    const own = ownIn(t, list, all).map(({ item }) => item);
    return { all, probes: probesFor(filter, { items: all.items, own }, facts) };
  };
  const first = await read();
  const found = probed(first);
  if ("times" in filter || filter.kind === "id") return found;
  if (isExact(filter)) {
    const values = filter.kind === "boolean" ? [true, false] : filter.words;
    const isAdded = await addOther(t, { list, items: first.items }, filter.at, values);
    return isAdded ? probed(await read()) : found;
  }
  if (found.probes.length > 0) return found;
  const fuzzy = filtersOf(list).filter((each) => !isExact(each));
  // The values of one may be in the way of another one's.
  for (const filters of fuzzy.length > 1 ? [fuzzy, [filter]] : [fuzzy]) {
    const members = filters.map(({ at, isMoney }) => ({
      at,
      ranks: [1, 0],
      ...(isMoney ? { factor: moneyGap } : {}),
    }));
    if ((await seedDistinct(t, list, members)) < 2) continue;
    const added = await eventually(
      t,
      async () => probed(await read()),
      ({ probes }) => probes.length > 0,
    );
    if (added.probes.length > 0) return added;
  }
  return found;
}
