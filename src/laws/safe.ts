import { matches } from "../model/index.js";
import { changedMembers, otherMembers } from "./changed-members.js";
import type { ItemLaw } from "./item-law.js";

/** A read may set a flag of the reader's own, such as `read`, and count itself: both are no change of what the client sent. */
export const safeReads: ItemLaw = {
  id: "safe",
  name: "safe",
  level: "implied",
  sentence: "A GET changes and deletes nothing.",
  source: "RFC 9110, section 9.2.1",
  judge: (step) => {
    const { method, text } = step.request;
    if (method !== "GET" && method !== "HEAD") return "no occasion";
    const why = `as before ${text}, which only reads`;
    if (step.after === undefined)
      return {
        problem: "a GET deletes the item",
        expected: `the item, ${why}`,
        actual: "it is not found any more",
      };
    const names = changedMembers(step, step.after).filter((name) => !matches(name, "seen-flags"));
    if (names.length === 0) return "kept";
    return otherMembers(
      "a GET changes the item",
      names,
      { expected: step.before.members, after: step.after },
      why,
    );
  },
};
