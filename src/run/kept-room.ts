import type { ScenarioFacts } from "../checks/index.js";

/**
 * Room for the items that scenarios still to come add with the first input that applies: however few items a run may add,
 * every scenario has its turn before another has more than one.
 */
export function createKeptRoom() {
  const waiting = new Set<ScenarioFacts>();
  return {
    keepFor: (checks: readonly ScenarioFacts[]): void => {
      for (const check of checks) if (check.adds !== undefined) waiting.add(check);
    },
    /** Takes the room that is kept for a scenario, if there is some; it can be given back with `keepFor`. */
    claim: (check: ScenarioFacts): boolean => waiting.delete(check),
    /** Their turn is over. */
    release: (checks: readonly ScenarioFacts[]): void => {
      for (const check of checks) waiting.delete(check);
    },
    /** How many items, one of them for a request that is to be refused: it needs room while it is under way. */
    items: (): number => {
      const first = [...waiting].reduce((sum, { adds = 0 }) => sum + adds, 0);
      return first === 0 ? 0 : first + 1;
    },
  };
}
