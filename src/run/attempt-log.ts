import type { ScenarioFacts } from "../checks/index.js";
import type { Attempt } from "./attempt.js";

/** What came of the attempts of one check. */
export interface AttemptsOfCheck {
  /** How they ended → how many. */
  readonly counts: Record<string, number>;
  /** The first that ended in each way. */
  readonly firsts: Attempt[];
  /** How long they took, in ms. */
  duration: number;
}

/** Nothing was attempted yet. It takes no more room for a million attempts than for a few. */
export function createAttemptLog() {
  const entries = new Map<ScenarioFacts, AttemptsOfCheck>();
  return {
    /** Attempts with inputs of one check, and how long they took together, in ms. */
    add: (check: ScenarioFacts, attempts: readonly Attempt[], duration: number): void => {
      const entry = entries.get(check) ?? { counts: {}, firsts: [], duration: 0 };
      entries.set(check, entry);
      entry.duration += duration;
      for (const attempt of attempts) {
        const { status } = attempt;
        entry.counts[status] = (entry.counts[status] ?? 0) + 1;
        // What was exchanged is needed only where something was found, and the findings have that.
        if (entry.counts[status] === 1) entry.firsts.push({ ...attempt, exchanges: [] });
      }
    },
    of: (check: ScenarioFacts): Readonly<AttemptsOfCheck> =>
      entries.get(check) ?? { counts: {}, firsts: [], duration: 0 },
  };
}
