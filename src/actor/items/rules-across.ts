import type { Operation, Requirement } from "../../description/index.js";
import { boundaryRows } from "../../values/index.js";

/** The check of values that are refused because of other members. */
export const rulesAcross = "rules-across";

/** Returns the advice on rules across members, for an API that describes boundary values. */
export function acrossRequirements(operations: readonly Operation[]): readonly Requirement[] {
  const isOf = operations.some((each) => boundaryRows(each).length > 0);
  const requirement: Requirement = {
    id: "every request: rules across members",
    level: "advice",
    section: "HTTP",
    sentence: "No value that the description allows is refused because of another member.",
    operations: [],
    verifiedBy: [rulesAcross],
    proof: "boundary values are sent; a refusal counts here where its message names another member",
    warnsIn: [],
    follows: [],
  };
  return isOf ? [requirement] : [];
}
