import type { Operator, OperatorTable } from "../handlers.js";
import {
  after,
  announce,
  before,
  changeHeaders,
  changeStatus,
  inTurn,
  loseFiltered,
  ofKind,
  remembering,
  wrap,
} from "../operators/index.js";

/** Section "Versioning": the base address, and the deprecated operation. */
export const versioningMutants: OperatorTable = {
  "mounted-at-v2": () => ({ mountAt: () => "/v2" }),
  "mounted-without-version": () => ({ mountAt: () => "/store" }),

  "removed-early": removedEarly(404),
  "removed-early-with-410": removedEarly(410),
  "removed-by-the-year-only": () => ({ isRemoved: (_removalDate, now) => now.getTime() > Date.UTC(2020, 11, 5) }),

  "sunset-a-year-late": announce("sunset", "Fri, 05 Dec 2031 23:59:59 GMT"),
  "sunset-with-day-and-month-swapped": announce("sunset", "Sun, 12 May 2030 23:59:59 GMT"),
  "sunset-past": announce("sunset", "Wed, 01 Jan 2025 00:00:00 GMT"),
  "sunset-a-week-early-when-not-found": changeHeaders(ofKind("no-such-animal"), { Sunset: "Thu, 28 Nov 2030 00:00:00 GMT" }),
  "deprecation-in-the-future": announce("deprecation", "@1922745599"),
  "deprecation-denied": announce("deprecation", "false"),
  "lists-deprecated": after("deprecation", (was, { kind }) => (kind === "listed" ? "@1735689600" : was)),
  "creation-deprecated": after("deprecation", (was, { kind }) => (kind === "created" ? "@1735689600" : was)),
  "lists-to-be-removed": after("sunset", (was, { kind }, removalDate) =>
    kind === "listed" ? new Date(`${removalDate}T23:59:59Z`).toUTCString() : was,
  ),
  "another-successor": () => ({
    link: ({ kind }, successor) => (kind === "found" ? `<${successor}/orders>; rel="successor-version"` : undefined),
  }),
  "itself-as-successor": () => ({
    link: (outcome, successor) => (outcome.kind === "found" ? `<${successor}/${outcome.pet.id}>; rel="successor-version"` : undefined),
  }),

  "fetched-animals-leave-the-filtered-lists": remembering(
    () => new Set<bigint>(),
    (fetched) =>
      inTurn(
        before("lookUp", (id) => {
          fetched.add(id);
          return id;
        }),
        loseFiltered(({ id }) => fetched.has(id)),
      ),
  ),
  "fetched-pending-animals-listed-as-available": remembering(
    () => new Set<bigint>(),
    (freed) =>
      inTurn(
        before("lookUp", (id, store) => {
          if (store.get(id)?.status === "pending") freed.add(id);
          return id;
        }),
        wrap("selectPets", (select, store, status) =>
          [...select(store, status === "available" ? undefined : status)]
            .map((pet) => (freed.has(pet.id) ? { ...pet, status: "available" } : pet))
            .filter((pet) => status === undefined || pet.status === status),
        ),
      ),
  ),

  "no-deprecation-header": () => ({ deprecation: () => undefined }),
  "deprecation-as-http-date": announce("deprecation", "Wed, 01 Jan 2025 00:00:00 GMT"),
  "deprecation-in-milliseconds": announce("deprecation", "@1735689600000"),
  "no-sunset-header": () => ({ sunset: () => undefined }),
  "sunset-as-iso-date": announce("sunset", "2030-12-05T23:59:59Z"),
  "sunset-as-seconds": announce("sunset", "@1922745599"),
};

function removedEarly(status: number): Operator {
  return inTurn(() => ({ isRemoved: () => true }), changeStatus(ofKind("removed"), status));
}
