/** The verdicts that a run can give on a requirement, worst first. */
export const verdicts = [
  "failed",
  "inconclusive",
  "warned",
  "untested",
  "not applicable",
  "observed",
  "passed",
] as const;
