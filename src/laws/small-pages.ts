import type { ListLaw } from "./sorted-lists.js";

/** A page that is asked to be small shows nothing that the whole list does not show, and something of it. */
export const partOfList: ListLaw = {
  id: "part",
  name: "a small page is a part",
  level: "implied",
  sentence: "A list that is asked for a few items shows items that it shows otherwise.",
  asks: "fewer",
  judge: ({ plain, asked, text, asks }) => {
    if (asks !== "fewer" || !plain.isWhole || plain.rows.length === 0) return "no occasion";
    if (asked.rows.length === 0 && asked.isWhole)
      return {
        problem: "an empty small page",
        expected: `some of ${plain.rows.length} items in ${text}`,
        actual: "no item, and no next page",
        pointer: "",
      };
    if (asked.rows.length === 0) return "no occasion";
    const known = new Set(plain.rows.map(({ id }) => id));
    const others = asked.rows.filter(({ id }) => !known.has(id));
    if (others.length === 0) return "kept";
    if (plain.lacksItems) return "no occasion";
    return {
      problem: "other items on a small page",
      expected: `items of the whole list in ${text}`,
      actual: others
        .map(({ id }) => id)
        .slice(0, 3)
        .join(", "),
      pointer: "",
    };
  },
};

/** A page that may have more items has no less of them. */
export const largerPage: ListLaw = {
  id: "larger-page",
  name: "a larger page shows no less",
  level: "implied",
  sentence: "A list that is asked for more items shows at least those that it shows otherwise.",
  asks: "more",
  judge: ({ plain, asked, text, asks, most = 0 }) => {
    if (asks !== "more" || plain.rows.length === 0) return "no occasion";
    // Without a page size, a list may show all that it has.
    const least = Math.min(plain.rows.length, most);
    if (asked.rows.length >= least) return "kept";
    return {
      problem: "fewer items on a larger page",
      expected: `at least ${least} items in ${text}, as without a page size`,
      actual: `${asked.rows.length} items`,
      pointer: "",
    };
  },
};
