import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";

/** Without a limit, filters like these get a page of another size. */
export function loseDefault(
  conduct: Conduct,
  isLost: (status: string | undefined) => boolean,
  size = Number.POSITIVE_INFINITY,
): Alteration {
  let isLimited = false;
  let filter: string | undefined;
  return {
    readLimit(texts) {
      isLimited = texts.length > 0;
      return conduct.readLimit(texts);
    },
    readStatusFilter(texts) {
      filter = conduct.readStatusFilter(texts);
      return filter;
    },
    pageSize: (limit) => (!isLimited && isLost(filter) ? size : conduct.pageSize(limit)),
  };
}
