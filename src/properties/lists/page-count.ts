import { type Actor, lists, type OwnProperty } from "../../actor/index.js";
import { valueAt } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { pageCountOf, totalOf, totalOn } from "../../values/index.js";

/** The number of pages is that of all items, divided by the size of a page, and rounded up: both numbers stand on one page. */
export const pageCount: OwnProperty = {
  id: "page-count",
  requirement: {
    name: "number of pages",
    level: (op) => (pageCountOf(op)?.isStated ? "implied" : "advice"),
    proof:
      "a page of one item is asked for, and one that lacks a single item of the list: on both, the number of pages is that of all items divided by the size, rounded up, or breaks the promise three times",
  },
  sentence: ({ op }) => `${op.id} says how many pages of the size that is asked for it has.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) =>
    size !== undefined && pageCountOf(op) !== undefined && totalOf(op)?.mayBeOfPage === false,
  run: async (t: Actor, { op, size }) => {
    const [place, total] = [pageCountOf(op), totalOf(op)];
    t.assume(size !== undefined && place !== undefined && total !== undefined, "no total");
    t.assumeAccepted();
    await t.fillPages();
    const { maximum = 2 } = plainSchema(size.schema);
    let all = 0;
    const tryPage = (rowsOf: () => number) =>
      t.failIfAlways("response", async () => {
        const rows = rowsOf();
        const label = `a page of size ${rows}`;
        const page = await t.list({ label, chosen: [[size, BigInt(rows)]], mustServe: true });
        const said = valueAt(page.json ?? null, place.at);
        all = totalOn(total, page) ?? 0;
        t.assume(page.items.length === rows && all > 2 && typeof said === "bigint", "shorter pages");
        const due = Math.ceil(all / rows);
        if (said === BigInt(due)) return undefined;
        return {
          problem: "another number of pages",
          expected: `${due} as ${place.at.join(".")}: ${total.name} is ${all}, and a page has ${rows} items`,
          actual: `${said}`,
          at: { in: "body", pointer: `/${place.at.join("/")}` },
        };
      });
    await tryPage(() => 1);
    await tryPage(() => Math.min(all - 1, maximum));
  },
};
