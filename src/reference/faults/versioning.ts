import { type Alteration, changeHeaders, changeReply, noBody, ofKind, selectOnly } from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Fault } from "./fault.js";

const gone = ["GET-1", "GET-2", "GET-3", "GET-4", "GET-5", "DEP-3"];
const getPet = ofKind("found", "no-such-animal", "removed", "invalid-id");

/** Section "Versioning": the base address, and the deprecated operation. */
export const versioningFaults: readonly Fault[] = [
  {
    name: "mounted-at-v2",
    breaks: "VER-1",
    why: "the segment was taken from the release's number",
    alter: () => ({}),
    mountedAt: "/v2",
  },
  {
    name: "mounted-without-version",
    breaks: "VER-1",
    why: "the gateway that adds the segment was left out",
    alter: () => ({}),
    mountedAt: "/store",
  },

  {
    name: "removed-early",
    breaks: "DEP-1",
    why: "deprecated was taken for removed",
    alter: () => ({ isRemoved: () => true }),
    consequences: gone,
  },
  {
    name: "removed-early-with-410",
    breaks: "DEP-1",
    why: "deprecated was taken for removed",
    alter: (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 410 : conduct.statusCode(outcome)),
    }),
    consequences: [...gone, "GEN-2"],
  },
  {
    name: "removed-early-with-405",
    breaks: "DEP-1",
    why: "the handler was taken out, the route was not",
    alter: (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 405 : conduct.statusCode(outcome)),
    }),
    consequences: [...gone, "GEN-2"],
  },
  {
    name: "removed-by-the-year-only",
    breaks: "DEP-1",
    why: "the date was misread: 2030 became 20:30, which is past every evening",
    alter: () => ({ isRemoved: (_removalDate, now) => now.getTime() > Date.UTC(2020, 11, 5) }),
    consequences: gone,
  },
  {
    name: "deprecated-operation-forbidden",
    breaks: "DEP-1",
    why: "new clients are not to begin using it",
    alter: (conduct) => ({
      isRemoved: () => true,
      statusCode: (outcome) => (outcome.kind === "removed" ? 403 : conduct.statusCode(outcome)),
    }),
    consequences: [...gone, "GEN-2"],
  },
  {
    name: "deprecated-operation-redirected",
    breaks: "DEP-1",
    why: "the replacement is pointed at",
    alter: (conduct) =>
      changeReply(conduct, getPet, ({ headers }) => ({
        status: 308,
        headers: { ...headers, Location: "/v1/pets?status=available" },
        ...noBody,
      })),
    consequences: [...gone, "GEN-1", "GEN-2"],
  },

  {
    name: "sunset-a-year-late",
    breaks: "DEP-2",
    why: "the date was typed by hand",
    alter: (conduct) => announceSunset(conduct, "Fri, 05 Dec 2031 23:59:59 GMT"),
  },
  {
    name: "sunset-with-day-and-month-swapped",
    breaks: "DEP-2",
    why: "5/12/2030",
    alter: (conduct) => announceSunset(conduct, "Sun, 12 May 2030 23:59:59 GMT"),
  },
  {
    name: "sunset-past",
    breaks: "DEP-2",
    why: "the date of the deprecation is sent instead",
    alter: (conduct) => announceSunset(conduct, "Wed, 01 Jan 2025 00:00:00 GMT"),
  },
  {
    name: "sunset-a-week-early-when-not-found",
    breaks: "DEP-2",
    why: "the error handler has a constant of its own",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("no-such-animal"), { Sunset: "Thu, 28 Nov 2030 00:00:00 GMT" }),
  },
  {
    name: "deprecation-in-the-future",
    breaks: "DEP-2",
    why: "the date of the removal is sent instead",
    alter: (_conduct) => ({
      deprecation: ({ kind }) => (kind === "found" ? "@1922745599" : undefined),
    }),
  },
  {
    name: "deprecation-denied",
    breaks: "DEP-2",
    why: "a draft's boolean, with the wrong value",
    alter: () => ({ deprecation: ({ kind }) => (kind === "found" ? "false" : undefined) }),
    consequences: ["DEP-4"],
  },
  {
    name: "lists-deprecated",
    breaks: "DEP-2",
    why: "the filter sets the header for every operation",
    alter: (conduct) => ({
      deprecation: (outcome) => (outcome.kind === "listed" ? "@1735689600" : conduct.deprecation(outcome)),
    }),
  },
  {
    name: "creation-deprecated",
    breaks: "DEP-2",
    why: "the filter sets the header for every path with pets in it",
    alter: (conduct) => ({
      deprecation: (outcome) => (outcome.kind === "created" ? "@1735689600" : conduct.deprecation(outcome)),
    }),
  },
  {
    name: "lists-to-be-removed",
    breaks: "DEP-2",
    why: "the filter sets the header for every operation",
    alter: (conduct) => ({
      sunset: (outcome, removalDate) =>
        conduct.sunset(outcome.kind === "listed" ? { kind: "found", pet: anyPet } : outcome, removalDate),
    }),
  },
  {
    name: "another-successor",
    breaks: "DEP-2",
    why: "a copy from the orders' service",
    alter: () => ({
      link: ({ kind }, successor) =>
        kind === "found" ? `<${successor}/orders>; rel="successor-version"` : undefined,
    }),
  },
  {
    name: "itself-as-successor",
    breaks: "DEP-2",
    why: "the link is made of the request's own path",
    alter: () => ({
      link: (outcome, successor) =>
        outcome.kind === "found" ? `<${successor}/${outcome.pet.id}>; rel="successor-version"` : undefined,
    }),
  },

  {
    name: "fetched-animals-leave-the-filtered-lists",
    breaks: "DEP-3",
    why: "fetching an animal moves it into a cache, from which the search does not read",
    alter(conduct) {
      const fetched = new Set<bigint>();
      return {
        lookUp(id, store) {
          fetched.add(id);
          return conduct.lookUp(id, store);
        },
        ...selectOnly(conduct, ({ id }, status) => status === undefined || !fetched.has(id)),
      };
    },
    consequences: ["LIST-5", "LIST-8", "LIST-9"],
  },
  {
    name: "fetched-pending-animals-listed-as-available",
    breaks: "DEP-3",
    why: "looking at a pending animal frees it, in the index only",
    alter(conduct) {
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
    consequences: ["LIST-5", "LIST-8", "LIST-9", "LIST-12", "GET-3"],
  },

  {
    name: "no-deprecation-header",
    breaks: "DEP-4",
    why: "the deprecation is documented, and not sent",
    alter: () => ({ deprecation: () => undefined }),
  },
  {
    name: "deprecation-as-boolean",
    breaks: "DEP-4",
    why: "an early draft of the standard",
    alter: () => ({ deprecation: ({ kind }) => (kind === "found" ? "true" : undefined) }),
  },
  {
    name: "deprecation-as-http-date",
    breaks: "DEP-4",
    why: "a later draft of the standard",
    alter: () => ({
      deprecation: ({ kind }) => (kind === "found" ? "Wed, 01 Jan 2025 00:00:00 GMT" : undefined),
    }),
  },
  {
    name: "deprecation-in-milliseconds",
    breaks: "DEP-4",
    why: "the clock counts in milliseconds: that is the year 56971, beyond what RFC 9651 lets a date be",
    alter: () => ({ deprecation: ({ kind }) => (kind === "found" ? "@1735689600000" : undefined) }),
  },
  {
    name: "no-sunset-header",
    breaks: "DEP-5",
    why: "the removal is documented, and not sent",
    alter: () => ({ sunset: () => undefined }),
  },
  {
    name: "sunset-as-iso-date",
    breaks: "DEP-5",
    why: "every other date is written like this",
    alter: (conduct) => announceSunset(conduct, "2030-12-05T23:59:59Z"),
  },
  {
    name: "sunset-as-seconds",
    breaks: "DEP-5",
    why: "the syntax of the other header",
    alter: (conduct) => announceSunset(conduct, "@1922745599"),
  },
];

const anyPet = { id: 0n, name: "", categoryId: 0n, status: undefined };

function announceSunset(conduct: Conduct, value: string): Alteration {
  return {
    sunset: (outcome, removalDate) =>
      conduct.sunset(outcome, removalDate) === undefined ? undefined : value,
  };
}
