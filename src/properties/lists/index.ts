import { changedRow, listed, sorting } from "./listed.js";
import { creationOrder } from "./order-of-creation.js";
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
  creationOrder,
  ties,
  secondMember,
  codePoints,
  total,
  filteredTotal,
  pageCount,
  deletedTotal,
};
