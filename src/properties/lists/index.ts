import { changedRow, listed, sorting } from "./listed.js";
import { pageCount } from "./page-count.js";
import { codePoints, secondMember, shownSorting, ties, usualOrder } from "./stated-order.js";
import { deletedTotal, filteredTotal, total } from "./total.js";

/** Promises on the items of a list, their order and their number. They stand in the order of a run. */
export const lists = {
  listed,
  changedRow,
  sorting,
  shownSorting,
  usualOrder,
  ties,
  secondMember,
  codePoints,
  total,
  filteredTotal,
  pageCount,
  deletedTotal,
};
