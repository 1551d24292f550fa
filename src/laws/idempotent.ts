import { changedMembers, otherMembers } from "./changed-members.js";
import type { ItemLaw } from "./item-law.js";

/** Versions, times and logs of changes are the server's. The second request may be refused, since nothing is left to do. */
export const idempotentPuts: ItemLaw = {
  id: "idempotent",
  name: "idempotent",
  level: "implied",
  sentence: "The same PUT twice leads to the same item as once.",
  source: "RFC 9110, section 9.2.2",
  isCompared: true,
  judge: (step) => {
    const { method, isOfItem, isRepeated, text } = step.request;
    if (method !== "PUT" || !isOfItem || !isRepeated) return "no occasion";
    const why = `as after the same ${text} before`;
    if (step.after === undefined)
      return {
        problem: "a repeated PUT deletes the item",
        expected: `the item, ${why}`,
        actual: "it is not found any more",
      };
    const names = changedMembers(step, step.after);
    if (names.length === 0) return "kept";
    return otherMembers(
      "a repeated PUT changes the item again",
      names,
      { expected: step.before.members, after: step.after },
      why,
    );
  },
};
