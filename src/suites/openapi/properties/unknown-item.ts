import { isSuccess } from "../../../checks/index.js";
import { type Actor, itemReads, type OwnProperty } from "../engine/index.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";

/** Any refusal counts, whatever its status. */
export const unknownItem: OwnProperty = {
  id: "unknown",
  requirement: {
    name: "unknown item",
    level: "implied",
    proof: "an item is asked for by an id that no item has, in the form that the description states",
  },
  sentence: ({ op }) => `${op.id} serves nothing for an id that no item has.`,
  phase: "read",
  about: itemReads,
  run: async (t: Actor) => {
    const answer = await t.sendUnknown({ ...t.requestUnknown(), label: "an id that no item has" });
    const status = effectiveStatus(answer);
    t.expect(!isSuccess(status), {
      problem: "an unknown item is served",
      expected: "404, or another refusal",
      actual: `${status}`,
      at: { in: "status" },
    });
  },
};
