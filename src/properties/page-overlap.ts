import { type Actor, lists, type Page, type Property, twoPages } from "../engine/index.js";
import { type Paging, pagesOfTwo } from "../model/index.js";

/**
 * Two pages that follow each other show different items, as long as the first one stays the same. A server may show its last page
 * for one that is beyond it.
 */
export const pageOverlap: Property = {
  id: "pages",
  requirement: () => "pages",
  sentence: ({ op }) => `pages of ${op.id} that follow each other show different items`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && pagesOfTwo(op, size) !== undefined,
  run: async (t: Actor, { op, size }) => {
    const paging = size && pagesOfTwo(op, size);
    t.assume(paging !== undefined, "no page size");
    if ((await sharedItem(t, paging)) === undefined) return t.pass();
    await t.fillPages();
    const { ids } = await t.list({ label: "the list as it is", mustServe: true });
    t.assume(ids.length >= twoPages, "pages filled up");
    const { start, first, second } = paging;
    await t.failIfAlways("response", async () => {
      const shared = await sharedItem(t, paging);
      if (shared === undefined) return undefined;
      return {
        problem: "pages overlap",
        expected: `other items where ${start.name} is ${second} than where it is ${first}`,
        actual: `the item ${shared} on both pages of two items, 3 times`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** The id of an item on two pages that follow each other. */
async function sharedItem(t: Actor, { size, start, first, second }: Paging): Promise<string | undefined> {
  const idsFrom = async (from: bigint): Promise<Page["ids"]> => {
    const chosen = new Map([
      [size, 2n],
      [start, from],
    ]);
    const label = `a page of two items, ${start.name} is ${from}`;
    return (await t.list({ label, chosen, mustServe: true })).ids;
  };
  const before = await idsFrom(first);
  t.assume(before.length === 2, "no page of two");
  const shared = (await idsFrom(second)).find((id) => before.includes(id));
  const isSteady = shared === undefined || (await idsFrom(first)).join() === before.join();
  t.assume(isSteady, "first page changes");
  return shared;
}
