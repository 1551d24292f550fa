import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { isKnown } from "./known-filter.js";

/** Section "Limits": pages of more than a hundred animals. */
export const largestPageFaults: readonly Fault[] = [
  {
    name: "limit-101-obeyed",
    breaks: "LIM-1",
    why: "the maximum is off by one",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts[0] === "101" ? undefined : conduct.checkLimit(texts, violation),
    }),
  },
  {
    name: "no-maximum",
    breaks: "LIM-1",
    why: "the maximum stands in the documentation only",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        /^\d{3,}$/.test(texts[0] ?? "") ? undefined : conduct.checkLimit(texts, violation),
    }),
  },
  {
    name: "limit-zero-means-all",
    breaks: "LIM-1",
    why: "an old convention",
    alter: (conduct) => meansAll(conduct, "0"),
  },
  {
    name: "limit-minus-one-means-all",
    breaks: "LIM-1",
    why: "an SQL dialect's convention",
    alter: (conduct) => meansAll(conduct, "-1"),
  },
  {
    name: "word-as-limit-means-all",
    breaks: "LIM-1",
    why: "NaN is less than nothing",
    alter: (conduct) => meansAll(conduct, "abc"),
  },
  {
    name: "empty-limit-means-all",
    breaks: "LIM-1",
    why: "an empty string is falsy",
    alter: (conduct) => meansAll(conduct, ""),
  },
  {
    name: "unknown-status-means-all",
    breaks: "LIM-1",
    why: "without a filter that it knows, the query is not paged either",
    alter: (_conduct) => ({
      checkStatusFilter: () => undefined,
      revisePage: (page, { status }, store) => (isKnown(status) ? page : [...store.all()]),
    }),
    consequences: ["LIST-3"],
  },
  {
    name: "limit-given-twice-added-up",
    breaks: "LIM-1",
    why: "each of the two makes a page, and both are sent",
    alter: (conduct) => ({
      checkLimit: (texts, violation) => (texts.length > 1 ? undefined : conduct.checkLimit(texts, violation)),
      readLimit: (texts) => (texts.length > 1 ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
    }),
  },
];

function meansAll(conduct: Conduct, text: string): Alteration {
  return {
    checkLimit: (texts, violation) => (texts[0] === text ? undefined : conduct.checkLimit(texts, violation)),
    readLimit: (texts) => (texts[0] === text ? Number.POSITIVE_INFINITY : conduct.readLimit(texts)),
  };
}
