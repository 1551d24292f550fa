import {
  type Actor,
  type BrokenPromise,
  below,
  mentions,
  nestedChanges,
  type OwnProperty,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { plainPath } from "../../model/index.js";
import { isStillShown } from "../../values/index.js";
import { sendToVacant } from "./nesting-verbs.js";

/** A success without an effect on the item is no finding: what PUT creates below the other parent is deleted. */
export const changedElsewhere: OwnProperty = {
  id: "changed-elsewhere",
  requirement: {
    name: "below another item",
    level: "implied",
    proof:
      "an item that was created below one new parent is changed or deleted below another; a success counts only where the item is then changed or gone below its own parent, for two items",
  },
  sentence: ({ op }) => `${op.id} changes nothing that was created below another item.`,
  source: "RFC 9110, section 15.5.5",
  phase: "final",
  about: nestedChanges,
  run: async (t: Actor, roles) => {
    const { parents, create } = roles;
    t.assume(parents !== undefined && create !== undefined, "no item");
    const above = t.inRoles(parents, "changed-elsewhere");
    const parts = t.inRoles({ ...roles, op: create }, "changed-elsewhere");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const [own, other] = [await above.create(), await above.create()];
      const refers = [other.sent, other.found].some((each) => mentions(each, own.id));
      t.assume(!refers, "refers to the other");
      const item = await parts.post(parts.request({ path: below(create, own.path) }));
      t.assume(item !== undefined, "not shown");
      const [first, before] = [await parts.read(item), await parts.read(item)];
      t.assume(before !== undefined, "not shown");
      t.assume(isStillShown(first, before), "changes all the time");
      const path = `${plainPath(other.path)}${item.path.slice(plainPath(own.path).length)}`;
      const status = await sendToVacant(t, path);
      const exchange = t.lastExchange();
      t.assume(isSuccess(status) || [403, 404, 410].includes(status), "not about the state", status);
      if (!isSuccess(status) || status === 202) return undefined;
      const isChanged = (found: Json | undefined): boolean =>
        found === undefined || !isStillShown(before, found);
      const after = await t.until(() => parts.read(item), isChanged);
      // The run deletes an item that was put there at its end.
      if (!isChanged(after)) return undefined;
      if (after === undefined && roles.op.method === "DELETE") t.forget(item);
      return {
        problem: `${after === undefined ? "deleted" : "changed"} below another item`,
        expected: `404, since ${item.path} was created below ${own.path}`,
        actual: `${status}, and it is ${after === undefined ? "gone" : "changed"}`,
        at: { in: "status" },
        exchange,
      };
    });
  },
};
