/** What a run can say of a requirement, worst first. */
export const verdicts = [
  "failed",
  "inconclusive",
  "warned",
  "untested",
  "not applicable",
  "observed",
  "passed",
] as const;
