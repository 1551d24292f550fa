import type { JsonObject } from "../json/index.js";
import type { Law } from "./law.js";

/** A list as a response shows it. */
export interface Listing {
  readonly rows: readonly Row[];
  /** Does it show all items? */
  readonly isWhole: boolean;
  /** Does it lack an item of the run that is there? Then it may be a page, also where nothing says so. */
  readonly lacksItems: boolean;
}

/** A row of a list that has an id. */
export interface Row {
  readonly id: string;
  readonly members: JsonObject;
}

/** Two responses of one list, while nothing was changed: as it is usually asked for, and as a parameter asks for it. */
export interface Listings {
  readonly plain: Listing;
  readonly asked: Listing;
  /** The path and query of the second request, for people. */
  readonly text: string;
  readonly asks: "order" | "fewer" | "more";
  /** The member by which the list is sorted. */
  readonly member?: string;
  /** How many items are asked for, where these are more than usual. */
  readonly most?: number;
}

/** A law about a list that is asked for in this way. */
export interface ListLaw extends Law<Listings> {
  readonly asks: Listings["asks"];
}

/** A list may leave out items that lack the member which it is sorted by. */
export const sameItems: ListLaw = {
  id: "same-items",
  name: "sorted, same items",
  level: "implied",
  sentence: "A list that is sorted shows the items that it shows otherwise, each once.",
  asks: "order",
  judge: ({ plain, asked, text, asks, member = "" }) => {
    if (asks !== "order" || plain.rows.length < 2) return "no occasion";
    const ids = asked.rows.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) < index);
    const isTwiceAnyway = new Set(plain.rows.map(({ id }) => id)).size < plain.rows.length;
    if (twice !== undefined && !isTwiceAnyway) return othersThan(`${twice} twice`, text);
    const hasMember = ({ members }: Row): boolean => (members[member] ?? null) !== null;
    const due = plain.rows.filter(hasMember);
    // A page may hold fewer items than all: then another order shows others of them, and as many.
    if (new Set(ids).size >= due.length) return "kept";
    if (!plain.isWhole && due.length < plain.rows.length) return "no occasion";
    const left = due.filter(({ id }) => !ids.includes(id));
    return othersThan(
      `${asked.rows.length} items, and not ${left
        .map(({ id }) => id)
        .slice(0, 3)
        .join(", ")}`,
      text,
    );
  },
};

function othersThan(actual: string, text: string) {
  return {
    problem: "other items in another order",
    expected: `the same items in ${text} as in the list without an order`,
    actual,
    pointer: "",
  };
}
