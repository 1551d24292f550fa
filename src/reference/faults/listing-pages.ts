import type { Alteration } from "../alterations.js";
import {
  answerError,
  changeJson,
  changeReply,
  changeStatus,
  everyNth,
  noBody,
  ofKind,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Pet } from "../pet.js";
import type { Fault } from "./fault.js";
import { cacheLists } from "./list-cache.js";

/** Section "Endpoints: List all animals": limits, defaults, and what a page holds; and section "Limits". */
export const pageFaults: readonly Fault[] = [
  {
    name: "limit-required",
    breaks: "LIST-1",
    why: "the parameter was marked as required in the handler",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts.length === 0 ? "is missing" : conduct.checkLimit(texts, violation),
    }),
    consequences: ["GEN-2", "LIST-6", "LIST-10"],
  },
  {
    name: "status-filter-required",
    breaks: "LIST-1",
    why: "the list was written as the replacement of another operation, which always had a filter",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        texts.length === 0 ? "is missing" : conduct.checkStatusFilter(texts, violation),
    }),
    consequences: ["GEN-2", "LIST-2", "LIST-10"],
  },
  {
    name: "list-partial-content",
    breaks: "LIST-1",
    why: "a page is taken for part of a document",
    alter: (conduct) => changeStatus(conduct, ofKind("listed"), 206),
    consequences: ["GEN-2", "LIST-2", "LIST-6", "LIST-9", "LIST-10"],
  },
  {
    name: "plain-list-accepted-only",
    breaks: "LIST-1",
    why: "a long list is prepared in the background",
    alter: (conduct) =>
      changeStatus(conduct, ({ kind }, { query }) => kind === "listed" && query.size === 0, 202),
    consequences: ["GEN-2", "LIST-10"],
  },
  {
    name: "plain-list-forbidden",
    breaks: "LIST-1",
    why: "listing everything was thought too expensive",
    alter: (conduct) =>
      answerError(conduct, ({ kind }, { query }) => kind === "listed" && query.size === 0, 403),
    consequences: ["GEN-2", "LIST-10"],
  },

  {
    name: "limit-100-refused",
    breaks: "LIST-2",
    why: "the maximum is taken to be exclusive",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit >= 100),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-1-refused",
    breaks: "LIST-2",
    why: "the minimum is taken to be exclusive",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit <= 1),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "limits-above-50-refused",
    breaks: "LIST-2",
    why: "the maximum was lowered under load",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit > 50),
    consequences: ["LIST-9"],
  },
  {
    name: "limits-in-tens-only",
    breaks: "LIST-2",
    why: "the user interface offers 10, 20, 50 and 100",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit % 10 !== 0),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "limit-of-the-default-refused",
    breaks: "LIST-2",
    why: "a parameter with its default value is taken for a mistake",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit === 20),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-answered-as-partial",
    breaks: "LIST-2",
    why: "206 where there is more than the page holds",
    alter: (conduct) =>
      changeStatus(conduct, ({ kind }, { query }) => kind === "listed" && query.has("limit"), 206),
    consequences: ["LIST-9", "LIST-10", "GEN-2"],
  },
  {
    name: "limit-99-refused",
    breaks: "LIST-2",
    why: "two digits are tested for with a regular expression that has a hole",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit === 99),
    consequences: ["LIST-9"],
  },

  {
    name: "limit-off-by-one",
    breaks: "LIST-3",
    why: "one more is fetched, to know whether there is another page, and not taken off",
    alter: (conduct) => ({ pageSize: (limit) => conduct.pageSize(limit) + 1 }),
    consequences: ["LIM-1", "LIST-4", "LIST-9"],
  },
  {
    name: "limit-ignored",
    breaks: "LIST-3",
    why: "the parameter is declared, and never read",
    alter: () => ({ readLimit: () => undefined }),
    consequences: ["LIST-5", "LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "limit-ignored-at-100",
    breaks: "LIST-3",
    why: "the maximum is taken for no limit",
    alter: (conduct) => ({
      pageSize: (limit) => (limit === 100 ? Number.POSITIVE_INFINITY : conduct.pageSize(limit)),
    }),
    consequences: ["LIM-1"],
  },
  {
    name: "limits-below-ten-raised",
    breaks: "LIST-3",
    why: "small pages were thought to be a waste",
    alter: (conduct) => ({ pageSize: (limit) => Math.max(10, conduct.pageSize(limit)) }),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-rounded-up-to-tens",
    breaks: "LIST-3",
    why: "the store is read in blocks of ten",
    alter: (conduct) => ({ pageSize: (limit) => Math.ceil(conduct.pageSize(limit) / 10) * 10 }),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-doubled",
    breaks: "LIST-3",
    why: "each of two shards is asked for a full page",
    alter: (conduct) => ({ pageSize: (limit) => Math.min(100, conduct.pageSize(limit) * 2) }),
    consequences: ["LIST-4", "LIST-9"],
  },
  {
    name: "limit-19-gives-20",
    breaks: "LIST-3",
    why: "anything up to the default gets the default's cached page",
    alter: (conduct) => ({ pageSize: (limit) => (limit === 19 ? 20 : conduct.pageSize(limit)) }),
  },
  {
    name: "limit-99-gives-100",
    breaks: "LIST-3",
    why: "a comparison with >= where > was meant",
    alter: (conduct) => ({ pageSize: (limit) => (limit >= 99 ? 100 : conduct.pageSize(limit)) }),
  },
  {
    name: "limit-ignored-with-unknown-status",
    breaks: "LIST-3",
    why: "an unknown status leads to another branch, without paging",
    alter: (conduct) => ({
      checkStatusFilter: () => undefined,
      selectPets: (store, status) => conduct.selectPets(store, isKnown(status) ? status : undefined),
      revisePage: (page, { status }, store) => (isKnown(status) ? page : [...store.all()].slice(0, 100)),
    }),
  },
  {
    name: "limit-ignored-with-unknown-parameter",
    breaks: "LIST-3",
    why: "the query is rebuilt from its last parameter",
    alter(conduct) {
      let everything: Iterable<Pet> = [];
      return {
        revisePage(page, _query, store) {
          everything = store.all();
          return page;
        },
        renderPets: (pets, query) =>
          query.has("colour") ? [...everything].slice(0, 20).map(conduct.renderListedPet) : pets,
      };
    },
  },
  {
    name: "limit-ignored-now-and-then",
    breaks: "LIST-3",
    why: "the cache's key does not hold the limit",
    alter(conduct) {
      const now = everyNth(4);
      return { pageSize: (limit) => (now() ? 100 : conduct.pageSize(limit)) };
    },
    consequences: ["LIST-4", "LIST-9"],
  },

  {
    name: "default-21",
    breaks: "LIST-4",
    why: "off by one",
    alter: () => ({ defaultLimit: () => 21 }),
  },
  {
    name: "default-25",
    breaks: "LIST-4",
    why: "the framework's own default",
    alter: () => ({ defaultLimit: () => 25 }),
  },
  {
    name: "default-100",
    breaks: "LIST-4",
    why: "the maximum is taken for the default",
    alter: () => ({ defaultLimit: () => 100 }),
  },
  {
    name: "no-default",
    breaks: "LIST-4",
    why: "without a limit the query has no LIMIT clause",
    alter: () => ({ defaultLimit: () => Number.POSITIVE_INFINITY }),
    consequences: ["LIM-1"],
  },
  {
    name: "no-default-with-filter",
    breaks: "LIST-4",
    why: "the search is another query, and has no default",
    alter: (conduct) => loseDefault(conduct, (status) => status !== undefined),
    consequences: ["LIM-1"],
  },
  {
    name: "no-default-when-sold",
    breaks: "LIST-4",
    why: "sold animals come from the archive, which has no paging",
    alter: (conduct) => loseDefault(conduct, (status) => status === "sold"),
    consequences: ["LIM-1"],
  },
  {
    name: "default-30-when-pending",
    breaks: "LIST-4",
    why: "a colleague's view has a page of its own",
    alter: (conduct) => loseDefault(conduct, (status) => status === "pending", 30),
  },
  {
    name: "default-lost-now-and-then",
    breaks: "LIST-4",
    why: "one instance has an older configuration",
    alter() {
      const now = everyNth(5);
      return { defaultLimit: () => (now() ? 50 : 20) };
    },
  },

  {
    name: "page-one-short",
    breaks: "LIST-5",
    why: "the extra animal is taken off without having been fetched",
    alter: (conduct) => ({
      takePage: (pets, size) => conduct.takePage(pets, size).slice(0, Math.max(1, size - 1)),
    }),
    consequences: ["LIST-9"],
  },
  {
    name: "page-of-fifty-at-most",
    breaks: "LIST-5",
    why: "the maximum was lowered under load, quietly",
    alter: (conduct) => ({ pageSize: (limit) => Math.min(50, conduct.pageSize(limit)) }),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "page-of-the-default-at-most",
    breaks: "LIST-5",
    why: "the default is taken for the maximum",
    alter: (conduct) => ({ pageSize: (limit) => Math.min(20, conduct.pageSize(limit)) }),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "limit-1-gives-none",
    breaks: "LIST-5",
    why: "the last index is taken for the count",
    alter: (conduct) => ({ pageSize: (limit) => (limit === 1 ? 0 : conduct.pageSize(limit)) }),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-100-gives-99",
    breaks: "LIST-5",
    why: "a comparison with < where <= was meant",
    alter: (conduct) => ({ pageSize: (limit) => (limit === 100 ? 99 : conduct.pageSize(limit)) }),
  },
  {
    name: "limit-21-gives-20",
    breaks: "LIST-5",
    why: "the rows come in batches of twenty, and a batch with one row is dropped",
    alter: (conduct) => ({ pageSize: (limit) => (limit === 21 ? 20 : conduct.pageSize(limit)) }),
    consequences: ["LIST-9"],
  },
  {
    name: "default-10",
    breaks: "LIST-5",
    why: "the default was lowered for telephones",
    alter: () => ({ defaultLimit: () => 10 }),
  },
  {
    name: "default-10-when-pending",
    breaks: "LIST-5",
    why: "a colleague's view has a page of its own",
    alter: (conduct) => loseDefault(conduct, (status) => status === "pending", 10),
  },
  {
    name: "newest-hidden",
    breaks: "LIST-5",
    why: "the list is read from a replica that lags by one transaction",
    alter: (conduct) => ({
      selectPets: (store, status) => [...conduct.selectPets(store, status)].slice(0, -1),
    }),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "first-hidden",
    breaks: "LIST-5",
    why: "pages are counted from one, offsets from nought",
    alter: (conduct) => ({ takePage: (pets, size) => conduct.takePage(pets, size).slice(1) }),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "negative-categories-hidden",
    breaks: "LIST-5",
    why: "the join with the categories drops what it does not find",
    alter: (conduct) => hideAfterwards(conduct, ({ categoryId }) => BigInt(`${categoryId}`) < 0n),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "sold-hidden-without-filter",
    breaks: "LIST-5",
    why: "somebody thought that nobody wants to see them",
    alter: (_conduct) => ({
      revisePage: (page, { status }) =>
        status === undefined ? page.filter((pet) => pet.status !== "sold") : page,
    }),
  },
  {
    name: "pages-capped-by-bytes",
    breaks: "LIST-5",
    why: "the cache holds 8 KB an entry, and the rest is dropped",
    alter: (_conduct) => ({
      revisePage(page) {
        let bytes = 0;
        return page.filter((pet) => {
          bytes += 60 + `${pet.name}`.length;
          return bytes < 8192;
        });
      },
    }),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "lists-cached",
    breaks: "LIST-5",
    why: "a cache for half a second, which nothing empties",
    alter: (conduct) => cacheLists(conduct, ({ limit, status }) => `${limit} ${status}`),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "one-in-ten-lost-from-lists",
    breaks: "LIST-5",
    why: "the index drops what it cannot write at once",
    alter(conduct) {
      const lost = new Set<bigint>();
      const now = everyNth(10);
      return {
        async storePet(pet, store) {
          if (now()) lost.add(pet.id);
          await conduct.storePet(pet, store);
        },
        revisePage: (page) => page.filter(({ id }) => !lost.has(id)),
      };
    },
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },

  {
    name: "empty-list-not-found",
    breaks: "LIST-10",
    why: "nothing found is taken for 404",
    alter: (conduct) => answerError(conduct, isEmptyList, 404),
    consequences: ["LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-no-content",
    breaks: "LIST-10",
    why: "nothing found is taken for 204",
    alter: (conduct) => changeReply(conduct, isEmptyList, () => ({ status: 204, ...noBody })),
    consequences: ["GEN-1", "GEN-2", "LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-null",
    breaks: "LIST-10",
    why: "a slice that was never made is serialised as null",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? null : pets) }),
    consequences: ["PET-7"],
  },
  {
    name: "empty-list-an-object",
    breaks: "LIST-10",
    why: "an empty array of a language without lists is serialised as an object",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? {} : pets) }),
    consequences: ["PET-7"],
  },
  {
    name: "empty-filtered-list-not-found",
    breaks: "LIST-10",
    why: "a search that finds nothing is taken for 404",
    alter: (conduct) =>
      answerError(conduct, (outcome, { query }) => isEmptyList(outcome) && query.has("status"), 404),
    consequences: ["LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-of-null",
    breaks: "PET-4",
    why: "an outer join returns one row without an animal",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? [null] : pets) }),
    consequences: ["LIST-10"],
  },

  {
    name: "first-animal-twice",
    breaks: "LIST-11",
    why: "the pinned animal is added to the page that holds it already",
    alter: (_conduct) => ({
      revisePage: (page, { limit }) => [...page.slice(0, 1), ...page].slice(0, Math.max(limit, 1)),
    }),
    consequences: ["LIST-5", "LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "sold-animals-twice",
    breaks: "LIST-11",
    why: "a join returns a row for each of two sales records",
    alter: (conduct) => ({
      *selectPets(store, status) {
        for (const pet of conduct.selectPets(store, status)) {
          yield pet;
          if (pet.status === "sold") yield pet;
        }
      },
    }),
  },
  {
    name: "animal-twice-at-a-page-break",
    breaks: "LIST-11",
    why: "batches of twenty overlap by one",
    alter: (conduct) => ({
      *selectPets(store, status) {
        let count = 0;
        for (const pet of conduct.selectPets(store, status)) {
          yield pet;
          if (++count % 20 === 0) yield pet;
        }
      },
    }),
  },
  {
    name: "animal-twice-deep-in-a-page",
    breaks: "LIST-11",
    why: "two shards both hold the animal at their border",
    alter: (conduct) =>
      changeJson(conduct, ofKind("listed"), (list) =>
        Array.isArray(list) && list.length > 70
          ? list.map((pet, index) => (index === 70 ? (list[69] ?? null) : pet))
          : list,
      ),
    consequences: ["LIST-5"],
  },

  {
    name: "limit-101-obeyed",
    breaks: "LIM-1",
    why: "the maximum is off by one",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts[0] === "101" ? undefined : conduct.checkLimit(texts, violation),
    }),
  },
  {
    name: "no-maximum",
    breaks: "LIM-1",
    why: "the maximum stands in the documentation only",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        /^\d{3,}$/.test(texts[0] ?? "") ? undefined : conduct.checkLimit(texts, violation),
    }),
  },
  {
    name: "limit-zero-means-all",
    breaks: "LIM-1",
    why: "an old convention",
    alter: (conduct) => meansAll(conduct, "0"),
  },
  {
    name: "limit-minus-one-means-all",
    breaks: "LIM-1",
    why: "an SQL dialect's convention",
    alter: (conduct) => meansAll(conduct, "-1"),
  },
  {
    name: "word-as-limit-means-all",
    breaks: "LIM-1",
    why: "NaN is less than nothing",
    alter: (conduct) => meansAll(conduct, "abc"),
  },
  {
    name: "empty-limit-means-all",
    breaks: "LIM-1",
    why: "an empty string is falsy",
    alter: (conduct) => meansAll(conduct, ""),
  },
  {
    name: "unknown-status-means-all",
    breaks: "LIM-1",
    why: "without a filter that it knows, the query is not paged either",
    alter: (_conduct) => ({
      checkStatusFilter: () => undefined,
      revisePage: (page, { status }, store) => (isKnown(status) ? page : [...store.all()]),
    }),
    consequences: ["LIST-3"],
  },
  {
    name: "limit-given-twice-added-up",
    breaks: "LIM-1",
    why: "each of the two makes a page, and both are sent",
    alter: (conduct) => ({
      checkLimit: (texts, violation) => (texts.length > 1 ? undefined : conduct.checkLimit(texts, violation)),
      readLimit: (texts) => (texts.length > 1 ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
    }),
  },
];

function isKnown(status: string | undefined): boolean {
  return status === undefined || ["available", "pending", "sold"].includes(status);
}

function isEmptyList(outcome: { readonly kind: string; readonly pets?: readonly Pet[] }): boolean {
  return outcome.kind === "listed" && outcome.pets?.length === 0;
}

function refuseLimits(conduct: Conduct, isRefused: (limit: number) => boolean): Alteration {
  return {
    checkLimit: (texts, violation) =>
      texts.length === 1 && isRefused(Number(texts[0]))
        ? "is not allowed"
        : conduct.checkLimit(texts, violation),
  };
}

/** Without a limit, filters like these get a page of another size. */
function loseDefault(
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

function hideAfterwards(conduct: Conduct, isHidden: (pet: Pet) => boolean): Alteration {
  return {
    revisePage: (page, query, store) =>
      conduct.revisePage(page, query, store).filter((pet) => !isHidden(pet)),
  };
}

function meansAll(conduct: Conduct, text: string): Alteration {
  return {
    checkLimit: (texts, violation) => (texts[0] === text ? undefined : conduct.checkLimit(texts, violation)),
    readLimit: (texts) => (texts[0] === text ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
  };
}
