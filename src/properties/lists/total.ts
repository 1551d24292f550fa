import {
  type Actor,
  type FurtherRequirement,
  filteredLists,
  listedDeletions,
  lists,
  type OwnProperty,
  type Page,
  type Property,
  type Roles,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { asList, type Callable, type Filter, plainFilters, slugOf } from "../../model/index.js";
import { type FilterProbe, type Total, totalOf, totalOn } from "../../values/index.js";

/** A number below what is shown is no matter of taste. */
const leastTotal: FurtherRequirement = {
  id: "total-shown",
  name: "least total",
  level: "implied",
  sentence: ({ op }) => `${op.id} does not say that it has fewer items than it shows.`,
  isOf: (op, callable) => totalIn(op, callable) !== undefined,
  proof: "the list is counted; a lower number counts only where one more item is one more in both, twice",
};

/** Where a list, or a search, says how many items it has. */
function totalIn(op: Operation, { api }: Callable): Total | undefined {
  const list = asList(op, api);
  return list && totalOf(list);
}

/** Advice alone, unless the number is described: items that a list hides may count, too. */
export const total: OwnProperty = {
  id: "total",
  requirement: {
    name: "total",
    level: (op, callable) => (totalIn(op, callable)?.isStated ? "implied" : "advice"),
    proof:
      "the list is counted; where it says another number, one more item is added, and both have to grow by one, so that the list is shown as a whole; and small pages are asked for, which have to say the same number",
  },
  sentence: ({ op }) => `${op.id} says how many items it has.`,
  phase: "read",
  about: lists,
  when: ({ op }) => totalOf(op) !== undefined,
  further: [leastTotal],
  run: async (t: Actor, roles) => {
    const place = totalOf(roles.op);
    t.assume(place !== undefined, "no total");
    const first = countedOn(t, place, await t.list());
    if (first.total >= first.shown) t.pass(checkOfLeast(roles.op));
    if (first.total === first.shown) await expectOfAll(t, roles, place, first);
    else await expectShown(t, roles, place, first);
    t.pass();
  },
};

/** A number of items goes by the filter: where nothing is said of it, it may be that of all items. */
export const filteredTotal: OwnProperty = {
  id: "filtered-total",
  requirement: {
    name: "filtered total",
    level: (op, callable) => (totalIn(op, callable)?.isOfFiltered ? "implied" : "advice"),
    proof:
      "a list that says how many items it shows is asked for the items with one value: it shows all of these and no others, and says another number, three times while the list stays the same",
  },
  sentence: ({ op }) => `${op.id} says how many items a filter leaves.`,
  phase: "read",
  about: filteredLists,
  when: ({ op }) => {
    const { isOfFiltered = false, isStated = true } = totalOf(op) ?? {};
    return (isOfFiltered || !isStated) && plainFilters(op).length > 0;
  },
  inputs: ({ op }) => plainFilters(op).slice(0, mostFilters),
  chooses: (_, filter) => [(filter as Filter).parameter.name],
  run: async (t: Actor, { op }, input) => {
    const place = totalOf(op);
    t.assume(place !== undefined, "no total");
    const { name, parameter } = input as Filter;
    const query = { label: "the list", isLargest: true };
    let { all, probes } = await t.distinguish(input as Filter, query);
    const countOf = ({ isIn }: FilterProbe): number => all.items.filter(isIn).length;
    const [probe] = probes
      .filter((each) => countOf(each) > 0 && countOf(each) < all.items.length)
      .toSorted((left, right) => countOf(left) - countOf(right));
    t.assume(probe !== undefined, "not distinct", name);
    const label = `the list where ${name} is ${probe.text}`;
    const readAll = async () => {
      all = await t.list(query);
      return all.ids;
    };
    await t.failWhileSteady(readAll, async () => {
      const whole = countedOn(t, place, all);
      t.assume(whole.total === whole.shown, "part of a list");
      const wanted = countOf(probe);
      const page = await t.list({ label, chosen: [[parameter, probe.asked]] });
      const { shown, total: said } = countedOn(t, place, page);
      t.assume(shown === wanted && page.items.every(probe.isIn), "part of a list");
      if (said === wanted) return undefined;
      return {
        problem: said === whole.total ? "that of all items" : "another number",
        expected: `${wanted} as ${place.name}, since the list shows ${wanted} items ${probe.meaning}`,
        actual: said === whole.total ? `${said}, as without the filter` : `${said}, each time`,
        at: placeOf(place),
      };
    });
  },
};

/** A deletion counts as an item less: a list that shows it so says it, too. */
export const deletedTotal: Property = {
  id: "total-after-deletion",
  requirement: () => "gone",
  sentence: ({ op, list }) => `${list?.id} says of an item less that ${op.id} deletes`,
  phase: "final",
  about: listedDeletions,
  when: ({ list }) => list !== undefined && totalOf(list) !== undefined,
  alsoTests: ({ list }) => (list ? [`${slugOf(list)}/${total.id}`] : []),
  run: async (t: Actor, { list }) => {
    const place = list && totalOf(list);
    t.assume(list !== undefined && place !== undefined, "no total");
    const check = `${slugOf(list)}/${total.id}`;
    const count = async (): Promise<Counted> =>
      countedOn(t, place, await t.list({ label: "the list", isLargest: true }));
    await t.failIfAlways("list", async () => {
      const item = await t.add();
      const before = await count();
      await t.remove(item);
      const isLess = ({ shown, total: said }: Counted): boolean =>
        shown < before.shown && said < before.total;
      const first = await t.until(count, isLess);
      // A number may lag behind its list.
      if (!isLess(first)) await t.settle(mostBehind);
      const after = isLess(first) ? first : await count();
      t.assume(after.shown === before.shown - 1, "part of a list");
      if (after.total < before.total) {
        t.pass(check);
        return undefined;
      }
      return {
        check,
        problem: "not less after a deletion",
        expected: `less than ${before.total} as ${place.name}, since the list shows ${after.shown} items and no longer ${before.shown}`,
        actual: `${after.total}`,
        at: placeOf(place),
      };
    });
  },
};

/** For this long, in ms, a number of items may be as before a deletion. */
const mostBehind = 1200;

/** Filters that are asked for, at most: they are counted in one place. */
const mostFilters = 2;

function checkOfLeast(op: Operation): string {
  return `${slugOf(op)}/${leastTotal.id}`;
}

/** How many items a list shows, and how many it says that it has. */
interface Counted {
  readonly shown: number;
  readonly total: number;
}

function countedOn(t: Actor, place: Total, page: Page): Counted {
  const number = totalOn(place, page);
  t.assume(number !== undefined, "no total", place.name);
  return { shown: page.items.length, total: number };
}

/**
 * The list may be longer than its page, or the number may lag, or be that of pages, or of something else. None of this is so
 * where both grow alike as one more item is added, and then stay.
 */
async function expectShown(t: Actor, { op, create }: Roles, place: Total, first: Counted): Promise<void> {
  t.assume(create !== undefined && first.shown > 0, "part of a list");
  await t.add();
  const excess = (counted: Counted): number => counted.total - counted.shown;
  const [before, last] = await t.untilSteady(
    first,
    async () => countedOn(t, place, await t.list()),
    (earlier, later) => later.shown === earlier.shown || excess(later) !== excess(first),
  );
  if (excess(last) === 0) return;
  const isSteady = last.shown === before.shown && last.total === before.total;
  const counts = `it has first ${first.shown} and then ${last.shown} items, while ${place.name} is ${first.total} and then ${last.total}`;
  t.assume(last.shown !== first.shown && isSteady, "part of a list", counts);
  const isLow = last.total < last.shown;
  t.expect(false, {
    ...(isLow ? { check: checkOfLeast(op) } : {}),
    problem: isLow ? "less than is shown" : "another number",
    expected: `${last.shown} as ${place.name}, the number of items that the list shows`,
    actual: `${last.total}; before items were added it was ${first.total}, with ${first.shown} items`,
    at: placeOf(place),
  });
}

/** Of a page of two items, and of one, the number is still that of the whole list. */
async function expectOfAll(t: Actor, { size }: Roles, place: Total, { shown }: Counted): Promise<void> {
  if (place.mayBeOfPage || size === undefined || shown <= 2) return;
  const isOfPage = async (asked: number): Promise<boolean> => {
    const label = `a page of size ${asked}`;
    const page = await t.list({ label, chosen: [[size, BigInt(asked)]], mustServe: true });
    return page.items.length === asked && totalOn(place, page) === asked;
  };
  if (!((await isOfPage(2)) && (await isOfPage(1)))) return;
  t.expect(false, {
    problem: "that of the page",
    expected: `${shown} as ${place.name}, as in the list without parameters, which shows ${shown} items`,
    actual: "1 on a page of one item, and 2 on a page of two",
    at: placeOf(place),
  });
}

function placeOf({ header, at }: Total) {
  return header === undefined
    ? ({ in: "body", pointer: `/${at.join("/")}` } as const)
    : ({ in: "header", name: header } as const);
}
