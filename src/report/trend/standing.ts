import type { RequirementTrend } from "./series.js";

/** Requirements by what is to be said of them at the end of a series; each in one list at most. */
export interface Standings {
  readonly newFailures: readonly RequirementTrend[];
  readonly fixed: readonly RequirementTrend[];
  readonly stillFailing: readonly RequirementTrend[];
  /** Kept in the last run that could tell, but not to be relied on. */
  readonly flaky: readonly RequirementTrend[];
  readonly warnings: readonly RequirementTrend[];
  readonly waived: readonly RequirementTrend[];
  /** Informative sentences, which no request can test, are not among them. */
  readonly neverTested: readonly RequirementTrend[];
}

/** How the requirements stand. */
export function standingsOf(requirements: readonly RequirementTrend[]): Standings {
  const broken = requirements.filter(({ state }) => state === "new failure" || state === "still failing");
  const failed = broken.filter(({ last }) => last === "failed");
  return {
    newFailures: failed.filter(({ state }) => state === "new failure"),
    fixed: requirements.filter(({ state }) => state === "fixed"),
    stillFailing: failed.filter(({ state }) => state === "still failing"),
    flaky: requirements.filter(({ state, flaky }) => state === "kept" && flaky),
    warnings: broken.filter(({ last }) => last === "warned"),
    waived: broken.filter(({ last }) => last === "waived"),
    neverTested: requirements.filter(
      ({ state, level }) => state === "never tested" && level !== "informative",
    ),
  };
}
