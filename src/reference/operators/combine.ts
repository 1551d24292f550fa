import type { Conduct, Deviation } from "../conduct.js";

/** One operator after the other, each with what the ones before made of the conduct at hand. */
export function inTurn(...operators: readonly Deviation[]): Deviation {
  return (conduct) => {
    let overridden: Partial<Conduct> = {};
    for (const operator of operators)
      overridden = { ...overridden, ...operator({ ...conduct, ...overridden }) };
    return overridden;
  };
}
