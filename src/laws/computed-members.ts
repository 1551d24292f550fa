import { isFraction, type Json, type JsonObject, renderJson } from "../json/index.js";
import { computed, type Formula, momentOf } from "../model/index.js";
import type { Broken, Law } from "./law.js";

/** An item as a response shows it, and how members of it are computed from others. */
export interface Computed {
  readonly now: JsonObject;
  readonly formulas: readonly Formula[];
  /** The members that the client sends. */
  readonly clients: readonly string[];
}

/** Half a cent: numbers with decimals may be rounded. */
const tolerance = 0.0051;

/** A representation is judged for itself: what is computed from others goes with those beside it. */
export const formulasHold: Law<Computed> = {
  id: "formulas",
  name: "computed members",
  level: "implied",
  sentence: "A member that is computed from others of its item is what its text says.",
  judge: ({ now, formulas, clients }) => {
    const judged = formulas.flatMap((formula): readonly (Broken | "kept")[] => {
      const { name, operator, left, right } = formula;
      const [shown, first, second] = [name, left, right].map((each) => numberOf(now[each]));
      // The days between two moments may be counted in several ways, those between two days not.
      if (operator === "days" && ![left, right].every((each) => isDay(now[each]))) return [];
      if (shown === undefined || first === undefined || second === undefined) return [];
      const due = computed(formula, first, second);
      if (clients.includes(name) || Math.abs(shown - due) <= tolerance) return ["kept"];
      return [
        {
          problem: `${name} is not computed as its text says`,
          expected: `${name} is ${Number(due.toFixed(4))}, since ${left} is ${renderJson(now[left] ?? null)} and ${right} is ${renderJson(now[right] ?? null)}`,
          actual: renderJson(now[name] ?? null),
          pointer: `/${name}`,
        },
      ];
    });
    return judged.find((each) => each !== "kept") ?? judged[0] ?? "no occasion";
  },
};

/** A number, or a moment in ms. */
function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === "bigint" || (value !== undefined && isFraction(value)))
    return Number(renderJson(value));
  return momentOf(value);
}

function isDay(value: Json | undefined): boolean {
  return typeof value === "string" && value.length === "2026-01-31".length;
}
