import * as fc from "fast-check";
import { areCompatible, mutants, type Variant, variants } from "../reference/index.js";
import type { Trial } from "./trial.js";

/** What is to be tried. */
export interface CalibrationPlan {
  /** The first seed. */
  readonly seed: number;
  /** So many seeds for every mutant and every variant. */
  readonly seeds: number;
  /** Random combinations of compatible variants, each with a seed of its own. */
  readonly combinations: number;
  /** Does the run on a mutant go on after it is caught, so that the kill matrix is whole? */
  readonly whole?: boolean;
}

/** The trials of a plan: slow ones first. */
export function planTrials({ seed, seeds, combinations, whole = false }: CalibrationPlan): readonly Trial[] {
  const everySeed = Array.from({ length: seeds }, (_, index) => seed + index);
  const ofVariants = variants.flatMap(({ name }) =>
    everySeed.map((each): Trial => ({ kind: "variants", names: [name], seed: each })),
  );
  const ofMutants = mutants.flatMap(({ name }) =>
    everySeed.map((each): Trial => ({ kind: "mutant", name, seed: each, isWhole: whole })),
  );
  const combined = drawCombinations(combinations, seed).map(
    (names, index): Trial => ({ kind: "variants", names, seed: seed + index }),
  );
  const slow = new Set([...mutants, ...variants].filter((each) => each.slow).map(({ name }) => name));
  const isSlow = (trial: Trial): boolean =>
    trial.kind === "mutant" ? slow.has(trial.name) : trial.names.some((name) => slow.has(name));
  const all = [...ofVariants, ...combined, ...ofMutants];
  return [...all.filter(isSlow), ...all.filter((trial) => !isSlow(trial))];
}

/** Combinations of two to five variants that one server can make together. */
export function drawCombinations(count: number, seed: number): readonly (readonly string[])[] {
  if (count === 0) return [];
  const drawn = fc.sample(fc.shuffledSubarray([...variants], { minLength: 8, maxLength: 12 }), {
    seed,
    numRuns: count,
  });
  return drawn.map((candidates, index) => {
    const chosen: Variant[] = [];
    for (const candidate of candidates) {
      const fits = chosen.every((each) => areCompatible(each, candidate));
      if (fits && chosen.length < 2 + (index % 4)) chosen.push(candidate);
    }
    // The first of the table are about the bytes of an answer, and so have the last word.
    return variants
      .filter((each) => chosen.includes(each))
      .map(({ name }) => name)
      .toReversed();
  });
}
