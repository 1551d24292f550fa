import type { Verdict } from "../../run/index.js";

/** What a history is made from: one requirement in one run; undefined where the run did not know it. */
export interface Night {
  readonly verdict: Verdict;
  /** Did it fail now and then within the run? */
  readonly intermittent?: boolean;
}

/**
 * How a requirement stands at the end of a series. A run tells something about it if it was passed or observed
 * (kept), or if it failed or was warned about (broken); every other verdict is passed over.
 * - `new failure`: the newest run broke it, and the last run before that could tell had it kept, or none could tell
 * - `still failing`: broken in the last run that could tell, and not new
 * - `fixed`: the newest run kept it, and the last run before that could tell had it broken
 * - `kept`: kept in the last run that could tell, and not just fixed
 * - `never tested`: no run could tell
 * - `gone`: the newest run's contract does not have it
 */
export type State = "new failure" | "still failing" | "fixed" | "kept" | "never tested" | "gone";

/** How a requirement fared over a series. */
export interface History {
  readonly state: State;
  /** Where the present stretch of broken or of kept began: the index of a run. */
  readonly since?: number;
  /** The index of the last run that could tell. */
  readonly lastTold?: number;
  /** Is `since` the first run that could tell, so that it may have begun earlier? */
  readonly orEarlier: boolean;
  /**
   * Within the last ten runs that could tell, did it change between broken and kept at least three times (broken
   * and mended again is two), or was it seen to fail now and then within one run?
   */
  readonly flaky: boolean;
  /** Of the last ten runs that could tell. */
  readonly recent: Recent;
}

/** What decides about flakiness. */
export interface Recent {
  readonly runs: number;
  /** How many of them broke it. */
  readonly broken: number;
  /** How many of these saw it fail now and then only. */
  readonly intermittent: number;
  /** How often it changed between broken and kept. */
  readonly changes: number;
}

/** So many of the last runs that could tell decide what is flaky. */
export const flakyWindow = 10;
/** So many changes make it flaky. */
export const flakyChanges = 3;

/** Classifies a requirement by its verdicts, the oldest first. */
export function classify(nights: readonly (Night | undefined)[]): History {
  const telling = nights.flatMap((night, index) => {
    const broken = night === undefined ? undefined : isBroken(night.verdict);
    return broken === undefined ? [] : [{ index, broken, intermittent: night?.intermittent === true }];
  });
  const last = telling.at(-1);
  const recent = telling.slice(-flakyWindow);
  const changes = countChanges(recent);
  const stretch =
    last === undefined
      ? 0
      : telling.length - 1 - telling.findLastIndex(({ broken }) => broken !== last.broken);
  const first = telling.at(-stretch);
  const broken = recent.filter((each) => each.broken);
  const intermittent = broken.filter((each) => each.intermittent).length;
  return {
    state: stateOf(nights, last, telling.at(-2)),
    ...(last === undefined || first === undefined ? {} : { since: first.index, lastTold: last.index }),
    orEarlier: stretch > 0 && stretch === telling.length,
    flaky: changes >= flakyChanges || intermittent > 0,
    recent: { runs: recent.length, broken: broken.length, intermittent, changes },
  };
}

interface Telling {
  readonly index: number;
  readonly broken: boolean;
}

function stateOf(
  nights: readonly (Night | undefined)[],
  last: Telling | undefined,
  before: Telling | undefined,
): State {
  if (nights.at(-1) === undefined) return "gone";
  if (last === undefined) return "never tested";
  const isNewest = last.index === nights.length - 1;
  if (last.broken) {
    // With nothing to compare it with, nothing is new.
    const isFirstRun = nights.length === 1;
    return isNewest && !isFirstRun && before?.broken !== true ? "new failure" : "still failing";
  }
  return isNewest && before?.broken === true ? "fixed" : "kept";
}

function countChanges(recent: readonly Telling[]): number {
  return recent.filter(({ broken }, index) => index > 0 && recent[index - 1]?.broken !== broken).length;
}

/** Undefined where the verdict tells nothing. */
function isBroken(verdict: Verdict): boolean | undefined {
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
