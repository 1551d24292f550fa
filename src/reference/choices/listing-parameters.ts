import { changeStatus, type When } from "../alterations.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** What limits and filters mean that the document does not allow. */
export const listingParameterChoices: readonly PermittedChoice[] = [
  {
    name: "odd-limits-clamped",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({ checkLimit: () => undefined, readLimit: ([text]) => clamped(text) }),
  },
  {
    name: "odd-limits-ignored",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({
      checkLimit: () => undefined,
      readLimit: ([text]) => (text !== undefined && /^([1-9]\d?|100)$/.test(text) ? Number(text) : undefined),
    }),
  },
  {
    name: "odd-limits-give-nothing",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({
      checkLimit: () => undefined,
      readLimit: ([text]) =>
        text === undefined ? undefined : /^([1-9]\d?|100)$/.test(text) ? Number(text) : 0,
    }),
  },
  {
    name: "odd-limits-unprocessable",
    concerns: "LIST-13",
    why: "any 4xx but 401 may say so",
    alter: (conduct) => changeStatus(conduct, ofParameter("limit"), 422),
  },
  {
    name: "odd-limits-not-found",
    concerns: "LIST-13",
    why: "any 4xx but 401 may say so",
    alter: (conduct) => changeStatus(conduct, ofParameter("limit"), 404),
    conflictsWith: ["odd-limits-unprocessable"],
  },
  {
    name: "last-of-two-limits-wins",
    concerns: "LIST-13",
    why: "what two limits mean is not said",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts.length > 1
          ? conduct.checkLimit(texts.slice(-1), undefined)
          : conduct.checkLimit(texts, violation),
      readLimit: (texts) => conduct.readLimit(texts.slice(-1)),
    }),
  },

  {
    name: "unknown-status-finds-nothing",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: () => ({ checkStatusFilter: () => undefined }),
  },
  {
    name: "unknown-status-finds-everything",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: () => ({
      checkStatusFilter: () => undefined,
      readStatusFilter: ([text]) => (["available", "pending", "sold"].includes(`${text}`) ? text : undefined),
    }),
  },
  {
    name: "status-filter-in-any-letters",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        /^(available|pending|sold)$/i.test(texts[0] ?? "") && texts.length === 1
          ? undefined
          : conduct.checkStatusFilter(texts, violation),
      readStatusFilter: ([text]) => text?.toLowerCase(),
    }),
  },
  {
    name: "unknown-status-filter-unprocessable",
    concerns: "LIST-14",
    why: "any 4xx but 401 may say so",
    alter: (conduct) => changeStatus(conduct, ofParameter("status"), 422),
  },
  {
    name: "several-statuses-allowed",
    concerns: "LIST-14",
    why: "what two statuses mean is not said",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        texts.length > 0 && texts.every(isStatus) ? undefined : conduct.checkStatusFilter(texts, violation),
      readStatusFilter: (texts) => (texts.length === 0 ? undefined : texts.join(",")),
      *selectPets(store, status) {
        const wanted = status?.split(",");
        for (const pet of store.all())
          if (wanted === undefined || wanted.includes(`${pet.status}`)) yield pet;
      },
    }),
  },
];

function clamped(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : Math.min(100, Math.max(1, value));
}

function isStatus(text: string): boolean {
  return ["available", "pending", "sold"].includes(text);
}

/** Refusals of this parameter. */
function ofParameter(name: "limit" | "status"): When {
  return (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === name;
}
