import { type Actor, type BrokenPromise, deletableCreations, type OwnProperty } from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { isFreedByDeletion, uniqueMemberOf, valueAt, withValueAt } from "../../model/index.js";
import { postProbe } from "./repeat-verbs.js";

/** An item with the same references and another value is created then: that the server accepts it shows that the refusal is for the value. */
export const freedValue: OwnProperty = {
  id: "freed",
  requirement: {
    name: "freed value",
    level: "implied",
    proof:
      "an item is created and deleted, and another one is sent with the value that no two items share, where the description says that it may be used again; a refusal counts if another value is accepted, for two items",
  },
  sentence: ({ op }) =>
    `${op.id} accepts the value of a deleted item, where the description says that it may be used again.`,
  phase: "final",
  about: deletableCreations,
  when: ({ op, remove }) => remove !== undefined && isFreedByDeletion(op, remove),
  chooses: ({ op }) => [uniqueMemberOf(op)?.path.at(-1) ?? ""],
  run: async (t: Actor, { op, create, read, remove }) => {
    const path = uniqueMemberOf(op)?.path ?? [];
    t.assume(create !== undefined && read !== undefined && remove !== undefined, "no item");
    const deleting = t.inRoles({ op: remove, create, read, needs: [] }, "freed");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.create();
      const value = valueAt(item.sent, path);
      t.assume(value !== undefined, "place left out");
      await deleting.remove(item);
      await t.settle();
      const request = t.request({
        path: item.path.replace(/\/[^/]*\/?$/, ""),
        edit: (body) => withValueAt(withTextsOf(t, body, item.sent), path, value),
      });
      const status = await postProbe(t, request, `other values with the ${path.join(".")} of a deleted item`);
      const isTaken = status === 409 || isRefusal(status);
      t.assume(isTaken || isSuccess(status), "neither accepted nor refused", status);
      if (!isTaken) return undefined;
      const exchange = t.lastExchange();
      await t.create((body) => withValueAt(withTextsOf(t, body, item.sent), path, valueAt(body, path)));
      return {
        problem: "the value of a deleted item stays taken",
        expected: `a success: the description says that the value of a deleted item may be used again`,
        actual: `${status}, for ${renderJson(value)} of ${item.path}, which is deleted`,
        at: { in: "status" },
        exchange,
      };
    });
  },
};

/** The body of an item with other texts: its references stay, since a value may be unique among the items of one parent alone. */
function withTextsOf(t: Actor, fresh: Json, sent: Json): Json {
  return Object.entries(isJsonObject(fresh) ? fresh : {})
    .filter(([, value]) => t.isUniqueText(value))
    .reduce((each, [name, value]) => withValueAt(each, [name], value), sent);
}
