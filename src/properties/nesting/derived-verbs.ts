import type { Actor, BrokenPromise, Derived, Item, KnownItem } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isFraction, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { aggregated, laterBy, shownSingleton, valueAt, withValueAt } from "../../model/index.js";
import { assume, freshBaseline } from "../../session/index.js";
import { headerValues, orRefused } from "../../transport/index.js";
import { effectiveStatus, isStillShown, onItem } from "../../values/index.js";
import { newDependent } from "./new-dependents.js";

/** Where a member follows from others, and what it was before any of these. */
interface Place {
  readonly t: Actor;
  readonly others: Actor;
  readonly derived: Derived;
  /** The item that has the member; undefined where that is there once. */
  readonly item: Item | undefined;
  readonly base: number | undefined;
  /** All that is computed from others there, each time that it was read. */
  readonly seen: string[];
}

/** An item from which a member of another one follows, with the value that it gives to that; undefined where it does not count. */
interface Other {
  readonly item: KnownItem;
  readonly value: number | undefined;
}

/** Reads a member before others are there from which it follows. */
export async function shownBefore(t: Actor, derived: Derived, item: Item | undefined): Promise<Place> {
  const others = t.inRoles(derived.dependents.roles, "derived");
  const place: Place = { t, others, derived, item, base: undefined, seen: [] };
  const base = numberOf(item === undefined ? await readMember(place) : shownIn(place, item.found));
  assume(base !== undefined || derived.member.aggregate !== "count", "not shown");
  assume(base !== undefined || item !== undefined, "not shown");
  return { ...place, base };
}

async function readMember(place: Place): Promise<Json | undefined> {
  const { t, item, seen } = place;
  const found = await t.read(item ?? { path: t.usualRequest().path });
  seen.push(
    renderJson(
      (t.stage.roles.derived ?? []).map((each) => shownIn({ ...place, derived: each }, found) ?? null),
    ),
  );
  return shownIn(place, found);
}

/** The member in what is shown, without what wraps it. */
function shownIn({ t, item, derived: { member } }: Place, found: Json | undefined): Json | undefined {
  const { wrapper } = shownSingleton(t.stage.roles.op);
  const path = item === undefined && wrapper !== undefined ? [wrapper, ...member.at] : member.at;
  return valueAt(item === undefined ? found : t.membersOf(found), path);
}

/** Creates an item that another one follows from: the second with another value, and with later times. */
export async function addOther(place: Place, turn: number): Promise<Other> {
  const { others, item, derived } = place;
  const { dependents, values } = derived;
  const { of } = derived.member;
  const value = values[turn];
  const edit = (body: Json): Json => {
    const later = turn === 0 ? body : laterBy(turn, body);
    return of === undefined || value === undefined ? later : withValueAt(later, [of], value);
  };
  const before = others.items().length;
  const make = (above: Pick<KnownItem, "id" | "path"> | undefined, change?: (body: Json) => Json) =>
    above === undefined ? others.create(change) : newDependent(others, dependents, above, change);
  // What it refers to may be used up, or have no room for the value.
  const made =
    (await others.unlessSkipped(() => make(item, edit))) ??
    (await others.unlessSkipped(async () => make(item ?? (await newAbove(place)), edit))) ??
    (await make(item ?? (await newAbove(place))));
  const added = others.items();
  // A creation may have taken another one of its kind.
  assume(item !== undefined || added.length === before + 1, "no other item");
  const other = added.find(({ path }) => path === made.path);
  assume(other !== undefined, "not shown");
  return { item: other, value: await valueGivenBy(place, other) };
}

/** Creates an item to which the others of a figure refer; undefined where they refer to none. */
async function newAbove({ t, derived: { above } }: Place): Promise<Item | undefined> {
  return above && t.inRoles(above, "derived").create();
}

/** Reads what another item gives to a member. */
async function valueGivenBy(
  { others, derived: { member } }: Place,
  item: KnownItem,
): Promise<number | undefined> {
  const found = await others.read(item);
  assume(found !== undefined, "not shown");
  return givenBy(member, others.membersOf(found));
}

function givenBy({ of, counted }: Derived["member"], shown: JsonObject): number | undefined {
  const state = counted && shown[counted.name];
  assume(counted === undefined || state !== undefined, "not shown");
  if (counted !== undefined && !counted.values.some((each) => isStillShown(each, state))) return undefined;
  const gives = of === undefined ? 1 : numberOf(shown[of]);
  assume(gives !== undefined, "not shown");
  return gives;
}

/** Reads a member until it follows from others. @returns what is broken, where it does not */
export async function brokenNow(
  place: Place,
  others: readonly Other[],
  event?: string,
): Promise<BrokenPromise | undefined> {
  const { t, item, derived, seen } = place;
  const { at, tolerance } = derived.member;
  const isAsExpected = (value: Json | undefined, all: readonly Other[]): boolean =>
    Math.abs((numberOf(value) ?? Number.NaN) - expectedOf(place, all)) <= tolerance;
  const before = seen.at(-1);
  const start = seen.length;
  const first = await t.until(
    () => readMember(place),
    (value) => isAsExpected(value, others),
  );
  if (isAsExpected(first, others)) return undefined;
  // The others may have changed meanwhile.
  const present: Other[] = [];
  for (const each of others) present.push({ ...each, value: await valueGivenBy(place, each.item) });
  // A number may be computed a moment later, as an index is.
  const isSteady = (was: Json | undefined, last: Json | undefined): boolean =>
    isAsExpected(last, present) || isStillShown(was, last);
  const mayStay = others.length === 1 && (derived.member.isOfSome || derived.mayStay);
  const [, value] = mayStay
    ? [first, await readMember(place)]
    : await t.untilSteady(first, () => readMember(place), isSteady);
  const exchange = t.lastExchange();
  if (isAsExpected(value, present)) return undefined;
  if (item === undefined)
    await assumeFresh(place, { before, since: seen.slice(start) }, (each) => isAsExpected(each, present));
  const name = at.join("/");
  const below = derived.dependents.reference === undefined ? "below it" : "referring to it";
  const number = others.length === 1 ? "one item" : "two items";
  const when = event ?? `with ${number} ${item === undefined ? "more" : below}`;
  return {
    problem: `${name} does not follow`,
    expected: `${name} is ${shownAs(expectedOf(place, present), value)}, as its text says, ${when} (if that may take longer: --settle 2s)`,
    actual: renderJson(value ?? null),
    at: { in: "body", pointer: `/${name}` },
    exchange,
  };
}

function expectedOf({ derived: { member }, base }: Place, others: readonly Other[]): number {
  const isAdded = member.aggregate === "count" || member.aggregate === "sum";
  const values = others.flatMap(({ value }) => value ?? []);
  return (isAdded ? (base ?? 0) : 0) + (aggregated(member.aggregate, values) ?? 0);
}

/** Figures may be older than what they are about: those that have not moved, or follow later, unless their text says otherwise. */
async function assumeFresh(
  place: Place,
  { before, since }: { readonly before: string | undefined; readonly since: readonly string[] },
  isAsExpected: (value: Json | undefined) => boolean,
): Promise<void> {
  const { t, derived } = place;
  const { outcome } = t.stage.t.exchanges[t.lastExchange()] ?? {};
  const [control = ""] = outcome?.kind === "response" ? headerValues(outcome, "cache-control") : [];
  assume(!/max-age=[1-9]/.test(control), "figures may be old");
  if (derived.isAtOnce) return;
  const hasMoved = since.some((each) => each !== before);
  assume(hasMoved, "figures may be old");
  await t.settle(quiet);
  assume(!isAsExpected(await readMember(place)), "figures may be old");
}

/** Changes the others, acts on them and deletes one, and reads the member each time. */
export async function brokenOnceChanged(
  place: Place,
  others: readonly Other[],
): Promise<BrokenPromise | undefined> {
  const { actions, member, isAtOnce } = place.derived;
  const [first, second = first] = others;
  if (first === undefined || second === undefined) return undefined;
  const acting = [...new Set([first, second])].flatMap(({ item }, index) =>
    (index === 0 ? actions : actions.toReversed())
      .slice(0, mostActions)
      .map((op): Event => ({ when: `once ${op.id} was done to one item`, run: () => act(place, op, item) })),
  );
  const goes = member.aggregate === "lowest" ? first : second;
  const events: readonly Event[] = [
    { when: "once one item was changed", run: () => change(place, second.item) },
    ...acting,
    // Statistics may be about what is deleted, too.
    ...(isAtOnce || place.item !== undefined
      ? [{ when: "once one item is gone", run: () => remove(place, goes.item), goes: goes.item }]
      : []),
  ];
  let left = others;
  for (const { when, run, goes: gone } of events) {
    if (!(await run())) continue;
    const present: Other[] = [];
    for (const { item } of left)
      if (item !== gone) present.push({ item, value: await valueGivenBy(place, item) });
    left = present;
    const broken = await brokenNow(place, left, when);
    if (broken === undefined) continue;
    return gone ? { ...broken, problem: `${member.at.join("/")} stays when an item goes` } : broken;
  }
  return undefined;
}

/** Something that is done to one of the others. */
interface Event {
  readonly when: string;
  /** @returns whether it was done */
  readonly run: () => Promise<boolean>;
  /** The item that is gone then. */
  readonly goes?: KnownItem;
}

/** Actions that are done to an item, one after the other. */
const mostActions = 2;

async function act({ others }: Place, op: Operation, item: KnownItem): Promise<boolean> {
  const { t } = others.stage;
  if (!t.state.learned.baselines.has(op.id)) return false;
  const action = onItem(freshBaseline(t, op).request, item);
  const label = "done to an item from which another one follows";
  const status = effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
  assume(status !== 202, "not changed", status);
  return isSuccess(status);
}

async function change({ t, item: parent, derived }: Place, item: KnownItem): Promise<boolean> {
  const { change: roles, dependents, values, end, uncounted } = derived;
  const { of, counted } = derived.member;
  if (roles === undefined || !t.stage.t.state.learned.baselines.has(roles.op.id)) return false;
  const { reference } = dependents;
  const [value] = values;
  const known = parent && reference?.valueFor(parent.id);
  const edit = (body: Json): Json => {
    const has = (name: string): boolean => valueAt(body, [name]) !== undefined;
    const last = end === undefined ? undefined : valueAt(body, [end]);
    if (end !== undefined && last !== undefined) return withValueAt(body, [end], laterBy(1, last));
    const stated =
      counted !== undefined && uncounted !== undefined ? withValueAt(body, [counted.name], uncounted) : body;
    const valued =
      of !== undefined && value !== undefined && has(of) ? withValueAt(stated, [of], value) : stated;
    return reference !== undefined && known !== undefined && has(reference.name)
      ? withValueAt(valued, [reference.name], known)
      : valued;
  };
  const changing = t.inRoles(roles, "derived");
  const made = await changing.change(item, "a change of what another one follows from", edit);
  if (made === undefined) return false;
  changing.applied(made);
  return true;
}

async function remove({ t, derived }: Place, item: KnownItem): Promise<boolean> {
  if (derived.remove === undefined) return false;
  await t.inRoles(derived.remove, "derived").remove(item);
  return true;
}

/** Looks whether others write: for some time, what is there once shows the same. */
export async function assumeNoOthers(t: Actor): Promise<void> {
  const read = async (): Promise<string> =>
    renderJson((await t.read({ path: t.usualRequest().path })) ?? null);
  const before = await read();
  await t.settle(quiet);
  assume(before === (await read()), "changes all the time");
}

/** For so long nobody else has to write, in ms. */
const quiet = 1500;

/** A number, or a time as its number of ms; undefined for what is none. */
function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === "bigint" || (value !== undefined && isFraction(value)))
    return Number(renderJson(value));
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** An expected number as it would be shown: as a time, where that is one. */
function shownAs(expected: number, like: Json | undefined): string {
  return typeof like === "string" ? new Date(expected).toISOString() : `${Number(expected.toFixed(4))}`;
}
