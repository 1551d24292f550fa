import type { ListLaw } from "./sorted-lists.js";

/** A page that is asked to be small shows nothing that the whole list does not show. */
export const partOfList: ListLaw = {
  id: "part",
  name: "a small page is a part",
  level: "implied",
  sentence: "A list that is asked for a few items shows items that it shows otherwise.",
  asks: "fewer",
  judge: ({ plain, asked, text, asks }) => {
    if (asks !== "fewer" || !plain.isWhole || asked.rows.length === 0) return "no occasion";
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
