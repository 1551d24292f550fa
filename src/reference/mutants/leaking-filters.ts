import type { Deviation } from "../conduct.js";
import { answerError, filterOnlyIf, inTurn, nowAndThen } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Filters that show what they should hide. */
export const leakingFilterMutants: readonly Mutant[] = [
  // Filters that let other animals through.
  mutant("filter-ignored", "LIST-7", "the parameter is declared, and never read", ["LIST-9"]).by(() => ({
    readStatusFilter: () => undefined,
  })),
  mutant("sold-filter-ignored", "LIST-7", "the switch over the states has no branch for it", ["LIST-9"]).by((conduct) => ({
    selectPets: (store, status) => conduct.selectPets(store, status === "sold" ? undefined : status),
  })),
  mutant("available-filter-means-unsold", "LIST-7", "the query says status <> 'sold'", ["LIST-9"]).by((conduct) => ({
    *selectPets(store, status) {
      if (status !== "available") yield* conduct.selectPets(store, status);
      else for (const pet of store.all()) if (pet.status !== "sold") yield pet;
    },
  })),
  mutant("filter-leaks-after-twenty", "LIST-7", "the filter is applied to the first batch only", ["LIST-9"]).by(() => ({
    *selectPets(store, status) {
      let count = 0;
      for (const pet of store.all()) {
        if (status === undefined || pet.status === status || count >= 20) {
          count += 1;
          yield pet;
        }
      }
    },
  })),
  mutant("filter-leaks-the-newest", "LIST-7", "the newest animal is put on top of every list", ["LIST-8", "LIST-9"]).by(() => ({
    revisePage(page, { limit, status }, store) {
      const newest = [...store.all()].at(-1);
      if (status === undefined || newest === undefined || page.includes(newest)) return page;
      return [...page.slice(0, limit - 1), newest];
    },
  })),
  mutant("filter-leaks-on-the-largest-page", "LIST-7", "a page of a hundred comes from a cache of everything", ["LIST-8"]).by(() => ({
    revisePage: (page, { limit, status }, store) => (limit >= 100 && status !== undefined ? [...store.all()].slice(0, 100) : page),
  })),
  mutant("filter-lost-with-odd-limit", "LIST-7", "a bad limit leads to a default query, which has no filter").by(
    inTurn(
      () => ({ checkLimit: () => undefined, readLimit: ([text]) => (text !== undefined && isGood(text) ? Number(text) : undefined) }),
      filterOnlyIf((texts) => texts.every(isGood)),
    ),
  ),
  mutant("one-stray-deep-in-a-filtered-list", "LIST-7", "one entry of the index was never updated", ["LIST-8", "LIST-9"]).by(() => ({
    revisePage(page, { status }, store) {
      const stray = [...store.all()].find((pet) => pet.status !== status);
      if (status === undefined || stray === undefined || page.length < 21) return page;
      return [...page.slice(0, 20), stray, ...page.slice(21)];
    },
  })),
  mutant("filter-lost-now-and-then", "LIST-7", "the cache's key does not hold the filter", ["LIST-9"]).by(
    nowAndThen(7, (now) => (conduct) => ({
      selectPets: (store, status) => conduct.selectPets(store, status !== undefined && now() ? undefined : status),
    })),
  ),

  // Animals that were added without a status, show none, and stand under more than one filter.
  mutant("no-status-under-every-filter", "LIST-7", "the query says: status is null or status = ?").by(
    listWithoutStatus(["available", "pending", "sold"]),
  ),
  ...[
    ["available", "pending"],
    ["pending", "sold"],
    ["available", "sold"],
  ].map((filters) =>
    mutant(
      `no-status-under-${filters.join("-and-")}`,
      "LIST-7",
      "each filter has a query of its own, and two of them make up for a status that is not there",
    ).by(listWithoutStatus(filters)),
  ),

  // A filter and a limit that do not go together.
  mutant("limit-before-filter", "LIST-9", "the page is fetched, and then filtered in memory", ["LIST-5", "LIST-8", "DEP-3"]).by(
    filterAfterwards(() => true),
  ),
  mutant("small-limit-before-filter", "LIST-9", "small pages come from a cache of the first animals").by(
    filterAfterwards((limit) => limit < 20),
  ),
  mutant("limit-ignored-with-filter", "LIST-9", "the search has a page size of its own", ["LIST-4", "LIST-7"]).by(() => ({
    takePage: (pets) => [...pets],
    revisePage: (page, { limit, status }) => page.slice(0, status === undefined ? limit : 100),
  })),
  mutant("filter-ignored-with-limit", "LIST-9", "only one of the two parameters makes it into the query", ["LIST-7", "LIST-8"]).by(
    filterOnlyIf((limits) => limits.length === 0),
  ),
  mutant("limit-off-by-one-with-filter", "LIST-9", "the search fetches one more, to know whether there is another page", [
    "LIST-4",
    "LIM-1",
  ]).by((conduct) => ({
    takePage: (pets, size) => conduct.takePage(pets, size + 1),
    revisePage: (page, { limit, status }) => (status === undefined ? page.slice(0, limit) : page),
  })),
  mutant("limit-of-ten-at-most-with-filter", "LIST-9", "the search returns its ten best hits", ["LIST-5", "LIST-8", "DEP-3"]).by(() => ({
    revisePage: (page, { status }) => (status === undefined ? page : page.slice(0, 10)),
  })),
  mutant("limit-and-filter-refused", "LIST-9", "the two parameters were thought to exclude each other", ["LIST-10"]).by(
    answerError(({ kind }, { query }) => kind === "listed" && query.has("limit") && query.has("status"), 422),
  ),
  mutant("filter-lost-beyond-twenty", "LIST-9", "a second query fetches what is beyond the default page, and has no filter", [
    "LIST-7",
    "LIST-8",
  ]).by(() => ({
    revisePage(page, { limit, status }, store) {
      if (status === undefined || limit <= 20) return page;
      const shown = new Set(page.slice(0, 20));
      return [...page.slice(0, 20), ...[...store.all()].filter((pet) => !shown.has(pet))].slice(0, limit);
    },
  })),
];

function isGood(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 100;
}

/** Keeps no default for an omitted status, and lists such animals under these filters. */
function listWithoutStatus(filters: readonly string[]): Deviation {
  return (conduct) => ({
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
    *selectPets(store, status) {
      yield* conduct.selectPets(store, status);
      if (status !== undefined && filters.includes(status)) yield* store.withStatus(undefined);
    },
  });
}

/** Takes the page first, and filters then, where the limit is one of these. */
function filterAfterwards(concerns: (limit: number) => boolean): Deviation {
  return (conduct) => {
    const filtered = (pets: readonly Pet[], status: string | undefined): readonly Pet[] =>
      pets.filter((pet) => status === undefined || pet.status === status);
    return {
      revisePage: (page, { limit, status }, store) => (concerns(limit) ? filtered(conduct.takePage(store.all(), limit), status) : page),
    };
  };
}
