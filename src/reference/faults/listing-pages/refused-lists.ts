import { type Alteration, answerError, changeStatus, ofKind } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Lists, and limits within their bounds, that are not answered with 200. */
export const refusedListFaults: readonly Fault[] = [
  {
    name: "limit-required",
    breaks: "LIST-1",
    why: "the parameter was marked as required in the handler",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts.length === 0 ? "is missing" : conduct.checkLimit(texts, violation),
    }),
    consequences: ["GEN-2", "LIST-6", "LIST-10"],
  },
  {
    name: "status-filter-required",
    breaks: "LIST-1",
    why: "the list was written as the replacement of another operation, which always had a filter",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        texts.length === 0 ? "is missing" : conduct.checkStatusFilter(texts, violation),
    }),
    consequences: ["GEN-2", "LIST-2", "LIST-10"],
  },
  {
    name: "list-partial-content",
    breaks: "LIST-1",
    why: "a page is taken for part of a document",
    alter: (conduct) => changeStatus(conduct, ofKind("listed"), 206),
    consequences: ["GEN-2", "LIST-2", "LIST-6", "LIST-9", "LIST-10"],
  },
  {
    name: "plain-list-accepted-only",
    breaks: "LIST-1",
    why: "a long list is prepared in the background",
    alter: (conduct) =>
      changeStatus(conduct, ({ kind }, { query }) => kind === "listed" && query.size === 0, 202),
    consequences: ["GEN-2", "LIST-10"],
  },
  {
    name: "plain-list-forbidden",
    breaks: "LIST-1",
    why: "listing everything was thought too expensive",
    alter: (conduct) =>
      answerError(conduct, ({ kind }, { query }) => kind === "listed" && query.size === 0, 403),
    consequences: ["GEN-2", "LIST-10"],
  },

  {
    name: "limit-100-refused",
    breaks: "LIST-2",
    why: "the maximum is taken to be exclusive",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit >= 100),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-1-refused",
    breaks: "LIST-2",
    why: "the minimum is taken to be exclusive",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit <= 1),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "limits-above-50-refused",
    breaks: "LIST-2",
    why: "the maximum was lowered under load",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit > 50),
    consequences: ["LIST-9"],
  },
  {
    name: "limits-in-tens-only",
    breaks: "LIST-2",
    why: "the user interface offers 10, 20, 50 and 100",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit % 10 !== 0),
    consequences: ["LIST-9", "LIST-10"],
  },
  {
    name: "limit-of-the-default-refused",
    breaks: "LIST-2",
    why: "a parameter with its default value is taken for a mistake",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit === 20),
    consequences: ["LIST-9"],
  },
  {
    name: "limit-answered-as-partial",
    breaks: "LIST-2",
    why: "206 where there is more than the page holds",
    alter: (conduct) =>
      changeStatus(conduct, ({ kind }, { query }) => kind === "listed" && query.has("limit"), 206),
    consequences: ["LIST-9", "LIST-10", "GEN-2"],
  },
  {
    name: "limit-99-refused",
    breaks: "LIST-2",
    why: "two digits are tested for with a regular expression that has a hole",
    alter: (conduct) => refuseLimits(conduct, (limit) => limit === 99),
    consequences: ["LIST-9"],
  },
];

function refuseLimits(conduct: Conduct, isRefused: (limit: number) => boolean): Alteration {
  return {
    checkLimit: (texts, violation) =>
      texts.length === 1 && isRefused(Number(texts[0]))
        ? "is not allowed"
        : conduct.checkLimit(texts, violation),
  };
}
