import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { matches, membersOf, ownership, valueAt, withValueAt } from "../../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, schemaAt, typeOf } from "../../schema/index.js";
import {
  type ApiState,
  baselineOf,
  type Context,
  isGiven,
  makeRequest,
  markersIn,
  validRequest,
} from "../../session/index.js";
import {
  hasMarker,
  inNoOrder,
  isComparable,
  isInSomeOrder,
  isNumber,
  isSame,
  mayShow,
  type Pair,
  pairOf,
  type Representations,
} from "../../values/index.js";
import type { Attempt } from "./booleans.js";
import { expectSame, isComputed, isReference } from "./comparison.js";
import { type Creating, createAndRead } from "./read-back.js";

/** Names of lists that say where something is, unlike a number of that name. */
const placeNames = /position$/i;

/** A member that is a list of the client's. */
interface ListMember {
  readonly name: string;
  readonly items: AnySchema;
  /** Does the description say that the order is kept? */
  readonly isOrdered: boolean;
  /** May the server show its items in any order, and each of them once? */
  readonly isSet: boolean;
}

/** The lists of a body that have room for three items. */
function listsOf(state: ApiState, operation: Operation): readonly ListMember[] {
  const { body } = operation;
  if (body === undefined || leavesChoice(body.schema)) return [];
  return membersOf(body.schema).flatMap((member) => {
    const { name, schema: plain } = member;
    const { minItems = 0, maxItems = count, uniqueItems, prefixItems, writeOnly } = plain;
    const isOrdered = matches(plain.description ?? "", "keeps-order");
    const maySort = uniqueItems === true || matches(name, "unordered-lists");
    const isSet = maySort && !isOrdered;
    const isServers = ownership(member) !== "client" && (plain.readOnly === true || !placeNames.test(name));
    const hasRoom = minItems <= count && count <= maxItems && prefixItems === undefined;
    const isFixed =
      isGiven(state, operation, name) || isComputed(state, name, operation) || isReference(state, name);
    if (typeOf(plain) !== "array" || isServers || isFixed || writeOnly === true || !hasRoom) return [];
    const items = plainSchema(plain.items ?? {});
    const { enum: words, const: only, format, pattern } = items;
    const isFree = [words, only, format, pattern].every((each) => each === undefined);
    return isFree && !leavesChoice(plain.items ?? {}) ? [{ name, items, isOrdered, isSet }] : [];
  });
}

/** Items that are sent in a list. */
const count = 3;

/**
 * A list is shown in the order in which it was sent, with the numbers that were sent. A server may show every list in an order of
 * its own: by any value that is shown of the items.
 */
export async function expectOrderKept(
  t: Context,
  { operation, read, shape }: Creating,
  attempt: Attempt = (change, { label }) => createAndRead(t, { operation, read, shape }, { change, label }),
): Promise<void> {
  const described = listsOf(t.state, operation);
  if (described.length === 0) return;
  const bodies = makeRequest(() =>
    Array.from({ length: count }, () => validRequest(t.state, operation, shape).body),
  );
  const lists = described.flatMap(({ name, items, isOrdered, isSet }) => {
    const usual = bodies.map((body) => valueAt(body, [name, "*"]));
    const values = inNoOrder(
      items,
      usual.filter((each) => each !== undefined),
    );
    return values === undefined || usual.includes(undefined) ? [] : [{ name, values, isOrdered, isSet }];
  });
  if (lists.length === 0) return;
  const made = await attempt(
    (body) => lists.reduce<Json>((each, { name, values }) => withValueAt(each, [name], values), body),
    { label: `valid, with ${count} items in ${lists.map(({ name }) => name).join(", ")}` },
  );
  const pair = made && pairOf(t.state.api, { operation, read, ...made });
  if (made === undefined || pair === undefined || pair.path.length > 0) return;
  expectSame(t, { operation, read, ...made });
  for (const { name, values, isOrdered } of lists.filter(({ isSet }) => !isSet)) {
    const found = pair.found[name];
    const schema = schemaAt(pair.shown, [name]);
    if (!Array.isArray(found) || found.length !== count) continue;
    if (schema.uniqueItems === true && !isOrdered) continue;
    const [sent, shown] = [values, schemaAt(schema, ["*"])];
    const items = { name, sent, found: found as readonly Json[], shown, isOrdered };
    const difference = differenceOf(t.state, items);
    t.expect(difference === undefined, {
      problem: `another ${difference === "order" ? "order of " : ""}${name}`,
      expected: `${name} is ${renderJson(values)}, ${difference === "order" ? "in this order" : "as it was sent"}`,
      actual: renderJson(found),
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/** A list as it was sent, as it is shown, and what is said of the items that are shown. */
interface Shown {
  readonly name: string;
  readonly sent: readonly Json[];
  readonly found: readonly Json[];
  readonly shown: AnySchema;
  readonly isOrdered: boolean;
}

/** The differences of a list: a number, or the order. Texts that are shown in another form are not compared here. */
function differenceOf(
  state: ApiState,
  { name, sent, found, shown, isOrdered }: Shown,
): "number" | "order" | undefined {
  const places = sent.map((each) => found.findIndex((other) => isLike(state, each, other)));
  if (places.includes(-1) || new Set(places).size < count) {
    const areNumbers = [...sent, ...found].every(isNumber) && sent.every((each) => mayShow(shown, each));
    return areNumbers ? "number" : undefined;
  }
  const isKept = places.every((place, index) => place === index);
  if (isOrdered) return isKept ? undefined : "order";
  if (!sent.every(isJsonObject) && !matches(name, "ordered-lists")) return undefined;
  return isKept || isInSomeOrder(found) ? undefined : "order";
}

/** Is an item the one that was sent, by its words, or else by its numbers, or by all its texts? */
function isLike(state: ApiState, sent: Json, found: Json): boolean {
  if (isNumber(sent)) return isNumber(found) && isSame(sent, found, false);
  const text = renderJson(found);
  const markers = markersIn(state, renderJson(sent));
  if (markers.length > 0) return markers.every((marker) => hasMarker(text, marker));
  if (!isJsonObject(sent) || !isJsonObject(found)) return false;
  const numbers = Object.entries(sent).filter(([, value]) => isNumber(value));
  const texts = Object.entries(sent).filter(([, value]) => typeof value === "string");
  const plain = numbers.length > 0 ? numbers : texts;
  return (
    plain.length > 0 &&
    plain.every(([name, value]) => {
      const other = found[name];
      return other !== undefined && isComparable(value, other) && isSame(value, other, false);
    })
  );
}

/** Has the body of a change lists to which the server adds nothing of its own? */
export function hasLists({ body }: Operation): boolean {
  return membersOf(body?.schema).some(
    ({ name, schema }) => typeOf(schema) === "array" && !matches(name, "growing-lists"),
  );
}

/** Longer lists are not sent, in items. */
const longest = 50;

/** The most items that a list may be shown with; undefined where so many cannot be sent. */
export function mostItemsOf({ schema, shown }: Pair, name: string): number | undefined {
  const [body, response] = [schema, shown].map((each) => schemaAt(each, [name]));
  const most = response?.maxItems;
  return most === undefined || most > Math.min(longest, body?.maxItems ?? longest) ? undefined : most;
}

/**
 * A list that is sent takes the place of the one that was there: in its order, and with nothing left of the one before. First
 * three items are sent, and then the usual ones.
 */
export async function expectListsReplaced(
  t: Context,
  { operation, read, sent, attempt }: Omit<Representations, "found"> & { readonly attempt: Attempt },
): Promise<void> {
  const names = matches(operation.summary ?? "", "adds-to-lists")
    ? []
    : listsOf(t.state, operation).flatMap(({ name }) => (matches(name, "growing-lists") ? [] : [name]));
  let last = sent;
  const judged: Attempt = async (change, what) => {
    const made = await attempt(change, what);
    if (made !== undefined)
      for (const name of names) expectNoneLeft(t, { operation, read, ...made }, { name, last });
    last = made?.sent ?? last;
    return made;
  };
  await expectOrderKept(t, { operation, read, shape: baselineOf(t, operation).shape }, judged);
  if (last !== sent && names.length > 0)
    await judged((body) => body, { label: `valid, with fewer items in ${names.join(", ")}` });
}

/** No item of a list is one of those that were sent before, and not this time. */
function expectNoneLeft(
  t: Context,
  now: Representations,
  { name, last }: { readonly name: string; readonly last: Json | undefined },
): void {
  const pair = pairOf(t.state.api, now);
  const before = pairOf(t.state.api, { ...now, sent: last });
  const [sent, found, old] = [pair?.sent[name], pair?.found[name], before?.sent[name]];
  if (!Array.isArray(sent) || !Array.isArray(found) || !Array.isArray(old)) return;
  const markersOf = (list: Json): readonly string[] => markersIn(t.state, renderJson(list));
  const [fresh, former] = [markersOf(sent), markersOf(old)];
  const left = (found as readonly Json[]).filter((each) => {
    const text = renderJson(each);
    const has = (marker: string): boolean => hasMarker(text, marker);
    return former.some((marker) => has(marker) && !fresh.includes(marker)) && !fresh.some(has);
  });
  t.expect(left.length === 0, {
    problem: `${name} has items from before`,
    expected: `${name} is ${renderJson(sent)}, as it was sent`,
    actual: `${renderJson(found)}, with what was there before`,
    at: { in: "body", pointer: `/${name}` },
  });
}
