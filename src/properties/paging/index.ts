import { defaultPageSize } from "./default-page-size.js";
import { defaultQuery, pageBeyond, pageFacts } from "./list-facts.js";
import { pageSize } from "./page-size.js";
import { furtherPages, nextPage, pageOverlap, pageWalk } from "./paging.js";
import { queryWalk } from "./query-walk.js";
import { statedEnd } from "./stated-end.js";

/** Promises on the pages of a list. They stand in the order of a run. */
export const paging = {
  pageSize,
  nextPage,
  furtherPages,
  pageOverlap,
  pageWalk,
  queryWalk,
  statedEnd,
  defaultPageSize,
  defaultQuery,
  pageBeyond,
  pageFacts,
};
