import { Skip, unlessSkipped } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { isChosenByServer, matches } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, eventually } from "../requests/baseline.js";
import { inText } from "../requests/parameter-styles.js";
import { slugOf } from "../requests/requests.js";
import { valueAt } from "../resources/places.js";
import { addDifferent } from "./different-item.js";
import { type Filter, filtersOf, untriedIn } from "./filters.js";
import { checkFuzzyFilter } from "./fuzzy-filters.js";
import { expectShown, type ListResult, listed, untilIndexed } from "./list-polling.js";
import { judgeTimeFilter, timeFiltersOf } from "./time-filters.js";

/** Has a list filters that are tried? */
export function hasFilters(operation: Operation): boolean {
  return filtersOf(operation).length > 0 || timeFiltersOf(operation).length > 0;
}

/** A list shows the items that its filter asks for, and no others. */
export function filterScenario(operation: Operation): ApiScenario | undefined {
  const filters = filtersOf(operation);
  const ofTime = timeFiltersOf(operation);
  const untried = untriedIn(operation).filter((name) => ofTime.every((each) => each.name !== name));
  if (!hasFilters(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/filter`,
    title: `${operation.id} shows what its filters ask for`,
    phase: "read",
    inputs: ({ contract }) => [
      ...[...filters, ...ofTime]
        .filter(({ parameter }) => !Object.hasOwn(contract.known?.values ?? {}, parameter.name))
        .map(({ name }) => name),
      ...(untried.length > 0 ? [null] : []),
    ],
    run: async (t, name) => {
      if (name === null)
        throw new Skip("untested", `no member of the items is known to be meant by ${untried.join(", ")}`);
      baselineOf(t, operation);
      const timed = ofTime.find((each) => each.name === name);
      if (timed !== undefined) return judgeTimeFilter(t, operation, timed);
      const filter = filters.find((each) => each.name === name);
      if (filter === undefined) return;
      if (["word", "boolean", "id"].includes(filter.kind)) await judgeFilter(t, operation, filter);
      else await checkFuzzyFilter(t, operation, filter, filters);
    },
  };
}

async function judgeFilter(t: Context, operation: Operation, filter: Filter): Promise<void> {
  const first = await ask(t, operation, filter);
  const { words, kind, at, name } = filter;
  const isAdded =
    ["word", "boolean"].includes(kind) && (await addDifferent(t, operation, { at, words }, first.items));
  const all = isAdded ? await ask(t, operation, filter) : first;
  const shown = all.items.flatMap((item) => valueIn(filter, item) ?? []);
  if (shown.length === 0)
    throw new Skip("untested", `${name} was not tried: the list shows no item with such a member`);
  // The shown value may be made of the time, say, where a filter goes by what is stored.
  const isComputed = isChosenByServer(at.at(-1) ?? "");
  if (isComputed && new Set(shown.map(renderJson)).size < 2)
    throw new Skip(
      "untested",
      `${name} was not tried: all items that the list shows have the same value, which may be the server's`,
    );
  const seen: Seen[] = [];
  for (const wanted of wantedValues(filter, shown)) {
    const poll = (): Promise<Seen> => readFiltered(t, operation, filter, wanted);
    // A finding about one value counts, even if several values are refused.
    const found = Array.isArray(wanted) ? await unlessSkipped(poll) : await poll();
    if (found !== undefined) seen.push(found);
  }
  for (const each of mistaken(filter, seen))
    t.expect(false, {
      problem: `${name}: others are shown`,
      expected: `items whose ${at.join(".")} is ${textOf(each.wanted)}, as the query asks`,
      actual: `one whose ${at.join(".")} is ${inText(each.other)}`,
      at: { in: "body", pointer: "" },
      exchange: each.exchange,
    });
  if (seen.length > 0) t.expectNone([]);
  if (isComputed) return;
  for (const { wanted, filtered } of seen)
    await expectShown(t, operation, {
      all,
      filtered,
      ask: (which) => ask(t, operation, filter, which === "all" ? undefined : wanted),
      isWanted: (item) => {
        const value = valueIn(filter, item);
        return value !== undefined && isMeant(value, wanted);
      },
      name,
      wanted: textOf(wanted),
      wait: untilIndexed,
    });
}

/** The list, with a filter or without one. @throws Skip where it is not served */
function ask(t: Context, operation: Operation, filter: Filter, wanted?: Json): Promise<ListResult> {
  const { parameter, name, valueFor } = filter;
  return wanted === undefined
    ? listed(t, operation, new Map(), "the list as it is")
    : listed(
        t,
        operation,
        new Map([[parameter, valueFor(wanted)]]),
        `the list where ${name} is ${textOf(wanted)}`,
      );
}

/** One value, or several of which each will do. */
function textOf(wanted: Json): string {
  return Array.isArray(wanted) ? (wanted as readonly Json[]).map(inText).join(" or ") : inText(wanted);
}

/** The value of an item. Undefined if it is not allowed by its schema, or is unknown. */
function valueIn({ at, kind, words }: Filter, item: JsonObject): Json | undefined {
  const value = valueAt(item, at);
  if (value === undefined || value === null || isFraction(value)) return undefined;
  if (isJsonObject(value) || Array.isArray(value)) return undefined;
  if (kind === "boolean") return typeof value === "boolean" ? value : undefined;
  if (kind === "word") return typeof value === "string" && words.includes(value) ? value : undefined;
  return typeof value === "string" || typeof value === "bigint" ? value : undefined;
}

/**
 * The values that are asked for: one that some item has, and another one, which shows whether the filter is obeyed at all; and both at
 * once, where that may be asked for.
 */
function wantedValues({ kind, words, isMany }: Filter, shown: readonly Json[]): readonly Json[] {
  const different = [...new Map(shown.map((value) => [renderJson(value), value])).values()];
  if (kind === "boolean") return [true, false];
  const first = shown.at(-1) ?? null;
  const others = [...different, ...(kind === "word" ? words : [])];
  const other = others.find((value) => renderJson(value) !== renderJson(first));
  if (other === undefined) return [first];
  return isMany && kind === "word" ? [first, other, [first, other]] : [first, other];
}

/** The outcome of a filter. */
interface Seen {
  readonly wanted: Json;
  readonly filtered: ListResult;
  /** The value of an item that should not be there. Undefined if there is no such item, or if nobody can tell. */
  readonly other: Json | undefined;
  readonly exchange: number;
}

/** Asks with the filter until no other item is shown, or until the waiting time is over. */
async function readFiltered(t: Context, operation: Operation, filter: Filter, wanted: Json): Promise<Seen> {
  const poll = async (): Promise<Seen> => {
    const filtered = await ask(t, operation, filter, wanted);
    const all = filtered.items.map((item) => valueIn(filter, item));
    const isClear = all.every((value) => value !== undefined);
    const other = isClear ? all.find((value) => value !== undefined && !isMeant(value, wanted)) : undefined;
    return { wanted, filtered, other, exchange: t.exchanges.length - 1 };
  };
  return eventually(t, poll, ({ other }) => other === undefined);
}

/** Is an item with this value one that is asked for? */
function isMeant(value: Json, wanted: Json): boolean {
  const all = Array.isArray(wanted) ? (wanted as readonly Json[]) : [wanted];
  return all.some((each) => inText(each).toLowerCase() === inText(value).toLowerCase());
}

/**
 * The responses which show that a filter is not obeyed. A boolean that is false may mean that nothing is filtered. Where true
 * adds items, by its name, and where the server may choose the value, the filter has to be disobeyed each time.
 */
function mistaken(filter: Filter, seen: readonly Seen[]): readonly (Seen & { readonly other: Json })[] {
  const { kind } = filter;
  const name = filter.at.at(-1) ?? "";
  const wrong = seen.flatMap((each) => (each.other === undefined ? [] : [{ ...each, other: each.other }]));
  const isDoubtful = isChosenByServer(name) || (kind === "boolean" && matches(name, "widening-flags"));
  if (isDoubtful && wrong.length < 2) return [];
  return (kind === "boolean" ? wrong.filter(({ wanted }) => wanted === true) : wrong).slice(0, 1);
}
