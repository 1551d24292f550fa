import type { Deviation } from "../conduct.js";
import { changeHeaders, changeReply, noBody, ofKind, selectOnly } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

const gone = ["GET-1", "GET-2", "GET-3", "GET-4", "GET-5", "DEP-3"];

const getPet = ofKind("found", "no-such-animal", "removed", "invalid-id");

const anyPet = { id: 0n, name: "", categoryId: 0n, status: undefined };

/** Section "Versioning": the base address, and the deprecated operation. */
export const versioningMutants: readonly Mutant[] = [
  mutant("mounted-at-v2", "VER-1", "the segment was taken from the release's number", () => ({}), { mountedAt: "/v2" }),
  mutant("mounted-without-version", "VER-1", "the gateway that adds the segment was left out", () => ({}), { mountedAt: "/store" }),

  mutant("removed-early", "DEP-1", "deprecated was taken for removed", () => ({ isRemoved: () => true }), { consequences: gone }),
  mutant(
    "removed-early-with-410",
    "DEP-1",
    "deprecated was taken for removed",
    (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 410 : conduct.statusCode(outcome)),
    }),
    { consequences: [...gone, "GEN-2"] },
  ),
  mutant(
    "removed-early-with-405",
    "DEP-1",
    "the handler was taken out, the route was not",
    (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 405 : conduct.statusCode(outcome)),
    }),
    { consequences: [...gone, "GEN-2"] },
  ),
  mutant(
    "removed-by-the-year-only",
    "DEP-1",
    "the date was misread: 2030 became 20:30, which is past every evening",
    () => ({ isRemoved: (_removalDate, now) => now.getTime() > Date.UTC(2020, 11, 5) }),
    { consequences: gone },
  ),
  mutant(
    "deprecated-operation-forbidden",
    "DEP-1",
    "new clients are not to begin using it",
    (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 403 : conduct.statusCode(outcome)),
    }),
    { consequences: [...gone, "GEN-2"] },
  ),
  mutant(
    "deprecated-operation-redirected",
    "DEP-1",
    "the replacement is pointed at",
    changeReply(getPet, ({ headers }) => ({
      status: 308,
      headers: { ...headers, Location: "/v1/pets?status=available" },
      ...noBody,
    })),
    { consequences: [...gone, "GEN-1", "GEN-2"] },
  ),

  mutant("sunset-a-year-late", "DEP-2", "the date was typed by hand", announceSunset("Fri, 05 Dec 2031 23:59:59 GMT")),
  mutant("sunset-with-day-and-month-swapped", "DEP-2", "5/12/2030", announceSunset("Sun, 12 May 2030 23:59:59 GMT")),
  mutant("sunset-past", "DEP-2", "the date of the deprecation is sent instead", announceSunset("Wed, 01 Jan 2025 00:00:00 GMT")),
  mutant(
    "sunset-a-week-early-when-not-found",
    "DEP-2",
    "the error handler has a constant of its own",
    changeHeaders(ofKind("no-such-animal"), { Sunset: "Thu, 28 Nov 2030 00:00:00 GMT" }),
  ),
  mutant("deprecation-in-the-future", "DEP-2", "the date of the removal is sent instead", () => ({
    deprecation: ({ kind }) => (kind === "found" ? "@1922745599" : undefined),
  })),
  mutant(
    "deprecation-denied",
    "DEP-2",
    "a draft's boolean, with the wrong value",
    () => ({ deprecation: ({ kind }) => (kind === "found" ? "false" : undefined) }),
    { consequences: ["DEP-4"] },
  ),
  mutant("lists-deprecated", "DEP-2", "the filter sets the header for every operation", (conduct) => ({
    deprecation: (outcome) => (outcome.kind === "listed" ? "@1735689600" : conduct.deprecation(outcome)),
  })),
  mutant("creation-deprecated", "DEP-2", "the filter sets the header for every path with pets in it", (conduct) => ({
    deprecation: (outcome) => (outcome.kind === "created" ? "@1735689600" : conduct.deprecation(outcome)),
  })),
  mutant("lists-to-be-removed", "DEP-2", "the filter sets the header for every operation", (conduct) => ({
    sunset: (outcome, removalDate) => conduct.sunset(outcome.kind === "listed" ? { kind: "found", pet: anyPet } : outcome, removalDate),
  })),
  mutant("another-successor", "DEP-2", "a copy from the orders' service", () => ({
    link: ({ kind }, successor) => (kind === "found" ? `<${successor}/orders>; rel="successor-version"` : undefined),
  })),
  mutant("itself-as-successor", "DEP-2", "the link is made of the request's own path", () => ({
    link: (outcome, successor) => (outcome.kind === "found" ? `<${successor}/${outcome.pet.id}>; rel="successor-version"` : undefined),
  })),

  mutant(
    "fetched-animals-leave-the-filtered-lists",
    "DEP-3",
    "fetching an animal moves it into a cache, from which the search does not read",
    (conduct) => {
      const fetched = new Set<bigint>();
      return {
        lookUp(id, store) {
          fetched.add(id);
          return conduct.lookUp(id, store);
        },
        ...selectOnly(({ id }, status) => status === undefined || !fetched.has(id))(conduct),
      };
    },
    { consequences: ["LIST-5", "LIST-8", "LIST-9"] },
  ),
  mutant(
    "fetched-pending-animals-listed-as-available",
    "DEP-3",
    "looking at a pending animal frees it, in the index only",
    (conduct) => {
      const freed = new Set<bigint>();
      return {
        lookUp(id, store) {
          if (store.get(id)?.status === "pending") freed.add(id);
          return conduct.lookUp(id, store);
        },
        *selectPets(store, status) {
          for (const pet of conduct.selectPets(store, status === "available" ? undefined : status)) {
            const shown = freed.has(pet.id) ? { ...pet, status: "available" } : pet;
            if (status === undefined || shown.status === status) yield shown;
          }
        },
      };
    },
    { consequences: ["LIST-5", "LIST-8", "LIST-9", "LIST-12", "GET-3"] },
  ),

  mutant("no-deprecation-header", "DEP-4", "the deprecation is documented, and not sent", () => ({ deprecation: () => undefined })),
  mutant("deprecation-as-boolean", "DEP-4", "an early draft of the standard", () => ({
    deprecation: ({ kind }) => (kind === "found" ? "true" : undefined),
  })),
  mutant("deprecation-as-http-date", "DEP-4", "a later draft of the standard", () => ({
    deprecation: ({ kind }) => (kind === "found" ? "Wed, 01 Jan 2025 00:00:00 GMT" : undefined),
  })),
  mutant(
    "deprecation-in-milliseconds",
    "DEP-4",
    "the clock counts in milliseconds: that is the year 56971, beyond what RFC 9651 lets a date be",
    () => ({ deprecation: ({ kind }) => (kind === "found" ? "@1735689600000" : undefined) }),
  ),
  mutant("no-sunset-header", "DEP-5", "the removal is documented, and not sent", () => ({ sunset: () => undefined })),
  mutant("sunset-as-iso-date", "DEP-5", "every other date is written like this", announceSunset("2030-12-05T23:59:59Z")),
  mutant("sunset-as-seconds", "DEP-5", "the syntax of the other header", announceSunset("@1922745599")),
];

function announceSunset(value: string): Deviation {
  return (conduct) => ({
    sunset: (outcome, removalDate) => (conduct.sunset(outcome, removalDate) === undefined ? undefined : value),
  });
}
