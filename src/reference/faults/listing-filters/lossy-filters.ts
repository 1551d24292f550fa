import { rememberOmittedStatus, rounded, selectOnly, showPets } from "../../alterations.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";
import { cacheLists } from "../list-cache.js";
import { loseOneInTen } from "../lose-one-in-ten.js";

/** Filters that hold back animals that they should let through. */
export const lossyFilterFaults: readonly Fault[] = [
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
      const { lost, losing } = loseOneInTen(conduct);
      return {
        ...losing,
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
];
