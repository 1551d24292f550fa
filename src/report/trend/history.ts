import type { Verdict } from "../../run/index.js";
import type { RequirementTrend } from "./trend-schema.js";

/** One requirement in one run. */
export interface Night {
  readonly verdict: Verdict;
  /** Did it fail intermittently within the run? */
  readonly intermittent: boolean;
}

/** How a requirement fared over a series. The schema of trends says what the members mean. */
export type History = Pick<
  RequirementTrend,
  "state" | "since" | "orEarlier" | "lastDecided" | "flaky" | "recent"
>;

/** This many of the last runs that decided a requirement say whether it is flaky. */
export const flakyWindow = 10;
/** This many changes between broken and passing make it flaky: broken and mended again is two. */
export const flakyChanges = 3;

interface Decision {
  readonly index: number;
  readonly broken: boolean;
  readonly intermittent: boolean;
}

/** Classifies a requirement by its verdicts, the oldest first; undefined where a run did not know it. */
export function classify(nights: readonly (Night | undefined)[]): History {
  const decisions = nights.flatMap((night, index): readonly Decision[] => {
    const broken = night && isBroken(night.verdict);
    return broken === undefined ? [] : [{ index, broken, intermittent: night?.intermittent === true }];
  });
  const last = decisions.at(-1);
  const recent = decisions.slice(-flakyWindow);
  const changes = recent.filter(({ broken }, at) => at > 0 && recent[at - 1]?.broken !== broken).length;
  const before = decisions.findLastIndex(({ broken }) => broken !== last?.broken);
  const first = decisions[before + 1];
  const broken = recent.filter((each) => each.broken);
  const intermittent = broken.filter((each) => each.intermittent).length;
  return {
    state: stateOf(nights, last, decisions.at(-2)),
    ...(last === undefined || first === undefined ? {} : { since: first.index, lastDecided: last.index }),
    orEarlier: before === -1 && last !== undefined,
    flaky: changes >= flakyChanges || intermittent > 0,
    recent: { runs: recent.length, broken: broken.length, intermittent, changes },
  };
}

function stateOf(
  nights: readonly (Night | undefined)[],
  last: Decision | undefined,
  before: Decision | undefined,
): History["state"] {
  if (nights.at(-1) === undefined) return "gone";
  if (last === undefined) return "never tested";
  const isNewest = last.index === nights.length - 1;
  if (!last.broken) return isNewest && before?.broken === true ? "fixed" : "passing";
  // With nothing to compare it with, nothing is new.
  const isFirstRun = nights.length === 1;
  return isNewest && !isFirstRun && before?.broken !== true ? "new failure" : "still failing";
}

/** Undefined where the verdict decides nothing. */
export function isBroken(verdict: Verdict): boolean | undefined {
  switch (verdict) {
    case "failed":
    case "warned":
      return true;
    case "passed":
    case "observed":
      return false;
    case "inconclusive":
    case "untested":
    case "not applicable":
      return undefined;
  }
}
