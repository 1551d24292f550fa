import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";
import { cacheLists } from "../list-cache.js";
import { loseOneInTen } from "../lose-one-in-ten.js";
import { loseDefault } from "./lose-default.js";

/** Pages that hold less than they could. */
export const shorterPageFaults: readonly Fault[] = [
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
      const { lost, losing } = loseOneInTen(conduct);
      return {
        ...losing,
        revisePage: (page) => page.filter(({ id }) => !lost.has(id)),
      };
    },
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
];

function hideAfterwards(conduct: Conduct, isHidden: (pet: Pet) => boolean): Alteration {
  return {
    revisePage: (page, query, store) =>
      conduct.revisePage(page, query, store).filter((pet) => !isHidden(pet)),
  };
}
