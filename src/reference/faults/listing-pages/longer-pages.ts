import { everyNth } from "../../alterations.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";
import { isKnown } from "./known-filter.js";
import { loseDefault } from "./lose-default.js";

/** Pages that hold more than the limit, or than the default. */
export const longerPageFaults: readonly Fault[] = [
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
    name: "limits-in-the-middle-off-by-one",
    breaks: "LIST-3",
    why: "pages of half a block and more are read with the next one's first row",
    alter: (conduct) => ({
      pageSize: (limit) => conduct.pageSize(limit) + (limit > 32 && limit <= 64 ? 1 : 0),
    }),
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
    name: "limit-unknown-as-second-parameter",
    breaks: "LIST-9",
    why: "the pattern for the limit begins with the question mark",
    alter: (conduct) => ({
      answerEarly(request, store) {
        if ([...request.query.keys()][0] !== "limit") request.query.delete("limit");
        return conduct.answerEarly(request, store);
      },
    }),
    consequences: ["LIST-8", "DEP-3"],
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
];
