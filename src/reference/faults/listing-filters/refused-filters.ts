import { type Alteration, answerError, changeStatus } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Filters that are not answered with 200. */
export const refusedFilterFaults: readonly Fault[] = [
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
];

function refuseFilter(conduct: Conduct, refused: string): Alteration {
  return {
    checkStatusFilter: (texts, violation) =>
      texts[0] === refused ? "is not supported" : conduct.checkStatusFilter(texts, violation),
  };
}
