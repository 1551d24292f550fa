import type { MemberRefinement } from "../../schema/index.js";
import type { ApiState } from "../api-state.js";
import { futureDayOf } from "./unique-values.js";

/** What is known of a member beyond its description, as values are made by it. */
export function refinementFor(state: ApiState, name: string): MemberRefinement | undefined {
  const known = state.learned.refinements.get(name);
  if (known === undefined) return undefined;
  const { schema, prefix, suffix, rule } = known;
  return {
    schema,
    ...(prefix !== undefined && { prefix }),
    ...(suffix !== undefined && { suffix }),
    ...(rule === "required" && { presence: "sent" as const }),
    ...(rule === "leftOut" && { presence: "left out" as const }),
    ...(rule === "future" && { firstDay: futureDayOf(state) }),
    isEnd: rule === "later",
    isVaried: rule === "unique",
  };
}
