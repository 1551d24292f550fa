import type { Operation } from "../../description/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../json/index.js";
import { matches, type Resource } from "../../model/index.js";
import { type Context, type KnownItem, markersIn, readItem, settle, shownAt } from "../../session/index.js";
import { hasMarker } from "../../values/index.js";

/** An item of the run, and the words of the run that it shows. */
export interface MarkedItem {
  readonly item: KnownItem;
  readonly markers: readonly string[];
}

/** Does something to an item of the run, and expects that others still show the words that were sent for them. */
export async function expectIsolation<Value>(
  t: Context,
  { read, path }: { readonly read: Operation; readonly path: string },
  act: () => Promise<Value>,
): Promise<Value> {
  const own = t.state.inventory.items.filter((each) => each.own);
  const touched = own.find((each) => each.path === path);
  const refers = (shown: Json): boolean => touched !== undefined && mentions(shown, touched.id, isIdName);
  const others = touched === undefined ? [] : await readOthers(t, read, touched, refers);
  const value = await act();
  for (const each of others) await expectUntouched(t, read, each);
  return value;
}

/** Other items that are tried: one may be gone, or refer to the one in question. */
const mostTried = 3;

/** Reads the first and the last of the other items of the run: the ones that a server hits which takes the wrong one. */
export async function readOthers(
  t: Context,
  read: Operation,
  touched: KnownItem,
  refers: (shown: Json) => boolean,
): Promise<readonly MarkedItem[]> {
  const others = ownOf(t, touched.resource).filter(({ path }) => path !== touched.path);
  const own = ownPart(refers);
  const first = await readThese(t, read, others, own);
  const rest = others.filter(({ path }) => path !== first[0]?.item.path).toReversed();
  return [...first, ...(await readThese(t, read, rest, own))];
}

/** The items of the run of one kind. */
export function ownOf({ state }: Context, resource: Resource | undefined): readonly KnownItem[] {
  return state.inventory.items.filter((each) => each.own && each.resource === resource);
}

/** Reads the first of some items that shows words of its own, if one does. @param own the part that has these, if any */
export async function readThese(
  t: Context,
  read: Operation,
  items: readonly KnownItem[],
  own: (shown: Json) => Json | undefined,
): Promise<readonly MarkedItem[]> {
  // A change by the run may not be shown everywhere yet.
  if (items.length > 0 && t.state.clock.settle > 0) await settle(t);
  for (const item of items.slice(0, mostTried)) {
    const shown = await readItem(t, read, item);
    const part = shown === undefined ? undefined : own(shown);
    const markers = part === undefined ? [] : markersIn(t.state, renderJson(part));
    if (markers.length > 0) return [{ item, markers }];
  }
  return [];
}

/** Returns the members that show an item alone, unless it refers to the one in question. */
export function ownPart(refers: (shown: Json) => boolean): (shown: Json) => Json | undefined {
  return (shown) => (refers(shown) ? undefined : withoutNeighbours(shown));
}

function withoutNeighbours(shown: Json): Json {
  if (Array.isArray(shown)) return (shown as readonly Json[]).map(withoutNeighbours);
  if (!isJsonObject(shown)) return shown;
  const own = Object.entries(shown).filter(([name]) => !matches(name, "of-neighbours"));
  return Object.fromEntries(own.map(([name, value]) => [name, withoutNeighbours(value)]));
}

/** Expects an item to show what it has shown. */
export async function expectUntouched(
  t: Context,
  read: Operation,
  { item, markers }: MarkedItem,
  { check, mayBeGone = false }: { readonly check?: string | undefined; readonly mayBeGone?: boolean } = {},
): Promise<void> {
  const shown = await shownAt(t, read, item);
  const isGone = shown === undefined;
  if (isGone && mayBeGone) return;
  const isUntouched = !isGone && markers.every((marker) => hasMarker(renderJson(shown), marker));
  t.expect(isUntouched, {
    check,
    problem: `another item is ${isGone ? "gone" : "changed"}`,
    expected: "every other item stays what it is",
    actual: `one that was not meant is ${isGone ? "gone" : "changed"}, too`,
    at: isGone ? { in: "status" } : { in: "body", pointer: "" },
  });
}

/** May a number under this name be an id? */
export function isIdName(name: string): boolean {
  return /ids?$/i.test(name);
}

/** Does a value hold this id somewhere: as a text, or as a number under a name that may have it? */
export function mentions(
  value: Json,
  id: string,
  mayHave: (name: string) => boolean = () => true,
  name = "id",
): boolean {
  if (Array.isArray(value))
    return (value as readonly Json[]).some((each) => mentions(each, id, mayHave, name));
  if (isJsonObject(value))
    return Object.entries(value).some(([member, each]) => mentions(each, id, mayHave, member));
  return typeof value === "string" ? value === id : !isFraction(value) && mayHave(name) && `${value}` === id;
}
