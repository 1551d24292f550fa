import {
  type Actor,
  type BrokenPromise,
  below,
  creationsWithin,
  type OwnProperty,
} from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { renderJson } from "../../json/index.js";
import { uniqueMemberOf, valueAt, withValueAt } from "../../model/index.js";

/** That the same parent takes another value shows that the refusal is for the value. */
export const ownValues: OwnProperty = {
  id: "own-values",
  requirement: {
    name: "same value elsewhere",
    level: "implied",
    proof:
      "an item is created below each of two new parents, or referring to it, with the same value of a member that the description says is unique below one; a refusal counts if the second parent takes another value, for two pairs of parents",
  },
  sentence: ({ op }) =>
    `${op.id} accepts a value below one parent that an item below another one has, where the description says that it is unique below one.`,
  phase: "populate",
  about: creationsWithin,
  chooses: ({ op }) => [uniqueMemberOf(op)?.path.at(-1) ?? ""],
  run: async (t: Actor, { op, parents, dependents }) => {
    const path = uniqueMemberOf(op)?.path ?? [];
    t.assume(parents !== undefined, "no item");
    const above = t.inRoles(parents, "own-values");
    const reference = dependents?.reference;
    const send = async (
      parent: { readonly path: string; readonly id: string },
      label: string,
      value?: Json,
    ) => {
      const valid = t.request(reference === undefined ? { path: below(op, parent.path) } : {});
      const own = value === undefined ? (valid.body ?? null) : withValueAt(valid.body ?? null, path, value);
      const named = reference?.valueFor(parent.id);
      const body = reference && named !== undefined ? withValueAt(own, [reference.name], named) : own;
      return t.sendChange(valid, { label, body });
    };
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const [one, other] = [await above.create(), await above.create()];
      const first = await send(one, "valid, below a new parent");
      const value = valueAt(first.sent, path);
      t.assume(isSuccess(first.response.status) && value !== undefined, "no item");
      const second = await send(other, "valid, with the same value below another parent", value);
      const { status } = second.response;
      const isTaken = status === 409 || isRefusal(status);
      t.assume(isTaken || isSuccess(status), "neither accepted nor refused", status);
      if (!isTaken) return undefined;
      const control = await send(other, "valid, with another value below the same parent");
      t.assume(isSuccess(control.response.status), "not created", control.response.status);
      return {
        problem: "a value is taken below another parent",
        expected: `a success: the description says that ${path.join(".")} is unique below one parent`,
        actual: `${status}, for ${renderJson(value)}, which an item below another parent has`,
        at: { in: "status" },
        exchange: second.exchange,
      };
    });
  },
};
