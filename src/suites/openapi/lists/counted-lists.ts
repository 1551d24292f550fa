import { Skip } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import { itemsIn, sizeOfTwo } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context } from "../requests/baseline.js";
import { createItem, creationFor } from "../requests/create-item.js";
import { slugOf } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { largestPage } from "./list-page.js";
import { askFor } from "./pages.js";
import { type Total, totalOf, totalOn } from "./totals.js";

/** A list that says how many items it has says what it shows. */
export function totalScenario(
  operation: Operation,
  operations: Parameters<typeof sizeOfTwo>[1],
): ApiScenario | undefined {
  const total = totalOf(operation);
  if (total === undefined) return undefined;
  const slug = slugOf(operation);
  return {
    id: `${slug}/total`,
    title: `${operation.id} says how many items it has`,
    phase: "read",
    expects: [`${slug}/total-shown`],
    inputs: () => [null],
    run: async (t) => {
      baselineOf(t, operation);
      const first = await poll(t, operation, total);
      if (first.total >= first.shown) t.expectNone([], `${slug}/total-shown`);
      if (first.total === first.shown)
        await expectOfAll(t, operation, {
          total,
          shown: first.shown,
          size: sizeOfTwo(operation, operations),
        });
      else await expectShown(t, operation, total, first);
      t.expectNone([]);
    },
  };
}

/** How many items a list shows, and how many it says that it has. */
interface Counted {
  readonly shown: number;
  readonly total: number;
}

async function poll(t: Context, operation: Operation, total: Total): Promise<Counted> {
  const { page } = await largestPage(t, operation);
  const said = totalOn(total, page);
  if (said === undefined) throw new Skip("untested", `the list shows no number as ${total.name}`);
  return { shown: itemsIn(page.json).length, total: said };
}

/** Time in which nothing changes, so that a number is not one that lags, in ms. */
const calm = 1200;
/** How often a list is counted. */
const maxPolls = 4;

/**
 * The list may be longer than its page, or the number may lag, or be that of pages, or of something else. None of this is so
 * where both grow alike as one more item is added, and then stay.
 */
async function expectShown(t: Context, operation: Operation, total: Total, first: Counted): Promise<void> {
  const creation = creationFor(t.state, operation);
  if (creation === undefined || first.shown === 0)
    throw new Skip("untested", "the list may show a part of its items only");
  await createItem(t, creation);
  const differs = ({ total: said, shown }: Counted): number => said - shown;
  let [before, last] = [first, first];
  for (let count = 1; count <= maxPolls && (last === first || last.shown !== before.shown); count += 1) {
    await settle(t, calm);
    before = last;
    last = await poll(t, operation, total);
    if (differs(last) === 0) return;
    if (differs(last) !== differs(first)) break;
  }
  if (last.shown === first.shown || last.shown !== before.shown || last.total !== before.total)
    throw new Skip(
      "untested",
      `the list may show a part of its items only: it has first ${first.shown} and then ${last.shown} items, while ${total.name} is ${first.total} and then ${last.total}`,
    );
  const isLow = last.total < last.shown;
  t.expect(false, {
    check: `${slugOf(operation)}/${isLow ? "total-shown" : "total"}`,
    problem: isLow ? "less than is shown" : "another number",
    expected: `${last.shown} as ${total.name}, the number of items that the list shows`,
    actual: `${last.total}; before items were added it was ${first.total}, with ${first.shown} items`,
    at: placeOf(total),
  });
}

/** Of a page of two items, and of one, the number is still that of the whole list. */
async function expectOfAll(
  t: Context,
  operation: Operation,
  {
    total,
    shown,
    size,
  }: { readonly total: Total; readonly shown: number; readonly size: Parameter | undefined },
): Promise<void> {
  if (total.mayBeOfPage || size === undefined || shown <= 2) return;
  for (const asked of [2, 1]) {
    const page = await askFor(t, operation, new Map([[size, BigInt(asked)]]), `a page of size ${asked}`);
    if (itemsIn(page.json).length !== asked || totalOn(total, page) !== asked) return;
  }
  t.expect(false, {
    check: `${slugOf(operation)}/total`,
    problem: "that of the page",
    expected: `${shown} as ${total.name}, as in the list without parameters, which shows ${shown} items`,
    actual: "1 on a page of one item, and 2 on a page of two",
    at: placeOf(total),
  });
}

function placeOf({ header, at }: Total) {
  return header === undefined
    ? ({ in: "body", pointer: `/${at.join("/")}` } as const)
    : ({ in: "header", name: header } as const);
}
