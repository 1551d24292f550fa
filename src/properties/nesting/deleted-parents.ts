import {
  type Actor,
  type BrokenPromise,
  type Dependents,
  deletionsInUse,
  deletionsOfParents,
  type KnownItem,
  type OwnProperty,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { isSameJson, type Json } from "../../json/index.js";
import { shownValues } from "../../model/index.js";
import { newDependent } from "./new-dependents.js";

/**
 * An item may go to which another one refers, where that goes with it, or refers to nothing then. What is below it may not go with it:
 * the description says that it prevents the deletion.
 */
export const usedItem: OwnProperty = {
  id: "in-use",
  requirement: {
    name: "in use",
    level: "implied",
    proof:
      "an item is created to which another new one refers, or below which it is, and deleted; where that is refused, it is still there; where it is accepted, the other one is not below it, and does not refer to it any more, of two items",
  },
  sentence: ({ op }) => `${op.id} deletes no item that is in use, as its 409 says.`,
  source: "RFC 9110, section 15.5.10",
  phase: "final",
  about: deletionsInUse,
  run: async (t: Actor, { dependents }) => {
    t.assume(dependents !== undefined, "no item");
    const users = t.inRoles(dependents.roles, "in-use");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.add();
      const user = await newDependent(users, dependents, item);
      const refers = (found: Json | undefined): boolean => refersTo(found, dependents, item);
      t.assume(refers(await users.read(user)), "not shown");
      const status = await t.sendDeletion(t.requestAt(item));
      const exchange = t.lastExchange();
      const isThere = await t.isThere(item);
      if (!isSuccess(status)) {
        t.assume(status >= 400 && status < 500, "not deleted", status);
        if (isThere) return undefined;
        return {
          problem: "deleted although it is refused",
          expected: `the item is still there, since its deletion was refused with ${status}`,
          actual: "it is not found any more",
          at: { in: "status" },
          exchange,
        };
      }
      const isBelow = dependents.reference === undefined;
      const isInUse = async (): Promise<boolean> => refers(await users.read(user));
      if (isThere || !(isBelow || (await isStill(t, isInUse)))) return undefined;
      return {
        problem: "an item in use is deleted",
        expected: `409, since ${user.path} ${isBelow ? "was created below it" : "refers to it"}`,
        actual: `${status}${isBelow ? "" : `; ${user.path} still refers to it`}`,
        at: { in: "status" },
        exchange,
      };
    });
  },
};

/** Is something so, and still so when nothing lags? */
async function isStill(t: Actor, holds: () => Promise<boolean>): Promise<boolean> {
  if (!(await holds())) return false;
  const [, last] = await t.untilSteady(true, holds, (before, now) => before === now);
  return last;
}

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
    const parts = t.inRoles(dependents.roles, "gone-below");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.create();
      const part = await newDependent(parts, dependents, item);
      t.assume(await parts.isThere(part), "not shown");
      await t.remove(item);
      const isServed = await t.until(
        () => parts.isThere(part),
        (found) => !found,
      );
      if (!isServed) {
        parts.forget(part);
        return undefined;
      }
      return {
        problem: "still there without its parent",
        expected: `404 at ${part.path}, since ${item.path} is deleted (if that may take longer: --settle 2s)`,
        actual: "2xx: it is still served",
        at: { in: "status" },
      };
    });
  },
};

/** Does what is shown refer to an item, or is it below that? */
function refersTo(
  found: Json | undefined,
  { reference }: Dependents,
  { id }: Pick<KnownItem, "id">,
): boolean {
  if (reference === undefined) return found !== undefined;
  const value = reference.valueFor(id);
  return shownValues(found, [reference.name]).some((each) => isSameJson(each, value));
}
