import {
  type Actor,
  type BrokenPromise,
  filteredLists,
  type OwnProperty,
  type Page,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import type { JsonObject } from "../../json/index.js";
import {
  type Filter,
  isDoubtful,
  isExact,
  pageSizeOf,
  type TimeFilter,
  testedFilters,
  unknownFilters,
} from "../../model/index.js";
import { exactValueIn, type FilterProbe, leadsOn, startAfter } from "../../values/index.js";

type TestedFilter = Filter | TimeFilter;

/**
 * The exact comparison of texts, numbers and times is the server's: the list is asked for values that are far apart, and an item that is
 * far from the value asked for is a finding.
 */
export const filtering: OwnProperty = {
  id: "filter",
  requirement: {
    name: "filters",
    level: "implied",
    proof:
      "a list is asked for the items with one value, and with another one: no item with a different value is shown, and no item of the run is missing that the whole list shows with that value; of texts and numbers, items of the run count whose values are far apart; of times, a bound is asked for that is a year beyond all of theirs",
  },
  sentence: ({ op }) => `${op.id} shows the items that its filters ask for, and no others.`,
  phase: "read",
  about: filteredLists,
  inputs: ({ op }) => [...testedFilters(op), ...(unknownFilters(op).length > 0 ? [undefined] : [])],
  chooses: (_, filter) => (filter === undefined ? [] : [(filter as TestedFilter).parameter.name]),
  run: async (t: Actor, { op }, input) => {
    const filter = input as TestedFilter | undefined;
    t.assume(filter !== undefined, "unknown filter", unknownFilters(op).join(", "));
    const whole = { label: "the list as it is", isLargest: true };
    const { all, probes, isClients } = await t.distinguish(filter, whole);
    const tried = (probe: FilterProbe) =>
      tryProbe(t, filter, probe, { op, all, readAll: () => t.list(whole) });
    if (goesByValue(filter)) {
      const broken = await t.tryEach(probes, tried);
      return t.expectNone(countedOf(filter, broken, isDoubtful(filter, isClients)));
    }
    const [first, second = first] = probes.filter(({ isStated = false }) => !isStated);
    await t.failIfAlways("index", async (turn) => {
      const probe = turn === 1 ? second : first;
      return probe && tried(probe);
    });
    for (const probe of probes.filter(({ isStated = false }) => isStated))
      await t.failIfAlways("index", () => tried(probe));
  },
};

/** Are the values of a filter those of a member, with nothing between them? */
export function goesByValue(filter: TestedFilter): filter is Filter {
  return !("times" in filter) && isExact(filter);
}

/** A list without a filter, as it was, and how it is read again. */
interface WholeList {
  readonly op: Operation;
  readonly all: Page;
  readonly readAll: () => Promise<Page>;
}

/** Asks for a value, and expects all items of the run that have it. @returns how an item is shown that has another one */
async function tryProbe(
  t: Actor,
  filter: TestedFilter,
  probe: FilterProbe,
  whole: WholeList,
): Promise<BrokenPromise | undefined> {
  const { name, parameter } = filter;
  const label = `the list where ${name} is ${probe.text}`;
  const read = () => t.list({ label, chosen: [[parameter, probe.asked]] });
  const otherIn = ({ items, own }: Page): JsonObject | undefined => {
    if (!goesByValue(filter)) return own.map(({ item }) => item).find(probe.isOut);
    const isClear = items.every((item) => exactValueIn(filter, item) !== undefined);
    return isClear ? items.find(probe.isOut) : undefined;
  };
  const page = await t.until(read, (each) => otherIn(each) === undefined);
  const { isSameUnit = () => true } = probe;
  t.assume(isSameUnit(page.own.map(({ item }) => item)), "not distinct", name);
  const other = otherIn(page);
  if (other === undefined || goesByValue(filter))
    await expectComplete(t, filter, probe, { ...whole, page, read });
  if (other === undefined) return undefined;
  return {
    problem: `${name}: others are shown`,
    expected: `items ${probe.meaning}, as the query asks`,
    actual: `one ${probe.describe(other)}`,
    at: { in: "body", pointer: "" },
    exchange: page.exchange,
  };
}

/**
 * A doubtful filter counts only if two values fail. Of a boolean, true counts alone, unless the description says which items are shown
 * for false: it may mean that nothing is filtered.
 */
function countedOf(
  filter: Filter,
  tried: readonly (BrokenPromise | undefined)[],
  doubtful: boolean,
): readonly BrokenPromise[] {
  const broken = tried.filter((each) => each !== undefined);
  if (doubtful && broken.length < 2) return [];
  return broken
    .filter((each) => filter.kind !== "boolean" || filter.states.meansFalse || each === tried[0])
    .slice(0, 1);
}

/** The part of a list that a filter leaves. */
interface FilteredList extends WholeList {
  readonly page: Page;
  readonly read: () => Promise<Page>;
}

/** A filtered list shows every item of the run that is asked for: on its first page, or on those that it leads to. */
async function expectComplete(
  t: Actor,
  { name, parameter }: TestedFilter,
  { asked, isIn, meaning }: FilterProbe,
  { op, all, readAll, page: first, read }: FilteredList,
): Promise<void> {
  const wantedIn = ({ own }: Page) => own.filter(({ item }) => isIn(item)).map(({ address }) => address);
  let missing = wantedIn(all);
  if (missing.length === 0) return;
  const isMissingOn = (page: Page): boolean => {
    missing = missing.filter((each) => page.own.every(({ address }) => address !== each));
    return missing.length > 0;
  };
  // Without pages, a number of items that is higher than those shown is that of another list.
  const mayGoOn = ({ hasMore }: Page): boolean =>
    hasMore && (pageSizeOf(op) !== undefined || leadsOn(op, undefined));
  const isFull = (page: Page): boolean => mayGoOn(page) || page.items.length >= all.items.length;
  /** Goes on until no item is missing. @returns whether the list ends before that */
  const endsWithout = async (page: Page): Promise<boolean> => {
    if (!isMissingOn(page) || !mayGoOn(page)) return missing.length > 0 && !isFull(page);
    const last = await t.followWhile(
      page,
      (each) => isMissingOn(each) && mayGoOn(each),
      (each) => t.follow(each, { start: startAfter(op, undefined, each), chosen: [[parameter, asked]] }),
    );
    return isMissingOn(last) && !mayGoOn(last);
  };
  await t.failIfAlways(
    "index",
    async (turn) => {
      const page = turn === 0 ? first : await read();
      const isOver = await t.unlessSkipped(() => endsWithout(page));
      if (isOver !== true) return undefined;
      return {
        problem: `${name}: an item is missing`,
        expected: `every item ${meaning}, as the list without a filter shows it`,
        actual: "one of them is not shown, although there is room for it",
        at: { in: "body", pointer: "" },
        exchange: page.exchange,
      };
    },
    async () =>
      t.assume(
        wantedIn(await readAll()).some((each) => missing.includes(each)),
        "item gone",
      ),
  );
}
