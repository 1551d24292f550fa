import { type Actor, lists, type OwnProperty, tooManyItems } from "../engine/index.js";
import { pageSizeOf } from "../model/index.js";

/** A list that is asked for one item has no more. */
export const pageSize: OwnProperty = {
  id: "page-size",
  requirement: {
    name: "page size",
    level: "advice",
    explains: ["pages", "further-pages"],
    proof: "a list is asked for one item",
  },
  sentence: ({ op }) => `${op.id} shows no more items than it is asked for.`,
  phase: "read",
  about: lists,
  when: ({ op }) => pageSizeOf(op) !== undefined,
  run: async (t: Actor, { op }) => {
    const size = pageSizeOf(op);
    t.assume(size !== undefined, "no page size");
    const chosen = new Map([[size, 1n]]);
    const { count } = await t.list({ label: `${size.name} is 1`, chosen, mustServe: true });
    t.assume(count > 0, "empty list");
    t.expect(count <= 1, tooManyItems(size, 1n, count));
  },
};
