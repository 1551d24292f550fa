import type { Operation } from "../../description/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  idNames,
  itemMembersOf,
  matches,
  momentOf,
  type Sorting,
  timeTolerance,
  valueAt,
} from "../../model/index.js";
import { type AnySchema, plainSchema, schemaAt } from "../../schema/index.js";
import { type ApiState, type Context, markersIn } from "../../session/index.js";
import { isFormed, isFormedInOrder, isOfPlainOrder } from "../../values/index.js";
import { seedUntil } from "./distinguishable-items.js";
import type { Page } from "./page.js";
import { addVariedItems } from "./varied-items.js";

/** The new items are added neither upwards nor downwards; by another member, in another order. */
const ranks = [
  [1, 2, 0],
  [2, 0, 1],
] as const;

/** Items whose order shows something. */
const fewest = 3;

/**
 * The addresses of items of the run that the list shows in no order of this member, and that are alike in all else: a list may
 * have what is pinned at its top. They are added where there are none.
 * @param read asks for the list as it is
 * @returns none where the list shows none then
 */
export async function unsortedItems(
  t: Context,
  list: Operation,
  { wanted, members }: { readonly wanted: readonly Sorting[]; readonly members: readonly string[] },
  read: () => Promise<Page>,
): Promise<ReadonlySet<string>> {
  const at = wanted[0]?.at ?? [];
  const ways = wanted.map(({ way }) => way);
  const isAny = ({ size }: ReadonlySet<string>): boolean => size > 0;
  const mixedNow = async (
    ...orders: readonly (readonly Sorting["way"][])[]
  ): Promise<ReadonlySet<string>> => {
    const page = await read();
    return orders.map((each) => mixedIn(t, list, { at, ways: each }, page)).find(isAny) ?? new Set();
  };
  await addVariedItems(t, list);
  // A list may be sorted without being asked: then the other way shows something.
  const found = await mixedNow(["either"], ways);
  if (isAny(found)) return found;
  const all = members.map((each, index) => ({ at: each.split("."), ranks: ranks[index % 2] ?? ranks[0] }));
  const only = all.filter((each) => each.at.join() === at.join());
  const poll = () => mixedNow(["either"], ways);
  return (await seedUntil(t, list, all.length > 1 ? [all, only] : [only], poll, isAny)) ?? new Set();
}

/** Items that are not in one of these orders. */
function mixedIn(
  t: Context,
  list: Operation,
  { at, ways }: { readonly at: Sorting["at"]; readonly ways: readonly Sorting["way"][] },
  { own }: Page,
): ReadonlySet<string> {
  const resource = t.state.api.resourceIn(list);
  const members = itemMembersOf(list);
  const alike = new Map<string, Map<string, string>>();
  const values = new Map<string, Json>();
  for (const { item, address } of own) {
    const value = plainValueAt(t, list, item, at);
    if (value === undefined || resource === undefined) continue;
    const traits = renderJson(
      visibilityFingerprint(t.state, idNames(resource), withoutFormed(members, item)),
    );
    const others = alike.get(traits) ?? new Map<string, string>();
    const key =
      typeof value === "string" ? value.slice(0, momentOf(value) === undefined ? 1 : 10) : renderJson(value);
    if (!others.has(key)) others.set(key, address);
    values.set(address, value);
    alike.set(traits, others);
  }
  const groups = [...alike.values()].map((group) => [...group.values()]);
  const isMixed = (group: readonly string[]): boolean => {
    const shown = group.flatMap((address) => values.get(address) ?? []);
    return group.length >= fewest && ways.some((way) => !isInOrder(shown, way));
  };
  return new Set(groups.find(isMixed));
}

type Members = Readonly<Record<string, AnySchema>>;

/** An item with one text in place of all its codes: a list does not choose its first items by these. */
function withoutFormed(members: Members, item: JsonObject): JsonObject {
  const without = (schema: AnySchema, value: Json): Json => {
    if (typeof value === "string") return isFormed(schema) ? "a text of its form" : value;
    const { properties } = plainSchema(schema);
    return isJsonObject(value) && properties !== undefined ? withoutFormed(properties, value) : value;
  };
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, without(members[name] ?? {}, value)]),
  );
}

/**
 * A value of which the order is plain, wherever texts are sorted: a word of the run, a time, a number, or a text whose form has
 * letters of one case at its beginning.
 */
export function plainValueAt(
  { state: { requests } }: Context,
  list: Operation,
  item: JsonObject,
  at: readonly string[],
): Json | undefined {
  const members = itemMembersOf(list);
  const value = valueAt(item, at);
  if (typeof value === "string") {
    const isWord = requests.markers.has(value) && isOfPlainOrder(value);
    const isPlain =
      momentOf(value) !== undefined ||
      isWord ||
      isFormedInOrder(schemaAt({ properties: members }, at), value);
    return isPlain ? value : undefined;
  }
  return typeof value === "bigint" || (value !== undefined && value !== null && isFraction(value))
    ? value
    : undefined;
}

/** Are values in an order, as far as it is plain: texts by their first letters, and times by days? */
export function isInOrder(values: readonly Json[], way: Sorting["way"]): boolean {
  const areAll = (holds: (left: Json, right: Json) => boolean): boolean =>
    values.every((value, index) => {
      const before = values[index - 1];
      return before === undefined || holds(before, value);
    });
  const isBelow = (left: Json, right: Json): boolean => {
    const [earlier, later] = [momentOf(left), momentOf(right)];
    if (earlier !== undefined && later !== undefined) return earlier < later + timeTolerance;
    return typeof left === "string" && typeof right === "string"
      ? left.slice(0, 1) <= right.slice(0, 1)
      : Number(renderJson(left)) <= Number(renderJson(right));
  };
  const isUp = areAll(isBelow);
  const isDown = areAll((left, right) => isBelow(right, left));
  return way === "up" ? isUp : way === "down" ? isDown : isUp || isDown;
}

/** Is it the beginning of a word of the run, as where a member has no room for the whole? */
function isCutMarker({ requests: { markers } }: ApiState, text: string): boolean {
  return /^[a-z]{3,7}$/.test(text) && [...markers].some((each) => each.startsWith(text));
}

/** A text that has many digits, as telephone and article numbers have. The words of a state have fewer, and years no letters. */
const isOneOfMany = /\d{6}|[a-z].*\d{4}|\d{4}.*[a-z]/i;

/**
 * The traits by which a list may hide an item: words, flags, absent members, and whether numbers are above zero and times are
 * over. Two items of which this is the same are alike.
 * @param ids names under which an item may have its own id; the ids of others count
 */
export function visibilityFingerprint(state: ApiState, ids: readonly string[], value: Json, name = ""): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each) => visibilityFingerprint(state, ids, each, name));
  if (isJsonObject(value)) {
    const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(
      members.map(([member, each]) => [member, visibilityFingerprint(state, ids, each, member)]),
    );
  }
  if (value === null || typeof value === "boolean") return value;
  if (matches(name, "of-itself") || ids.includes(name)) return "its own";
  if (typeof value !== "string") return `${Math.sign(Number(renderJson(value)))}`;
  if (markersIn(state, value).length > 0 || isCutMarker(state, value)) return "a text of the run";
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time) && isOneOfMany.test(value)) return "a text of its own";
  return Number.isNaN(time) ? value : time < state.clock.now.getTime() ? "past" : "to come";
}
