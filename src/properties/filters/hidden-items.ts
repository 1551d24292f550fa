import { type Actor, type BrokenPromise, lists, type OwnProperty } from "../../actor/index.js";
import type { Parameter } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { type HidingFlag, hidingFlagsOf } from "../../model/index.js";

/** Items that a list leaves out unless a flag asks for them, as its description says, are not shown without it. */
export const hiddenItems: OwnProperty = {
  id: "hidden-items",
  requirement: {
    name: "hidden items",
    level: "implied",
    proof:
      "a list is asked for as it is, and with a flag without which its description hides some items: only with the flag it shows them, or breaks the promise three times",
  },
  sentence: ({ op }) =>
    `${op.id} shows the items that its description hides only where a flag asks for them.`,
  phase: "read",
  about: lists,
  when: ({ op }) => hidingFlagsOf(op).length > 0,
  inputs: ({ op }) => hidingFlagsOf(op),
  chooses: (_, flag) => [(flag as HidingFlag).parameter.name],
  run: async (t: Actor, _, input) => {
    const { parameter, member } = input as HidingFlag;
    const { name } = parameter;
    const chosen: readonly (readonly [Parameter, Json])[] = [[parameter, true]];
    await t.failIfAlways("index", async (): Promise<BrokenPromise | undefined> => {
      const usual = await t.list({ label: "the list as it is", isLargest: true });
      if (usual.items.some((item) => item[member] === true))
        return {
          problem: `${name}: items are shown without it`,
          expected: `no item whose ${member} is true, since only ${name} asks for them`,
          actual: "one is shown",
          at: { in: "body", pointer: "" },
        };
      const asked = await t.list({ label: `the list where ${name} is true`, chosen });
      t.assume(
        asked.items.some((item) => item[member] === true),
        "not distinct",
        name,
      );
      return undefined;
    });
  },
};
