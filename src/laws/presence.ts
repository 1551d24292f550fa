import type { ItemLaw } from "./item-law.js";

/** An item goes with its own deletion alone, or with that of an item that it is below. */
export const thereUntilDeleted: ItemLaw = {
  id: "there",
  name: "there until deleted",
  level: "implied",
  sentence: "An item is found until it is deleted, and not afterwards.",
  followsChanges: true,
  isCompared: true,
  judge: ({ after, request: { method, isOfItem, text } }) => {
    if (method === "GET" || method === "HEAD" || (method === "DELETE" && isOfItem)) return "no occasion";
    if (after !== undefined) return "kept";
    return {
      problem: "gone, and not deleted",
      expected: `the item, since ${text} deletes none`,
      actual: "it is not found any more",
    };
  },
};
