import type { RequirementReport } from "../run/index.js";

/** How long the checks of a requirement took, in ms. A check that verifies several counts for each. */
export function durationOf({ checks }: RequirementReport): number {
  return checks.reduce((sum, { duration = 0 }) => sum + duration, 0);
}
