import { type Alteration, answerError } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";
import { filterOnlyIf } from "./filter-only-if.js";

/** A filter and a limit that do not go together. */
export const filterWithLimitFaults: readonly Fault[] = [
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
];

/** Takes the page first, and filters then, where the limit is one of these. */
function filterAfterwards(conduct: Conduct, concerns: (limit: number) => boolean): Alteration {
  const filtered = (pets: readonly Pet[], status: string | undefined): readonly Pet[] =>
    pets.filter((pet) => status === undefined || pet.status === status);
  return {
    revisePage: (page, { limit, status }, store) =>
      concerns(limit) ? filtered(conduct.takePage(store.all(), limit), status) : page,
  };
}
