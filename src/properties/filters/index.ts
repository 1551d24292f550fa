import { filterAndOrder, filterPairs } from "./filter-pairs.js";
import { filteredPages, filteredSize } from "./filtered-pages.js";
import { filtering } from "./filters.js";
import { hiddenItems } from "./hidden-items.js";

/** Promises on the items that a list shows for a filter. They stand in the order of a run. */
export const filters = {
  filtering,
  hiddenItems,
  filteredPages,
  filteredSize,
  filterPairs,
  filterAndOrder,
};
