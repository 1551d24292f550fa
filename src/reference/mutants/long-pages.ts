import { after, changeJson, isKnown, loseDefault, nowAndThen, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Pages with more animals than they may have, or some more than once. */
export const longPageMutants: readonly Mutant[] = [
  // Pages that hold more than the limit, or than the default.
  mutant("limit-off-by-one", "LIST-3", "one more is fetched, to know whether there is another page, and not taken off", [
    "LIM-1",
    "LIST-4",
    "LIST-9",
  ]).by(after("pageSize", (was) => was + 1)),
  mutant("limit-ignored", "LIST-3", "the parameter is declared, and never read", ["LIST-5", "LIST-8", "LIST-9", "DEP-3"]).by(() => ({
    readLimit: () => undefined,
  })),
  mutant("limit-ignored-at-100", "LIST-3", "the maximum is taken for no limit", ["LIM-1"]).by(
    after("pageSize", (was, limit) => (limit === 100 ? Number.POSITIVE_INFINITY : was)),
  ),
  mutant("limits-in-the-middle-off-by-one", "LIST-3", "pages of half a block and more are read with the next one's first row").by(
    after("pageSize", (was, limit) => was + (limit > 32 && limit <= 64 ? 1 : 0)),
  ),
  mutant("limits-below-ten-raised", "LIST-3", "small pages were thought to be a waste", ["LIST-9"]).by(
    after("pageSize", (was) => Math.max(10, was)),
  ),
  mutant("limit-rounded-up-to-tens", "LIST-3", "the store is read in blocks of ten", ["LIST-9"]).by(
    after("pageSize", (was) => Math.ceil(was / 10) * 10),
  ),
  mutant("limit-doubled", "LIST-3", "each of two shards is asked for a full page", ["LIST-4", "LIST-9"]).by(
    after("pageSize", (was) => Math.min(100, was * 2)),
  ),
  mutant("limit-19-gives-20", "LIST-3", "anything up to the default gets the default's cached page").by(
    after("pageSize", (was, limit) => (limit === 19 ? 20 : was)),
  ),
  mutant("limit-99-gives-100", "LIST-3", "a comparison with >= where > was meant").by(
    after("pageSize", (was, limit) => (limit >= 99 ? 100 : was)),
  ),
  mutant("limit-ignored-with-unknown-status", "LIST-3", "an unknown status leads to another branch, without paging").by((conduct) => ({
    checkStatusFilter: () => undefined,
    selectPets: (store, status) => conduct.selectPets(store, isKnown(status) ? status : undefined),
    revisePage: (page, { status }, store) => (isKnown(status) ? page : [...store.all()].slice(0, 100)),
  })),
  mutant("limit-ignored-with-unknown-parameter", "LIST-3", "the query is rebuilt from its last parameter").by((conduct) => {
    let everything: Iterable<Pet> = [];
    return {
      revisePage(page, _query, store) {
        everything = store.all();
        return page;
      },
      renderPets: (pets, query) => (query.has("colour") ? [...everything].slice(0, 20).map(conduct.renderListedPet) : pets),
    };
  }),
  mutant("limit-ignored-now-and-then", "LIST-3", "the cache's key does not hold the limit", ["LIST-4", "LIST-9"]).by(
    nowAndThen(4, (now) => after("pageSize", (was) => (now() ? 100 : was))),
  ),

  mutant("default-21", "LIST-4", "off by one").by(() => ({ defaultLimit: () => 21 })),
  mutant("default-25", "LIST-4", "the framework's own default").by(() => ({ defaultLimit: () => 25 })),
  mutant("default-100", "LIST-4", "the maximum is taken for the default").by(() => ({ defaultLimit: () => 100 })),
  mutant("no-default", "LIST-4", "without a limit the query has no LIMIT clause", ["LIM-1"]).by(() => ({
    defaultLimit: () => Number.POSITIVE_INFINITY,
  })),
  mutant("no-default-with-filter", "LIST-4", "the search is another query, and has no default", ["LIM-1"]).by(
    loseDefault((status) => status !== undefined),
  ),
  mutant("no-default-when-sold", "LIST-4", "sold animals come from the archive, which has no paging", ["LIM-1"]).by(
    loseDefault((status) => status === "sold"),
  ),
  mutant("default-30-when-pending", "LIST-4", "a colleague's view has a page of its own").by(
    loseDefault((status) => status === "pending", 30),
  ),
  mutant("limit-unknown-as-second-parameter", "LIST-9", "the pattern for the limit begins with the question mark", ["LIST-8", "DEP-3"]).by(
    (conduct) => ({
      answerEarly(request, store) {
        if ([...request.query.keys()][0] !== "limit") request.query.delete("limit");
        return conduct.answerEarly(request, store);
      },
    }),
  ),
  mutant("default-lost-now-and-then", "LIST-4", "one instance has an older configuration").by(
    nowAndThen(5, (now) => () => ({ defaultLimit: () => (now() ? 50 : 20) })),
  ),

  // Pages that hold an animal twice.
  mutant("first-animal-twice", "LIST-11", "the pinned animal is added to the page that holds it already", [
    "LIST-5",
    "LIST-8",
    "LIST-9",
    "DEP-3",
  ]).by(() => ({
    revisePage: (page, { limit }) => [...page.slice(0, 1), ...page].slice(0, Math.max(limit, 1)),
  })),
  mutant("sold-animals-twice", "LIST-11", "a join returns a row for each of two sales records").by((conduct) => ({
    *selectPets(store, status) {
      for (const pet of conduct.selectPets(store, status)) {
        yield pet;
        if (pet.status === "sold") yield pet;
      }
    },
  })),
  mutant("animal-twice-at-a-page-break", "LIST-11", "batches of twenty overlap by one").by((conduct) => ({
    *selectPets(store, status) {
      let count = 0;
      for (const pet of conduct.selectPets(store, status)) {
        yield pet;
        if (++count % 20 === 0) yield pet;
      }
    },
  })),
  mutant("animal-twice-deep-in-a-page", "LIST-11", "two shards both hold the animal at their border", ["LIST-5"]).by(
    changeJson(ofKind("listed"), (list) =>
      Array.isArray(list) && list.length > 70 ? list.map((pet, index) => (index === 70 ? (list[69] ?? null) : pet)) : list,
    ),
  ),
];
