import type { Attention, LatencyTrend, RequirementTrend, Series } from "./trend-schema.js";

/** The runs before the newest that it is compared with. */
const window = 10;
/** A percentile that grew this many times is worth a word. */
const growth = 10;
/** And is this long at least, in ms: below that, the machine makes the difference. */
const noticeable = 10;

/** What changed, and what needs attention, at the end of a series. */
export function attentionTo({
  requirements,
  latency,
  runs,
}: Pick<Series, "requirements" | "latency" | "runs">): Attention {
  const newest = runs.length - 1;
  const idsWhere = (holds: (each: RequirementTrend) => boolean): readonly string[] =>
    requirements.filter(holds).map(({ id }) => id);
  const isBroken = ({ state }: RequirementTrend): boolean =>
    state === "new failure" || state === "still failing";
  const brokenAs = (last: RequirementTrend["last"]) => (each: RequirementTrend) =>
    isBroken(each) && each.last === last;
  return {
    new: idsWhere((each) => each.state === "new failure" && each.last === "failed"),
    failing: idsWhere((each) => each.state === "still failing" && each.last === "failed"),
    fixed: idsWhere(({ state }) => state === "fixed"),
    flaky: idsWhere(({ flaky, state, last }) => flaky && state !== "gone" && last !== "waived"),
    warned: idsWhere(brokenAs("warned")),
    waived: idsWhere(brokenAs("waived")),
    inconclusive: idsWhere(({ verdicts }) => verdicts.at(-1) === "inconclusive"),
    coverage: idsWhere(
      ({ verdicts, lastDecided = -1 }) =>
        (verdicts.at(-1) === "untested" || verdicts.at(-1) === "inconclusive") &&
        lastDecided >= Math.max(0, newest - window),
    ),
    latency: latency.flatMap(slowerPercentiles),
    neverTested: idsWhere(({ state, level }) => state === "never tested" && level !== "informative"),
  };
}

function slowerPercentiles({ operation, runs }: LatencyTrend): Attention["latency"] {
  const newest = runs.at(-1);
  const earlier = runs.slice(-1 - window, -1).filter((run) => run !== null);
  if (newest === undefined || newest === null || earlier.length === 0) return [];
  return (["p50", "p95"] as const).flatMap((percentile) => {
    const sorted = earlier.map((run) => run[percentile]).sort((left, right) => left - right);
    const before = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const now = newest[percentile];
    return now >= noticeable && now >= before * growth ? [{ operation, percentile, before, now }] : [];
  });
}
