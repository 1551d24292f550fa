import { type Actor, lists, type OwnProperty, tooManyItems } from "../../actor/index.js";
import { pageSizeOf } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";

/** A list that is asked for some items has no more: for one, for half of those that it shows, and for all but one. */
export const pageSize: OwnProperty = {
  id: "page-size",
  requirement: {
    name: "page size",
    level: "implied",
    explains: ["pages", "further-pages"],
    proof:
      "a list is asked for one item, for half as many items as it shows otherwise, and for one less, as far as the description allows these sizes",
  },
  sentence: ({ op }) => `${op.id} shows no more items than it is asked for.`,
  phase: "read",
  about: lists,
  when: ({ op }) => pageSizeOf(op) !== undefined,
  run: async (t: Actor, { op }) => {
    const size = pageSizeOf(op);
    t.assume(size !== undefined, "no page size");
    const { minimum = 1, maximum = Number.POSITIVE_INFINITY } = plainSchema(size.schema);
    const ask = (most: number) =>
      t.list({ label: `${size.name} is ${most}`, chosen: new Map([[size, BigInt(most)]]), mustServe: true });
    const { count: all } = await t.list({ label: "the list as it is", mustServe: true });
    t.assume(all > 0, "empty list");
    const sizes = [...new Set([1, Math.floor(all / 2), all - 1])].filter(
      (each) => each > 0 && minimum <= each && each <= maximum,
    );
    t.assume(sizes.length > 0, "no page size");
    for (const most of sizes) {
      const { count } = await ask(most);
      t.expect(count <= most, tooManyItems(size, BigInt(most), count));
    }
  },
};
