import { changedRow, listed, sorting } from "./listed.js";
import { pageCount } from "./page-count.js";
import { deletedTotal, filteredTotal, total } from "./total.js";

/** Promises on the items of a list, their order and their number. They stand in the order of a run. */
export const lists = {
  listed,
  changedRow,
  sorting,
  total,
  filteredTotal,
  pageCount,
  deletedTotal,
};
