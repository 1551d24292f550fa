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

export type Verdict = (typeof verdicts)[number];

type Judged = { readonly verdict: Verdict };

/** Compares verdicts: failures are numbered before doubtful ones, and those before warnings. */
export function worstFirst(left: Judged, right: Judged): number {
  const ranks: readonly Verdict[] = ["failed", "inconclusive", "warned"];
  return ranks.indexOf(left.verdict) - ranks.indexOf(right.verdict);
}

/** How many have each verdict. */
export function countVerdicts(judged: readonly Judged[]): Record<Verdict, number> {
  const count = (verdict: Verdict): number => judged.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
}
