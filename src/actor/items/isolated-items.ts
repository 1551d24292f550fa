import type { Operation } from "../../description/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../json/index.js";
import { isChosenByServer, matches, type Resource } from "../../model/index.js";
import {
  baselineOf,
  type Context,
  type KnownItem,
  markersIn,
  readItem,
  settle,
  shownAt,
} from "../../session/index.js";
import { hasMarker, pairOf } from "../../values/index.js";
import { isComputed } from "../comparison/comparison.js";
import type { NewItems } from "./new-items.js";

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

/**
 * The first and the last of the other items of the run that show words of their own, and another one: unless they refer to the one in
 * question. Where none shows such words, some that are there.
 */
export async function othersBeside(
  t: Context,
  read: Operation,
  item: KnownItem,
  another: KnownItem,
): Promise<readonly MarkedItem[]> {
  const refers = (shown: Json): boolean => mentions(shown, item.id);
  const others = [
    ...(await readOthers(t, read, item, refers)),
    ...(await readThese(t, read, [another], ownPart(refers))),
  ];
  const marked = others.filter(
    (each, index) => others.findIndex(({ item: { path } }) => path === each.item.path) === index,
  );
  return marked.length > 0 ? marked : findThese(t, read, [another, ...ownOf(t, item.resource)], item);
}

/** Items without words of the run, which can be found before and after something is done to another one. */
async function findThese(
  t: Context,
  read: Operation,
  items: readonly KnownItem[],
  { id, path: own }: KnownItem,
): Promise<readonly MarkedItem[]> {
  const found: MarkedItem[] = [];
  const others = new Map(items.filter(({ path }) => path !== own).map((each) => [each.path, each]));
  for (const each of [...others.values()].slice(0, mostTried)) {
    const shown = await readItem(t, read, each);
    if (shown !== undefined && !mentions(shown, id)) found.push({ item: each, markers: [] });
  }
  return found;
}

/** The first and the last of the other items of the run: the ones that a server hits which takes the wrong one. */
async function readOthers(
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

/** The first of some items that shows words which its creation sent, if one does. */
export function showingSent(
  t: Context,
  related: NewItems,
  items: readonly KnownItem[],
): Promise<readonly MarkedItem[]> {
  return readThese(t, related.read, items, (shown) => sentPart(t, related, shown));
}

/** The members of an item that its creation alone decides: the rest may follow what comes next, as its state may. */
function sentPart(t: Context, { create, read }: NewItems, found: Json): Json {
  const pair = pairOf(t.state.api, { operation: create, read, sent: baselineOf(t, create).body, found });
  const sent = Object.keys(pair?.sent ?? {}).filter(
    (name) => !isChosenByServer(name) && !isComputed(t.state, name, create),
  );
  return Object.fromEntries(Object.entries(pair?.found ?? {}).filter(([name]) => sent.includes(name)));
}

/** The first of some items that shows words of its own, if one does. @param own the part that has these, if any */
async function readThese(
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

/** The members that show an item alone, unless it refers to the one in question. */
function ownPart(refers: (shown: Json) => boolean): (shown: Json) => Json | undefined {
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
