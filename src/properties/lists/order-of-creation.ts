import { type Actor, lists, type Property } from "../../actor/index.js";
import { ageOrderOf } from "../../model/index.js";
import { moreThanASecond } from "../../values/index.js";
import { usualOrder } from "./stated-order.js";

/** A list that says so shows its items in the order in which they were created, whether or not they show that. */
export const creationOrder: Property = {
  id: "order-of-creation",
  requirement: () => usualOrder.id,
  sentence: ({ op }) =>
    `${op.id} shows items in the order in which they were created, as its description says`,
  phase: "read",
  about: lists,
  when: ({ op, create }) => create !== undefined && ageOrderOf(op) !== undefined,
  run: async (t: Actor, { op }) => {
    const way = ageOrderOf(op);
    const [first, second, third] = [(await t.add()).path, await addApart(t), await addApart(t)];
    const due = way === "up" ? [first, second, third] : [third, second, first];
    await t.failIfAlways("index", async () => {
      const page = await t.list({ label: "the list as it is", isLargest: true });
      const shown = page.own.map(({ address }) => address).filter((each) => due.includes(each));
      t.assume(shown.length === due.length, "not enough in order", "creation");
      const places = due.map((each) => shown.indexOf(each));
      const [left = 0, middle = 0, right = 0] = places;
      const inverted = [left > middle, middle > right, left > right].filter(Boolean).length;
      // Two that a server takes for equally old may come in any order.
      if (inverted < leastInverted) return undefined;
      return {
        problem: "default: another order",
        expected: `items in the order of their creation, the ${way === "up" ? "oldest" : "newest"} first, as the description says`,
        actual: `of three new items, the one that was created ${shown[0] === first ? "first" : shown[0] === third ? "last" : "between the others"} comes first, each time`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Of three pairs, those that are turned round in a list that has another order, at least. */
const leastInverted = 2;

/** Creates an item, so long after the one before that a server which counts seconds knows their order. */
async function addApart(t: Actor): Promise<string> {
  await t.settle(moreThanASecond);
  return (await t.add()).path;
}
