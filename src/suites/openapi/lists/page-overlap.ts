import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Api, type Paging, pagingOf } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context } from "../requests/baseline.js";
import { slugOf } from "../requests/requests.js";
import { askFor, fillPages, idsIn, idsOf, twoPages } from "./pages.js";

/** How often two pages have to overlap. */
const maxPolls = 3;

/** Two pages that follow each other show different items, as long as the first one stays the same. */
export function overlapScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const paging = pagingOf(operation, api);
  if (paging === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/pages`,
    title: `pages of ${operation.id} that follow each other show different items`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      baselineOf(t, operation);
      if ((await sharedItem(t, operation, paging)) === undefined) return t.expectNone([]);
      await fillPages(t, operation);
      // A server may show its last page for one that is beyond it.
      if ((await idsOf(t, operation)).length < twoPages)
        throw new Skip(
          "untested",
          `the list has less than ${twoPages} items, so that pages may be filled up`,
        );
      let shared: string | undefined;
      for (let poll = 1; poll <= maxPolls; poll += 1) {
        shared = await sharedItem(t, operation, paging);
        if (shared === undefined) return t.expectNone([]);
      }
      const { first, second } = paging;
      t.expect(false, {
        problem: "pages overlap",
        expected: `other items where ${paging.start.name} is ${second} than where it is ${first}`,
        actual: `the item ${shared} on both pages of two items, ${maxPolls} times`,
        at: { in: "body", pointer: "" },
      });
    },
  };
}

/** An item on two pages that follow each other; undefined if there is none. @throws Skip where that says nothing of them */
async function sharedItem(t: Context, operation: Operation, paging: Paging): Promise<string | undefined> {
  const before = await idsFrom(t, operation, paging, paging.first);
  if (before.length !== 2) throw new Skip("untested", "the list shows no page of two items");
  const next = await idsFrom(t, operation, paging, paging.second);
  const shared = next.find((id) => before.includes(id));
  if (shared !== undefined && (await idsFrom(t, operation, paging, paging.first)).join() !== before.join())
    throw new Skip("untested", "the first page changes from one request to the next");
  return shared;
}

/** The ids on a page of two items that begins there. @throws Skip where it is refused */
async function idsFrom(
  t: Context,
  operation: Operation,
  { size, start }: Paging,
  from: bigint,
): Promise<readonly string[]> {
  const chosen = new Map([[size, 2n] as const, [start, from] as const]);
  const page = await askFor(t, operation, chosen, `a page of two items, ${start.name} is ${from}`);
  return idsIn(t, operation, page);
}
