import type { ItemLaw } from "./law.js";

/** What deletes an item is its deletion alone, or that of an item that it is below. */
export const thereUntilDeleted: ItemLaw = {
  id: "there",
  name: "there until deleted",
  level: "implied",
  sentence: "An item is found until it is deleted, and not afterwards.",
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
