import { type Alteration, allOf, changeJson, ofKind } from "../../alterations.js";
import type { Conduct, PageQuery } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";

/** The same list, asked for twice in a row or in other words. */
export const secondListFaults: readonly Fault[] = [
  {
    name: "second-identical-list-empty",
    breaks: "LIST-5",
    why: "the place where the first page ended is remembered for each client",
    alter: (conduct) => reviseSecond(conduct, () => []),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "second-identical-list-without-the-newest",
    breaks: "LIST-5",
    why: "a repeated list comes from a copy that is one entry behind",
    alter: (conduct) => reviseSecond(conduct, (page, newest) => page.filter((pet) => pet !== newest)),
    consequences: ["LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "largest-filtered-page-empty-with-limit-first",
    breaks: "LIST-8",
    why: "pages are kept under the text of the query, and one of them was never filled",
    alter: (conduct) =>
      changeJson(
        conduct,
        allOf(ofKind("listed"), (_outcome, { query }) => `${query}` === "limit=100&status=sold"),
        () => [],
      ),
  },
];

/** Changes a list that is asked for twice, with no other list between. */
function reviseSecond(
  conduct: Conduct,
  change: (page: readonly Pet[], newest: Pet | undefined) => readonly Pet[],
): Alteration {
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
}
