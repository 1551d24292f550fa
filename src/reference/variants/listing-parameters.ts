import { changeStatus, type When } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** What limits and filters mean that the document does not allow. */
export const listingParameterVariants: readonly Variant[] = [
  variant("odd-limits-clamped", "LIST-13", "what a limit outside its constraints means is not said").by(() => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => clamped(text),
  })),
  variant("odd-limits-ignored", "LIST-13", "what a limit outside its constraints means is not said").by(() => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => (text !== undefined && /^([1-9]\d?|100)$/.test(text) ? Number(text) : undefined),
  })),
  variant("odd-limits-give-nothing", "LIST-13", "what a limit outside its constraints means is not said").by(() => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => (text === undefined ? undefined : /^([1-9]\d?|100)$/.test(text) ? Number(text) : 0),
  })),
  variant("odd-limits-unprocessable", "LIST-13", "any 4xx but 401 may say so").by(changeStatus(ofParameter("limit"), 422)),
  variant("odd-limits-not-found", "LIST-13", "any 4xx but 401 may say so", {
    conflictsWith: ["odd-limits-unprocessable"],
  }).by(changeStatus(ofParameter("limit"), 404)),
  variant("last-of-two-limits-wins", "LIST-13", "what two limits mean is not said").by((conduct) => ({
    checkLimit: (texts, violation) =>
      texts.length > 1 ? conduct.checkLimit(texts.slice(-1), undefined) : conduct.checkLimit(texts, violation),
    readLimit: (texts) => conduct.readLimit(texts.slice(-1)),
  })),

  variant("unknown-status-finds-nothing", "LIST-14", "what an unknown status means is not said").by(() => ({
    checkStatusFilter: () => undefined,
  })),
  variant("unknown-status-finds-everything", "LIST-14", "what an unknown status means is not said").by(() => ({
    checkStatusFilter: () => undefined,
    readStatusFilter: ([text]) => (["available", "pending", "sold"].includes(`${text}`) ? text : undefined),
  })),
  variant("status-filter-in-any-letters", "LIST-14", "what an unknown status means is not said").by((conduct) => ({
    checkStatusFilter: (texts, violation) =>
      /^(available|pending|sold)$/i.test(texts[0] ?? "") && texts.length === 1 ? undefined : conduct.checkStatusFilter(texts, violation),
    readStatusFilter: ([text]) => text?.toLowerCase(),
  })),
  variant("unknown-status-filter-unprocessable", "LIST-14", "any 4xx but 401 may say so").by(changeStatus(ofParameter("status"), 422)),
  variant("several-statuses-allowed", "LIST-14", "what two statuses mean is not said").by((conduct) => ({
    checkStatusFilter: (texts, violation) =>
      texts.length > 0 && texts.every(isStatus) ? undefined : conduct.checkStatusFilter(texts, violation),
    readStatusFilter: (texts) => (texts.length === 0 ? undefined : texts.join(",")),
    *selectPets(store, status) {
      const wanted = status?.split(",");
      for (const pet of store.all()) if (wanted === undefined || wanted.includes(`${pet.status}`)) yield pet;
    },
  })),
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
