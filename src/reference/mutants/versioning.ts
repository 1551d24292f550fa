import type { Deviation } from "../conduct.js";
import { after, changeHeaders, changeReply, noBody, ofKind, selectOnly } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

const gone = ["GET-1", "GET-2", "GET-3", "GET-4", "GET-5", "DEP-3"];

const getPet = ofKind("found", "no-such-animal", "removed", "invalid-id");

const anyPet = { id: 0n, name: "", categoryId: 0n, status: undefined };

/** Section "Versioning": the base address, and the deprecated operation. */
export const versioningMutants: readonly Mutant[] = [
  mutant("mounted-at-v2", "VER-1", "the segment was taken from the release's number", [], { mountedAt: "/v2" }).by(() => ({})),
  mutant("mounted-without-version", "VER-1", "the gateway that adds the segment was left out", [], { mountedAt: "/store" }).by(() => ({})),

  mutant("removed-early", "DEP-1", "deprecated was taken for removed", gone).by(() => ({
    isRemoved: () => true,
  })),
  mutant("removed-early-with-410", "DEP-1", "deprecated was taken for removed", [...gone, "GEN-2"]).by((conduct) => ({
    isRemoved: () => true,
    statusCode: (outcome) => (outcome.kind === "removed" ? 410 : conduct.statusCode(outcome)),
  })),
  mutant("removed-early-with-405", "DEP-1", "the handler was taken out, the route was not", [...gone, "GEN-2"]).by((conduct) => ({
    isRemoved: () => true,
    statusCode: (outcome) => (outcome.kind === "removed" ? 405 : conduct.statusCode(outcome)),
  })),
  mutant("removed-by-the-year-only", "DEP-1", "the date was misread: 2030 became 20:30, which is past every evening", gone).by(() => ({
    isRemoved: (_removalDate, now) => now.getTime() > Date.UTC(2020, 11, 5),
  })),
  mutant("deprecated-operation-forbidden", "DEP-1", "new clients are not to begin using it", [...gone, "GEN-2"]).by((conduct) => ({
    isRemoved: () => true,
    statusCode: (outcome) => (outcome.kind === "removed" ? 403 : conduct.statusCode(outcome)),
  })),
  mutant("deprecated-operation-redirected", "DEP-1", "the replacement is pointed at", [...gone, "GEN-1", "GEN-2"]).by(
    changeReply(getPet, ({ headers }) => ({
      status: 308,
      headers: { ...headers, Location: "/v1/pets?status=available" },
      ...noBody,
    })),
  ),

  mutant("sunset-a-year-late", "DEP-2", "the date was typed by hand").by(announceSunset("Fri, 05 Dec 2031 23:59:59 GMT")),
  mutant("sunset-with-day-and-month-swapped", "DEP-2", "5/12/2030").by(announceSunset("Sun, 12 May 2030 23:59:59 GMT")),
  mutant("sunset-past", "DEP-2", "the date of the deprecation is sent instead").by(announceSunset("Wed, 01 Jan 2025 00:00:00 GMT")),
  mutant("sunset-a-week-early-when-not-found", "DEP-2", "the error handler has a constant of its own").by(
    changeHeaders(ofKind("no-such-animal"), { Sunset: "Thu, 28 Nov 2030 00:00:00 GMT" }),
  ),
  mutant("deprecation-in-the-future", "DEP-2", "the date of the removal is sent instead").by(() => ({
    deprecation: ({ kind }) => (kind === "found" ? "@1922745599" : undefined),
  })),
  mutant("deprecation-denied", "DEP-2", "a draft's boolean, with the wrong value", ["DEP-4"]).by(() => ({
    deprecation: ({ kind }) => (kind === "found" ? "false" : undefined),
  })),
  mutant("lists-deprecated", "DEP-2", "the filter sets the header for every operation").by(
    after("deprecation", (was, outcome) => (outcome.kind === "listed" ? "@1735689600" : was)),
  ),
  mutant("creation-deprecated", "DEP-2", "the filter sets the header for every path with pets in it").by(
    after("deprecation", (was, outcome) => (outcome.kind === "created" ? "@1735689600" : was)),
  ),
  mutant("lists-to-be-removed", "DEP-2", "the filter sets the header for every operation").by((conduct) => ({
    sunset: (outcome, removalDate) => conduct.sunset(outcome.kind === "listed" ? { kind: "found", pet: anyPet } : outcome, removalDate),
  })),
  mutant("another-successor", "DEP-2", "a copy from the orders' service").by(() => ({
    link: ({ kind }, successor) => (kind === "found" ? `<${successor}/orders>; rel="successor-version"` : undefined),
  })),
  mutant("itself-as-successor", "DEP-2", "the link is made of the request's own path").by(() => ({
    link: (outcome, successor) => (outcome.kind === "found" ? `<${successor}/${outcome.pet.id}>; rel="successor-version"` : undefined),
  })),

  mutant(
    "fetched-animals-leave-the-filtered-lists",
    "DEP-3",
    "fetching an animal moves it into a cache, from which the search does not read",
    ["LIST-5", "LIST-8", "LIST-9"],
  ).by((conduct) => {
    const fetched = new Set<bigint>();
    return {
      lookUp(id, store) {
        fetched.add(id);
        return conduct.lookUp(id, store);
      },
      ...selectOnly(({ id }, status) => status === undefined || !fetched.has(id))(conduct),
    };
  }),
  mutant("fetched-pending-animals-listed-as-available", "DEP-3", "looking at a pending animal frees it, in the index only", [
    "LIST-5",
    "LIST-8",
    "LIST-9",
    "LIST-12",
    "GET-3",
  ]).by((conduct) => {
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
  }),

  mutant("no-deprecation-header", "DEP-4", "the deprecation is documented, and not sent").by(() => ({
    deprecation: () => undefined,
  })),
  mutant("deprecation-as-boolean", "DEP-4", "an early draft of the standard").by(() => ({
    deprecation: ({ kind }) => (kind === "found" ? "true" : undefined),
  })),
  mutant("deprecation-as-http-date", "DEP-4", "a later draft of the standard").by(() => ({
    deprecation: ({ kind }) => (kind === "found" ? "Wed, 01 Jan 2025 00:00:00 GMT" : undefined),
  })),
  mutant(
    "deprecation-in-milliseconds",
    "DEP-4",
    "the clock counts in milliseconds: that is the year 56971, beyond what RFC 9651 lets a date be",
  ).by(() => ({ deprecation: ({ kind }) => (kind === "found" ? "@1735689600000" : undefined) })),
  mutant("no-sunset-header", "DEP-5", "the removal is documented, and not sent").by(() => ({ sunset: () => undefined })),
  mutant("sunset-as-iso-date", "DEP-5", "every other date is written like this").by(announceSunset("2030-12-05T23:59:59Z")),
  mutant("sunset-as-seconds", "DEP-5", "the syntax of the other header").by(announceSunset("@1922745599")),
];

function announceSunset(value: string): Deviation {
  return after("sunset", (was) => (was === undefined ? undefined : value));
}
