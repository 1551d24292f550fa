import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Animals that were added without a status, show none, and stand under more than one filter. */
export const withoutStatusFaults: readonly Fault[] = [
  {
    name: "no-status-under-every-filter",
    breaks: "LIST-7",
    why: "the query says: status is null or status = ?",
    alter: (conduct) => listWithoutStatus(conduct, ["available", "pending", "sold"]),
  },
  ...[
    ["available", "pending"],
    ["pending", "sold"],
    ["available", "sold"],
  ].map(
    (filters): Fault => ({
      name: `no-status-under-${filters.join("-and-")}`,
      breaks: "LIST-7",
      why: "each filter has a query of its own, and two of them make up for a status that is not there",
      alter: (conduct) => listWithoutStatus(conduct, filters),
    }),
  ),
];

/** Keeps no default for an omitted status, and lists such animals under these filters. */
function listWithoutStatus(conduct: Conduct, filters: readonly string[]): Alteration {
  return {
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
    *selectPets(store, status) {
      yield* conduct.selectPets(store, status);
      if (status !== undefined && filters.includes(status)) yield* store.withStatus(undefined);
    },
  };
}
