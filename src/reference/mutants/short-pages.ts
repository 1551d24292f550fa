import type { Deviation, PageQuery } from "../conduct.js";
import { after, allOf, cacheLists, changeJson, isKnown, loseDefault, loseOneInTen, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** What also needs full pages. */
const otherPages = ["LIST-8", "LIST-9", "DEP-3"];

/** Pages with fewer animals than they should have. */
export const shortPageMutants: readonly Mutant[] = [
  // Pages that hold less than they could.
  mutant("page-one-short", "LIST-5", "the extra animal is taken off without having been fetched", ["LIST-9"]).by(
    after("takePage", (was, _pets, size) => was.slice(0, Math.max(1, size - 1))),
  ),
  mutant("page-of-fifty-at-most", "LIST-5", "the maximum was lowered under load, quietly", otherPages).by(
    after("pageSize", (was) => Math.min(50, was)),
  ),
  mutant("page-of-the-default-at-most", "LIST-5", "the default is taken for the maximum", otherPages).by(
    after("pageSize", (was) => Math.min(20, was)),
  ),
  mutant("limit-1-gives-none", "LIST-5", "the last index is taken for the count", ["LIST-9"]).by(
    after("pageSize", (was, limit) => (limit === 1 ? 0 : was)),
  ),
  mutant("limit-100-gives-99", "LIST-5", "a comparison with < where <= was meant").by(
    after("pageSize", (was, limit) => (limit === 100 ? 99 : was)),
  ),
  mutant("limit-21-gives-20", "LIST-5", "the rows come in batches of twenty, and a batch with one row is dropped", ["LIST-9"]).by(
    after("pageSize", (was, limit) => (limit === 21 ? 20 : was)),
  ),
  mutant("default-10", "LIST-5", "the default was lowered for telephones").by(() => ({ defaultLimit: () => 10 })),
  mutant("default-10-when-pending", "LIST-5", "a colleague's view has a page of its own").by(
    loseDefault((status) => status === "pending", 10),
  ),
  mutant("newest-hidden", "LIST-5", "the list is read from a replica that lags by one transaction", otherPages).by(
    after("selectPets", (was) => [...was].slice(0, -1)),
  ),
  mutant("first-hidden", "LIST-5", "pages are counted from one, offsets from nought", otherPages).by(
    after("takePage", (was) => was.slice(1)),
  ),
  mutant("negative-categories-hidden", "LIST-5", "the join with the categories drops what it does not find", otherPages).by(
    hideAfterwards(({ categoryId }) => BigInt(`${categoryId}`) < 0n),
  ),
  mutant("sold-hidden-without-filter", "LIST-5", "somebody thought that nobody wants to see them").by(() => ({
    revisePage: (page, { status }) => (status === undefined ? page.filter((pet) => pet.status !== "sold") : page),
  })),
  mutant("pages-capped-by-bytes", "LIST-5", "the cache holds 8 KB an entry, and the rest is dropped", otherPages).by(() => ({
    revisePage(page) {
      let bytes = 0;
      return page.filter((pet) => {
        bytes += 60 + `${pet.name}`.length;
        return bytes < 8192;
      });
    },
  })),
  mutant("lists-cached", "LIST-5", "a cache for half a second, which nothing empties", otherPages).by(
    cacheLists(({ limit, status }) => `${limit} ${status}`),
  ),
  mutant("one-in-ten-lost-from-lists", "LIST-5", "the index drops what it cannot write at once", otherPages).by((conduct) => {
    const { lost, losing } = loseOneInTen(conduct);
    return {
      ...losing,
      revisePage: (page) => page.filter(({ id }) => !lost.has(id)),
    };
  }),

  // Section "Limits": pages of more than a hundred animals.
  mutant("limit-101-obeyed", "LIM-1", "the maximum is off by one").by(
    after("checkLimit", (was, texts) => (texts[0] === "101" ? undefined : was)),
  ),
  mutant("no-maximum", "LIM-1", "the maximum stands in the documentation only").by(
    after("checkLimit", (was, texts) => (/^\d{3,}$/.test(texts[0] ?? "") ? undefined : was)),
  ),
  mutant("limit-zero-means-all", "LIM-1", "an old convention").by(meansAll("0")),
  mutant("limit-minus-one-means-all", "LIM-1", "an SQL dialect's convention").by(meansAll("-1")),
  mutant("word-as-limit-means-all", "LIM-1", "NaN is less than nothing").by(meansAll("abc")),
  mutant("empty-limit-means-all", "LIM-1", "an empty string is falsy").by(meansAll("")),
  mutant("unknown-status-means-all", "LIM-1", "without a filter that it knows, the query is not paged either", ["LIST-3"]).by(() => ({
    checkStatusFilter: () => undefined,
    revisePage: (page, { status }, store) => (isKnown(status) ? page : [...store.all()]),
  })),
  mutant("limit-given-twice-added-up", "LIM-1", "each of the two makes a page, and both are sent").by((conduct) => ({
    checkLimit: (texts, violation) => (texts.length > 1 ? undefined : conduct.checkLimit(texts, violation)),
    readLimit: (texts) => (texts.length > 1 ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
  })),

  // The same list, asked for twice in a row or in other words.
  mutant("second-identical-list-empty", "LIST-5", "the place where the first page ended is remembered for each client", otherPages).by(
    reviseSecond(() => []),
  ),
  mutant("second-identical-list-without-the-newest", "LIST-5", "a repeated list comes from a copy that is one entry behind", otherPages).by(
    reviseSecond((page, newest) => page.filter((pet) => pet !== newest)),
  ),
  mutant(
    "largest-filtered-page-empty-with-limit-first",
    "LIST-8",
    "pages are kept under the text of the query, and one of them was never filled",
  ).by(
    changeJson(
      allOf(ofKind("listed"), (_outcome, { query }) => `${query}` === "limit=100&status=sold"),
      () => [],
    ),
  ),
];

function hideAfterwards(isHidden: (pet: Pet) => boolean): Deviation {
  return after("revisePage", (was) => was.filter((pet) => !isHidden(pet)));
}

function meansAll(text: string): Deviation {
  return (conduct) => ({
    checkLimit: (texts, violation) => (texts[0] === text ? undefined : conduct.checkLimit(texts, violation)),
    readLimit: (texts) => (texts[0] === text ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
  });
}

/** Changes a list that is asked for twice, with no other list between. */
function reviseSecond(change: (page: readonly Pet[], newest: Pet | undefined) => readonly Pet[]): Deviation {
  return (conduct) => {
    let last = "";
    const isSecond = ({ limit, status }: PageQuery): boolean => {
      const asked = `${limit} ${status}`;
      const isSame = asked === last;
      last = isSame ? "" : asked;
      return isSame;
    };
    return {
      revisePage(page, query, store) {
        const revised = conduct.revisePage(page, query, store);
        return isSecond(query) ? change(revised, [...store.all()].at(-1)) : revised;
      },
    };
  };
}
