import { isJsonObject, type Json } from "../../json/index.js";
import {
  type Alteration,
  answerError,
  changeJson,
  changeStatus,
  everyNth,
  ofKind,
  rememberOmittedStatus,
  rounded,
  selectOnly,
  showPets,
  withMembers,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Pet } from "../pet.js";
import type { Fault } from "./fault.js";
import { cacheLists } from "./list-cache.js";

/** Section "Endpoints: List all animals": filters, their combination with a limit, and the animals themselves. */
export const filterFaults: readonly Fault[] = [
  {
    name: "pending-refused-as-filter",
    breaks: "LIST-6",
    why: "the state was added to the record and not to the search",
    alter: (conduct) => refuseFilter(conduct, "pending"),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "sold-refused-as-filter",
    breaks: "LIST-6",
    why: "sold animals were moved to another service",
    alter: (conduct) => refuseFilter(conduct, "sold"),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "filter-in-capitals-only",
    breaks: "LIST-6",
    why: "the enumeration's names are expected, and not its values",
    alter: (conduct) => ({
      checkStatusFilter: ([text]) => (text === undefined || /^[A-Z]+$/.test(text) ? undefined : "is unknown"),
      readStatusFilter: (texts) => conduct.readStatusFilter(texts)?.toLowerCase(),
    }),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "filter-needs-limit",
    breaks: "LIST-6",
    why: "a search without bounds was thought too expensive",
    alter: (conduct) =>
      answerError(
        conduct,
        ({ kind }, { query }) => kind === "listed" && query.has("status") && !query.has("limit"),
        422,
      ),
    consequences: ["LIST-10"],
  },
  {
    name: "filtered-list-partial",
    breaks: "LIST-6",
    why: "a filtered list is taken for part of a document",
    alter: (conduct) =>
      changeStatus(conduct, ({ kind }, { query }) => kind === "listed" && query.has("status"), 206),
    consequences: ["LIST-9", "LIST-10"],
  },

  {
    name: "filter-ignored",
    breaks: "LIST-7",
    why: "the parameter is declared, and never read",
    alter: () => ({ readStatusFilter: () => undefined }),
    consequences: ["LIST-9"],
  },
  {
    name: "sold-filter-ignored",
    breaks: "LIST-7",
    why: "the switch over the states has no branch for it",
    alter: (conduct) => ({
      selectPets: (store, status) => conduct.selectPets(store, status === "sold" ? undefined : status),
    }),
    consequences: ["LIST-9"],
  },
  {
    name: "available-filter-means-unsold",
    breaks: "LIST-7",
    why: "the query says status <> 'sold'",
    alter: (conduct) => ({
      *selectPets(store, status) {
        if (status !== "available") yield* conduct.selectPets(store, status);
        else for (const pet of store.all()) if (pet.status !== "sold") yield pet;
      },
    }),
    consequences: ["LIST-9"],
  },
  {
    name: "filter-leaks-after-twenty",
    breaks: "LIST-7",
    why: "the filter is applied to the first batch only",
    alter: (_conduct) => ({
      *selectPets(store, status) {
        let count = 0;
        for (const pet of store.all()) {
          if (status === undefined || pet.status === status || count >= 20) {
            count += 1;
            yield pet;
          }
        }
      },
    }),
    consequences: ["LIST-9"],
  },
  {
    name: "filter-leaks-the-newest",
    breaks: "LIST-7",
    why: "the newest animal is put on top of every list",
    alter: (_conduct) => ({
      revisePage(page, { limit, status }, store) {
        const newest = [...store.all()].at(-1);
        if (status === undefined || newest === undefined || page.includes(newest)) return page;
        return [...page.slice(0, limit - 1), newest];
      },
    }),
    consequences: ["LIST-8", "LIST-9"],
  },
  {
    name: "filter-leaks-on-the-largest-page",
    breaks: "LIST-7",
    why: "a page of a hundred comes from a cache of everything",
    alter: (_conduct) => ({
      revisePage: (page, { limit, status }, store) =>
        limit >= 100 && status !== undefined ? [...store.all()].slice(0, 100) : page,
    }),
    consequences: ["LIST-8"],
  },
  {
    name: "filter-lost-with-odd-limit",
    breaks: "LIST-7",
    why: "a bad limit leads to a default query, which has no filter",
    alter: (conduct) => ({
      readLimit: ([text]) => (text !== undefined && isGood(text) ? Number(text) : undefined),
      ...filterOnlyIf({ ...conduct, checkLimit: () => undefined }, (texts) => texts.every(isGood)),
    }),
  },
  {
    name: "one-stray-deep-in-a-filtered-list",
    breaks: "LIST-7",
    why: "one entry of the index was never updated",
    alter: (_conduct) => ({
      revisePage(page, { status }, store) {
        const stray = [...store.all()].find((pet) => pet.status !== status);
        if (status === undefined || stray === undefined || page.length < 21) return page;
        return [...page.slice(0, 20), stray, ...page.slice(21)];
      },
    }),
    consequences: ["LIST-8", "LIST-9"],
  },
  {
    name: "filter-lost-now-and-then",
    breaks: "LIST-7",
    why: "the cache's key does not hold the filter",
    alter(conduct) {
      const now = everyNth(7);
      return {
        selectPets: (store, status) =>
          conduct.selectPets(store, status !== undefined && now() ? undefined : status),
      };
    },
    consequences: ["LIST-9"],
  },

  {
    name: "default-status-not-found",
    breaks: "LIST-8",
    why: "the default is shown, and null is stored: the filter does not see it",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
      ...showPets(conduct, ({ status = "available" }) => ({ status })),
    }),
    consequences: ["DEP-3", "LIST-5", "LIST-9"],
  },
  {
    name: "large-categories-lost-when-filtered",
    breaks: "LIST-8",
    why: "the index's key is made of category and status, and rounds",
    alter: (conduct) =>
      selectOnly(
        conduct,
        ({ categoryId }, status) =>
          status === undefined || rounded(BigInt(`${categoryId}`)) === BigInt(`${categoryId}`),
      ),
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "sold-filter-finds-nothing",
    breaks: "LIST-8",
    why: "sold animals were moved to an archive that the search does not know",
    alter: (conduct) => ({
      selectPets: (store, status) => (status === "sold" ? [] : conduct.selectPets(store, status)),
    }),
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "filtered-lists-cached",
    breaks: "LIST-8",
    why: "a cache for half a second, which nothing empties",
    alter(conduct) {
      const { revisePage } = cacheLists(conduct, ({ limit, status }) => `${limit} ${status}`);
      return {
        revisePage: (page, query, store) =>
          query.status === undefined ? page : (revisePage?.(page, query, store) ?? page),
      };
    },
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "newest-lost-when-filtered",
    breaks: "LIST-8",
    why: "the index of the states lags by one animal",
    alter: (conduct) => ({
      selectPets(store, status) {
        const newest = [...store.all()].at(-1);
        const pets = [...conduct.selectPets(store, status)];
        return status === undefined ? pets : pets.filter((pet) => pet !== newest);
      },
    }),
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "one-in-ten-lost-when-filtered",
    breaks: "LIST-8",
    why: "updates of the index are dropped when its queue is full",
    alter(conduct) {
      const lost = new Set<bigint>();
      const now = everyNth(10);
      return {
        async storePet(pet, store) {
          if (now()) lost.add(pet.id);
          await conduct.storePet(pet, store);
        },
        ...selectOnly(conduct, ({ id }, status) => status === undefined || !lost.has(id)),
      };
    },
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "long-names-lost-when-filtered",
    breaks: "LIST-8",
    why: "the index takes no entry of more than 100 characters",
    alter: (conduct) =>
      selectOnly(conduct, ({ name }, status) => status === undefined || `${name}`.length <= 100),
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },
  {
    name: "omitted-status-and-large-category-lost-when-filtered",
    breaks: "LIST-8",
    why: "two rare branches of the index's trigger meet",
    alter(conduct) {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isLost = ({ id, categoryId }: Pet) => omitted.has(id) && BigInt(`${categoryId}`) > 2n ** 53n;
      return {
        ...remembering,
        ...selectOnly(conduct, (pet, status) => status === undefined || !isLost(pet)),
      };
    },
    consequences: ["LIST-5", "LIST-9", "DEP-3"],
  },

  {
    name: "limit-before-filter",
    breaks: "LIST-9",
    why: "the page is fetched, and then filtered in memory",
    alter: (conduct) => filterAfterwards(conduct, () => true),
    consequences: ["LIST-5", "LIST-8", "DEP-3"],
  },
  {
    name: "small-limit-before-filter",
    breaks: "LIST-9",
    why: "small pages come from a cache of the first animals",
    alter: (conduct) => filterAfterwards(conduct, (limit) => limit < 20),
  },
  {
    name: "limit-ignored-with-filter",
    breaks: "LIST-9",
    why: "the search has a page size of its own",
    alter: (_conduct) => ({
      takePage: (pets) => [...pets],
      revisePage: (page, { limit, status }) => page.slice(0, status === undefined ? limit : 100),
    }),
    consequences: ["LIST-4", "LIST-7"],
  },
  {
    name: "filter-ignored-with-limit",
    breaks: "LIST-9",
    why: "only one of the two parameters makes it into the query",
    alter: (conduct) => filterOnlyIf(conduct, (limits) => limits.length === 0),
    consequences: ["LIST-7", "LIST-8"],
  },
  {
    name: "limit-off-by-one-with-filter",
    breaks: "LIST-9",
    why: "the search fetches one more, to know whether there is another page",
    alter: (conduct) => ({
      takePage: (pets, size) => conduct.takePage(pets, size + 1),
      revisePage: (page, { limit, status }) => (status === undefined ? page.slice(0, limit) : page),
    }),
    consequences: ["LIST-4", "LIM-1"],
  },
  {
    name: "limit-of-ten-at-most-with-filter",
    breaks: "LIST-9",
    why: "the search returns its ten best hits",
    alter: (_conduct) => ({
      revisePage: (page, { status }) => (status === undefined ? page : page.slice(0, 10)),
    }),
    consequences: ["LIST-5", "LIST-8", "DEP-3"],
  },
  {
    name: "limit-and-filter-refused",
    breaks: "LIST-9",
    why: "the two parameters were thought to exclude each other",
    alter: (conduct) =>
      answerError(
        conduct,
        ({ kind }, { query }) => kind === "listed" && query.has("limit") && query.has("status"),
        422,
      ),
    consequences: ["LIST-10"],
  },
  {
    name: "filter-lost-beyond-twenty",
    breaks: "LIST-9",
    why: "a second query fetches what is beyond the default page, and has no filter",
    alter(_conduct) {
      return {
        revisePage(page, { limit, status }, store) {
          if (status === undefined || limit <= 20) return page;
          const shown = new Set(page.slice(0, 20));
          return [...page.slice(0, 20), ...[...store.all()].filter((pet) => !shown.has(pet))].slice(0, limit);
        },
      };
    },
    consequences: ["LIST-7", "LIST-8"],
  },

  {
    name: "listed-name-cut-at-20",
    breaks: "LIST-12",
    why: "lists show an abridged name",
    alter: (conduct) => showName(conduct, (name) => name.slice(0, 20)),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-escaped",
    breaks: "LIST-12",
    why: "lists are rendered by a template that escapes HTML",
    alter: (conduct) => showName(conduct, (name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-in-small-letters",
    breaks: "LIST-12",
    why: "the search index keeps what it compares",
    alter: (conduct) => showName(conduct, (name) => name.toLowerCase()),
    consequences: ["GET-3"],
  },
  {
    name: "listed-category-rounded",
    breaks: "LIST-12",
    why: "lists go through a layer that reads JSON numbers as doubles",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: rounded(categoryId) } : {}),
        "renderListedPet",
      ),
    consequences: ["GET-3", "PET-2"],
  },
  {
    name: "listed-category-of-32-bits",
    breaks: "LIST-12",
    why: "the view's column is an int",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ categoryId }) =>
          typeof categoryId === "bigint" ? { categoryId: BigInt.asIntN(32, categoryId) } : {},
        "renderListedPet",
      ),
    consequences: ["GET-3"],
  },
  {
    name: "listed-status-always-available",
    breaks: "LIST-12",
    why: "the list's mapper has a constant left over from a test",
    alter: (conduct) => showPets(conduct, () => ({ status: "available" }), "renderListedPet"),
    consequences: ["GET-3", "LIST-7", "LIST-9", "DEP-3", "LIST-8", "LIST-5"],
  },
  {
    name: "listed-default-status-differs",
    breaks: "LIST-12",
    why: "two places know the default, and they disagree",
    alter(conduct) {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
      return {
        ...remembering,
        ...showPets(conduct, ({ id }) => (isOmitted(id) ? { status: "pending" } : {}), "renderListedPet"),
      };
    },
    consequences: ["GET-3", "LIST-7", "LIST-9"],
  },
  {
    name: "listed-names-shifted-deep",
    breaks: "LIST-12",
    why: "two result sets are zipped, and the second lacks a row",
    alter: (conduct) =>
      changeJson(conduct, ofKind("listed"), (list) =>
        Array.isArray(list)
          ? list.map((pet: Json, index) =>
              index > 50 && isJsonObject(pet) ? withMembers(pet, { name: nameOf(list[index - 1]) }) : pet,
            )
          : list,
      ),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-without-emoji",
    breaks: "LIST-12",
    why: "the view's character set is older than the table's",
    alter: (conduct) => showName(conduct, (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
    consequences: ["GET-3"],
  },
];

function isGood(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 100;
}

function refuseFilter(conduct: Conduct, refused: string): Alteration {
  return {
    checkStatusFilter: (texts, violation) =>
      texts[0] === refused ? "is not supported" : conduct.checkStatusFilter(texts, violation),
  };
}

/** Filters only where the limits, as they stand in the query, allow it. */
function filterOnlyIf(conduct: Conduct, allows: (limits: readonly string[]) => boolean): Alteration {
  let isFiltered = true;
  return {
    checkLimit(limits, violation) {
      isFiltered = allows(limits);
      return conduct.checkLimit(limits, violation);
    },
    readStatusFilter: (texts) => (isFiltered ? conduct.readStatusFilter(texts) : undefined),
  };
}

/** Takes the page first, and filters then, where the limit is one of these. */
function filterAfterwards(conduct: Conduct, concerns: (limit: number) => boolean): Alteration {
  const filtered = (pets: readonly Pet[], status: string | undefined): readonly Pet[] =>
    pets.filter((pet) => status === undefined || pet.status === status);
  return {
    revisePage: (page, { limit, status }, store) =>
      concerns(limit) ? filtered(conduct.takePage(store.all(), limit), status) : page,
  };
}

function showName(conduct: Conduct, change: (name: string) => string): Alteration {
  return showPets(
    conduct,
    ({ name }) => (typeof name === "string" ? { name: change(name) } : {}),
    "renderListedPet",
  );
}

function nameOf(pet: Json | undefined): Json {
  return isJsonObject(pet) ? (pet["name"] ?? null) : null;
}
