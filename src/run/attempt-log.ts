import type { ScenarioFacts } from "../checks/index.js";
import type { Attempt } from "./attempt.js";
import { keyOf } from "./findings.js";

/** The outcomes of the attempts of one check. */
export interface AttemptsOfCheck {
  /** How they ended → how many. */
  readonly counts: Record<string, number>;
  /** The first that ended in each way. */
  readonly firsts: Attempt[];
  /** By the id of a requirement: the first attempt that has put it to the test, as one that passed. */
  readonly proofs: Map<string, Attempt>;
  /** Finding → how many of them showed it at once. */
  readonly shown: Map<string, number>;
  /** How long they took, in ms. */
  duration: number;
}

/** Nothing was attempted yet. It takes no more room for a million attempts than for a few. */
export function createAttemptLog() {
  const entries = new Map<ScenarioFacts, AttemptsOfCheck>();
  return {
    /**
     * Attempts with inputs of one check, and how long they took together, in ms.
     * @param first those before anything was tried again
     */
    add: (
      check: ScenarioFacts,
      attempts: readonly Attempt[],
      duration: number,
      first: readonly Attempt[] = attempts,
    ): void => {
      const entry = entries.get(check) ?? nothing();
      entries.set(check, entry);
      entry.duration += duration;
      for (const { findings } of first)
        for (const key of new Set(findings.map(keyOf))) entry.shown.set(key, (entry.shown.get(key) ?? 0) + 1);
      for (const attempt of attempts) {
        const { status, evaluated } = attempt;
        const proof: Attempt = { ...attempt, status: "passed", reason: "", exchanges: [] };
        for (const requirement of evaluated)
          if (!entry.proofs.has(requirement)) entry.proofs.set(requirement, proof);
        entry.counts[status] = (entry.counts[status] ?? 0) + 1;
        // The exchanges are needed only where something was found, and the findings have them.
        if (entry.counts[status] === 1) entry.firsts.push({ ...attempt, exchanges: [] });
      }
    },
    of: (check: ScenarioFacts): Readonly<AttemptsOfCheck> => entries.get(check) ?? nothing(),
    all: (): readonly Readonly<AttemptsOfCheck>[] => [...entries.values()],
  };
}

function nothing(): AttemptsOfCheck {
  return { counts: {}, firsts: [], proofs: new Map(), shown: new Map(), duration: 0 };
}
