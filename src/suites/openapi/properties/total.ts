import { type Actor, lists, type OwnProperty, type Page, type Roles } from "../engine/index.js";
import { leastTotalCheck, type Total, totalOf, totalOn } from "../lists/totals.js";

/** Advice alone: items that a list hides may count, too. A number below what is shown is no matter of taste. */
export const total: OwnProperty = {
  id: "total",
  requirement: {
    name: "total",
    level: "advice",
    proof:
      "the list is counted; where it says another number, one more item is added, and both have to grow by one, so that the list is shown as a whole; and small pages are asked for, which have to say the same number",
  },
  sentence: ({ op }) => `${op.id} says how many items it has.`,
  phase: "read",
  about: lists,
  when: ({ op }) => totalOf(op) !== undefined,
  alsoTests: ({ op }) => [leastTotalCheck(op)],
  run: async (t: Actor, roles) => {
    const place = totalOf(roles.op);
    t.assume(place !== undefined, "no total");
    const first = countedOn(t, place, await t.list());
    if (first.total >= first.shown) t.pass(leastTotalCheck(roles.op));
    if (first.total === first.shown) await expectOfAll(t, roles, place, first);
    else await expectShown(t, roles, place, first);
    t.pass();
  },
};

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
    ...(isLow ? { check: leastTotalCheck(op) } : {}),
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
    const chosen = new Map([[size, BigInt(asked)]]);
    const page = await t.list({ label: `a page of size ${asked}`, chosen, mustServe: true });
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
