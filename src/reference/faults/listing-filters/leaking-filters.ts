import { everyNth } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { filterOnlyIf } from "./filter-only-if.js";

/** Filters that let other animals through. */
export const leakingFilterFaults: readonly Fault[] = [
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
];

function isGood(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 100;
}
