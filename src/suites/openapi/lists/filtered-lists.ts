import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { isChosenByServer } from "../comparison/comparison.js";
import { inText } from "../requests/parameter-styles.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { type ApiScenario, type Context, eventually, makeRequest, twinOf } from "../requests/twin.js";
import { hasMore } from "../resources/partial-lists.js";
import { valueAt } from "../resources/places.js";
import { collectedAt, idOf, itemAddress, itemsIn } from "../resources/resource.js";
import { addDifferent } from "./different-item.js";
import { type Filter, filtersOf } from "./filters.js";

/** A list shows the items that its filter asks for, and no others. */
export function filterScenario(operation: Operation): ApiScenario | undefined {
  const filters = filtersOf(operation);
  if (filters.length === 0) return undefined;
  return {
    id: `${slugOf(operation)}/filter`,
    title: `${operation.id} shows what its filters ask for`,
    phase: "read",
    inputs: ({ contract }) =>
      filters
        .map(({ parameter: { name } }) => name)
        .filter((name) => !Object.hasOwn(contract.known?.values ?? {}, name)),
    run: async (t, name) => {
      twinOf(t, operation);
      const filter = filters.find(({ parameter }) => parameter.name === name);
      if (filter !== undefined) await judgeFilter(t, operation, filter);
    },
  };
}

/** How a value is related to the one that is asked for. */
const relations: Readonly<Record<Filter["kind"], string>> = {
  boolean: "",
  word: "",
  id: "",
  text: "",
  texts: "among others ",
  least: "at least ",
  most: "at most ",
};

async function judgeFilter(t: Context, operation: Operation, filter: Filter): Promise<void> {
  const first = await listed(t, operation, filter);
  const { words, kind, at } = filter;
  const isAdded =
    ["word", "boolean"].includes(kind) && (await addDifferent(t, operation, { at, words }, first.items));
  const all = isAdded ? await listed(t, operation, filter) : first;
  const shown = all.items.flatMap((item) => valuesIn(filter, item) ?? []);
  if (shown.length === 0) throw new Skip("untested", "the list shows no item with such a member");
  // What is shown may be made of the time, say, where a filter goes by what is stored.
  const isComputed = isChosenByServer(at.at(-1) ?? "");
  if (isComputed && new Set(shown.map(renderJson)).size < 2)
    throw new Skip(
      "untested",
      "all items that the list shows have the same value, which may be the server's",
    );
  const seen: Seen[] = [];
  for (const wanted of wantedValues(filter, shown)) seen.push(await lookFor(t, operation, filter, wanted));
  for (const each of mistaken(filter, seen))
    t.expect(false, {
      problem: `${filter.parameter.name}: others are shown`,
      expected: `items whose ${at.join(".")} is ${relations[kind]}${inText(each.wanted)}, as the query asks`,
      actual: `one whose ${at.join(".")} is ${inText(each.other)}`,
      at: { in: "body", pointer: "" },
      exchange: each.exchange,
    });
  if (isComputed || isOpen(filter)) return;
  for (const each of seen) await expectShown(t, operation, filter, { ...each, all });
}

/** What a list shows. */
interface Listed {
  readonly page: ParsedExchange;
  readonly items: readonly JsonObject[];
}

/** The list, with a filter or without one. @throws Skip where it is not served */
async function listed(t: Context, operation: Operation, filter: Filter, wanted?: Json): Promise<Listed> {
  const chosen = new Map(wanted === undefined ? [] : [[filter.parameter, wanted] as const]);
  const { request } = makeRequest(() => validRequest(t.state, operation, undefined, chosen));
  const { name } = filter.parameter;
  const label = wanted === undefined ? "the list as it is" : `the list where ${name} is ${inText(wanted)}`;
  const page = await t.send({
    ...request,
    accepts: [...request.accepts, { status: "4xx", schema: "" }],
    label,
  });
  if (!isSuccess(page.response.status))
    throw new Skip("untested", `${label} is answered with ${page.response.status}`);
  return { page, items: itemsIn(page.json) };
}

/** The values of an item. Undefined if one is not allowed by its schema, or cannot be told. */
function valuesIn(filter: Filter, item: JsonObject): readonly Json[] | undefined {
  const found = valueAt(item, filter.at);
  if (filter.kind === "texts") {
    const texts = Array.isArray(found) ? (found as readonly Json[]) : [null];
    return texts.every((each) => typeof each === "string") ? texts : undefined;
  }
  const value = found === undefined ? undefined : allowed(filter, found);
  return value === undefined ? undefined : [value];
}

function allowed({ kind, words }: Filter, value: Json): Json | undefined {
  if (value === null || isFraction(value) || isJsonObject(value) || Array.isArray(value)) return undefined;
  if (kind === "boolean") return typeof value === "boolean" ? value : undefined;
  if (kind === "word") return typeof value === "string" && words.includes(value) ? value : undefined;
  if (kind === "least" || kind === "most") return typeof value === "bigint" ? value : undefined;
  return typeof value === "string" || typeof value === "bigint" ? value : undefined;
}

/** What is asked for: a value that some item has, and another one, which shows whether the filter is obeyed at all. */
function wantedValues({ kind, words }: Filter, shown: readonly Json[]): readonly Json[] {
  const different = [...new Map(shown.map((value) => [renderJson(value), value])).values()];
  if (kind === "boolean") return [true, false];
  if (kind === "least" || kind === "most") {
    const numbers = different.filter((each) => typeof each === "bigint").toSorted((a, b) => (a < b ? -1 : 1));
    return (kind === "least" ? numbers.toReversed() : numbers)
      .slice(0, Math.max(1, numbers.length - 1))
      .slice(0, 2);
  }
  const first = shown.at(-1) ?? null;
  const others = [...different, ...(kind === "word" ? words : [])];
  const other = others.find((value) => renderJson(value) !== renderJson(first));
  return other === undefined ? [first] : [first, other];
}

/** What came of a filter. */
interface Seen {
  readonly wanted: Json;
  readonly filtered: Listed;
  /** The value of an item that should not be there. Undefined if there is no such item, or if nobody can tell. */
  readonly other: Json | undefined;
  readonly exchange: number;
}

/** Asks with the filter until no other item is shown, or until the waiting time is over. */
async function lookFor(t: Context, operation: Operation, filter: Filter, wanted: Json): Promise<Seen> {
  const look = async (): Promise<Seen> => {
    const filtered = await listed(t, operation, filter, wanted);
    const all = filtered.items.map((item) => valuesIn(filter, item));
    const isClear = isOpen(filter) || all.every((values) => values !== undefined);
    const others = all.filter((values) => values?.some((each) => isMeant(filter, each, wanted)) === false);
    const other = isClear ? others[0] && (others[0][0] ?? "") : undefined;
    return { wanted, filtered, other, exchange: t.exchanges.length - 1 };
  };
  return eventually(t, look, ({ other }) => other === undefined);
}

/** Is a filter one of which nobody knows exactly what it means, so that it has to be disobeyed each time? */
function isOpen({ kind }: Filter): boolean {
  return !["boolean", "word", "id"].includes(kind);
}

/** Is an item with this value one that is asked for? A text may be found by a part of it. */
function isMeant({ kind }: Filter, value: Json, wanted: Json): boolean {
  if (typeof value === "bigint" && typeof wanted === "bigint" && kind === "least") return value >= wanted;
  if (typeof value === "bigint" && typeof wanted === "bigint" && kind === "most") return value <= wanted;
  const [one, other] = [value, wanted].map((each) => inText(each).toLowerCase());
  if (one === undefined || other === undefined) return false;
  return kind === "text" || kind === "texts" ? one.includes(other) || other.includes(one) : one === other;
}

/** By these names, true often adds items to a list, and false leaves them out. */
const adding =
  /(archived|deleted|removed|trashed|hidden|inactive|disabled|drafts?|expired|closed|complete|completed|done|finished|private|internal|cancell?ed|deprecated|obsolete|old|all)$/i;

/**
 * What shows that a filter is not obeyed. A boolean that is false may mean that nothing is filtered. Where true adds items, by its
 * name, and where the server may choose the value, the filter has to be disobeyed each time.
 */
function mistaken(filter: Filter, seen: readonly Seen[]): readonly (Seen & { readonly other: Json })[] {
  const { kind } = filter;
  const name = filter.at.at(-1) ?? "";
  const wrong = seen.flatMap((each) => (each.other === undefined ? [] : [{ ...each, other: each.other }]));
  const isDoubtful = isChosenByServer(name) || (kind === "boolean" && adding.test(name)) || isOpen(filter);
  if (isDoubtful && wrong.length < 2) return [];
  return (kind === "boolean" ? wrong.filter(({ wanted }) => wanted === true) : wrong).slice(0, 1);
}

/** How often a filtered list has to lack an item. */
const looks = 3;

/**
 * An item of the run that the list shows with this value is shown with the filter, too, where nothing else is left to be shown:
 * fewer items than the list itself has on one page. The list is read again after that, since the item may have changed.
 */
async function expectShown(
  t: Context,
  operation: Operation,
  filter: Filter,
  { wanted, filtered: first, all }: Seen & { readonly all: Listed },
): Promise<void> {
  const isWanted = (item: JsonObject): boolean =>
    valuesIn(filter, item)?.some((value) => isMeant(filter, value, wanted)) === true;
  const own = ownIn(t, operation, all).filter(({ item }) => isWanted(item));
  if (own.length === 0 || hasMore(all.page)) return;
  let missing = own;
  let filtered = first;
  for (let look = 1; ; look += 1) {
    if (hasMore(filtered.page) || filtered.items.length >= all.items.length) return;
    const found = new Set(ownIn(t, operation, filtered).map(({ address }) => address));
    missing = missing.filter(({ address }) => !found.has(address));
    if (missing.length === 0) return;
    if (look === looks) break;
    await t.state.pause(t.state.settle);
    filtered = await listed(t, operation, filter, wanted);
  }
  const exchange = t.exchanges.length - 1;
  const after = await listed(t, operation, filter);
  const still = new Set(
    ownIn(t, operation, after).flatMap(({ item, address }) => (isWanted(item) ? [address] : [])),
  );
  const { name } = filter.parameter;
  t.expect(!missing.some(({ address }) => still.has(address)), {
    problem: `${name}: an item is missing`,
    expected: `every item whose ${name} is ${inText(wanted)}, as the list without a filter shows it`,
    actual: "one of them is not shown, although there is room for it",
    at: { in: "body", pointer: "" },
    exchange,
  });
}

/** The items of the run that a list shows, with their addresses. */
function ownIn(t: Context, { path }: Operation, { page, items }: Listed) {
  const { resources, items: known } = t.state;
  const resource = collectedAt(resources, path);
  if (resource === undefined) return [];
  return items.flatMap((item) => {
    const id = idOf(resource, item);
    const address = id === undefined ? "" : itemAddress(resource, page.exchange.case.path, id);
    return known.some((each) => each.own && each.path === address) ? [{ item, address }] : [];
  });
}
