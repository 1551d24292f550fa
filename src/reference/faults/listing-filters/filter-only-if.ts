import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";

/** Filters only where the limits, as they stand in the query, allow it. */
export function filterOnlyIf(conduct: Conduct, allows: (limits: readonly string[]) => boolean): Alteration {
  let isFiltered = true;
  return {
    checkLimit(limits, violation) {
      isFiltered = allows(limits);
      return conduct.checkLimit(limits, violation);
    },
    readStatusFilter: (texts) => (isFiltered ? conduct.readStatusFilter(texts) : undefined),
  };
}
