import { type Actor, type BrokenPromise, lists, type OwnProperty, type Page } from "../../actor/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { isRefusal } from "../../engine/index.js";
import { nullOnLastPage, valueAt } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { startAfter } from "../../values/index.js";
import type { Chosen } from "./page-verbs.js";

/** The end of a list is where its text says it is: a walk would stop before it, or never. */
export const statedEnd: OwnProperty = {
  id: "stated-end",
  requirement: {
    name: "last page",
    level: "implied",
    proof:
      "where the text of a member says that it is null on the last page: a page of two items is asked for, of a list that has more, and a page with room for more than the list has; both three times, while the list stays the same",
  },
  sentence: ({ op }) => `${op.id} leads on from each page but the last one.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && nullOnLastPage(op) !== undefined,
  run: async (t: Actor, { op, size }) => {
    const place = nullOnLastPage(op);
    t.assume(size !== undefined && place !== undefined, "no page size");
    t.assumeAccepted();
    await t.fillPages();
    const { maximum = usualMost } = plainSchema(size.schema);
    const largest = [[size, BigInt(Math.floor(maximum))]] as const;
    const name = place.join(".");
    const leadsOn = ({ json }: Page): boolean => (valueAt(json ?? null, place) ?? null) !== null;
    const readAll = async () =>
      (await t.list({ label: "a page of the largest size", chosen: largest, mustServe: true })).ids;
    await t.failWhileSteady(readAll, async (all): Promise<BrokenPromise | undefined> => {
      t.assume(all.length > 2, "one page only");
      const page = await t.list({ label: "a page of two items", chosen: [[size, 2n]], mustServe: true });
      const isBeginning = page.ids.length === 2 && page.ids.every((id, index) => id === all[index]);
      t.assume(isBeginning, "not the beginning");
      if (!leadsOn(page))
        return {
          problem: `${name} ends the list too early`,
          expected: `a value of ${name}, since ${all.length} items are there and the page has two: it is null on the last page alone`,
          actual: "null",
          at: { in: "body", pointer: `/${place.join("/")}` },
          exchange: page.exchange,
        };
      const last = await t.list({ label: "a page of the largest size", chosen: largest, mustServe: true });
      if (last.ids.length >= maximum || !leadsOn(last)) return undefined;
      const actual = await beyondLast(t, op, { page, last, size, largest, leadsOn });
      if (actual === undefined) return undefined;
      return {
        problem: `${name} leads on from the last page`,
        expected: `null, since the page has room for ${maximum} items and ${last.ids.length} are there`,
        actual,
        at: { in: "body", pointer: `/${place.join("/")}` },
        exchange: last.exchange,
      };
    });
  },
};

/** The last page of a list, and one of two items, which others follow. */
interface LastPage {
  readonly page: Page;
  readonly last: Page;
  readonly size: Parameter;
  readonly largest: Chosen;
  readonly leadsOn: (page: Page) => boolean;
}

/** What a page that leads on leads to, if it surely is the last one; undefined otherwise. */
async function beyondLast(
  t: Actor,
  op: Operation,
  { page, last, size, largest, leadsOn }: LastPage,
): Promise<string | undefined> {
  const after = (from: Page, chosen: Chosen, mayFail = false) =>
    t.follow(from, { start: startAfter(op, undefined, from), chosen, mayFail });
  const { status } = (await after(last, largest, true)).response;
  // A word may expire, and a client be slowed down.
  if (isRefusal(status) || status === 404) {
    // A server that refuses what leads on from any page may want more beside it.
    await after(page, [[size, 2n]]);
    return `a value, for which the answer is ${status}`;
  }
  // It was not the last one, where pages are shorter than they are asked to be, or an empty one is the last.
  const further = await after(last, largest);
  return leadsOn(further) && further.ids.every((id) => last.ids.includes(id)) ? "a value" : undefined;
}

/** The largest page, where no bound is stated. */
const usualMost = 50;
