import {
  type Actor,
  type BrokenPromise,
  below,
  deletionsOfParents,
  type OwnProperty,
} from "../../actor/index.js";
import { withValueAt } from "../../model/index.js";

/** A server that refuses to delete an item with others below it, or goes on showing it as deleted, breaks nothing. */
export const deletedParent: OwnProperty = {
  id: "gone-below",
  requirement: {
    name: "gone with its parent",
    level: "implied",
    proof:
      "something is created below a new item, or refers to it where the description says that it is deleted, too, and the item is deleted; it counts where the other one is served although its parent is gone, of two",
  },
  sentence: ({ op }) => `With an item that ${op.id} deletes, what is below it is gone.`,
  source: "RFC 9110, section 9.3.5",
  phase: "final",
  about: deletionsOfParents,
  run: async (t: Actor, { dependents }) => {
    t.assume(dependents !== undefined, "no item");
    const { roles, reference } = dependents;
    const parts = t.inRoles(roles, "gone-below");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.create();
      const value = reference?.valueFor(item.id);
      const part =
        reference === undefined
          ? await parts.post(parts.request({ path: below(roles.op, item.path) }))
          : await parts.create((body) => withValueAt(body, [reference.name], value));
      t.assume(part !== undefined && (await parts.isThere(part)), "not shown");
      await t.remove(item);
      const isServed = await t.until(
        () => parts.isThere(part),
        (found) => !found,
      );
      if (!isServed) parts.forget(part);
      if (!isServed) return undefined;
      return {
        problem: "still there without its parent",
        expected: `404 at ${part.path}, since ${item.path} is deleted (if that may take longer: --settle 2s)`,
        actual: "2xx: it is still served",
        at: { in: "status" },
      };
    });
  },
};
