import * as fc from "fast-check";
import { areCompatible, variants } from "../reference/index.js";
import { loadMutants } from "./assessment.js";
import type { Trial } from "./trial.js";

/** The trials that are to be made. */
export interface CalibrationPlan {
  /** The first seed. */
  readonly seed: number;
  /** How many seeds every mutant and every variant is tried with. */
  readonly seeds: number;
  /** Random combinations of compatible variants, each with a seed of its own. */
  readonly combinations: number;
  /** Does the run on a mutant go on after it is caught, so that the kill matrix is whole? */
  readonly whole?: boolean;
}

/** Runs against these take seconds, most of which they wait. */
export const slow: readonly string[] = [
  "emoji-in-names-unavailable",
  "every-third-creation-unavailable",
  "forty-requests-a-second",
  "forty-requests-a-second-until-a-date",
  "largest-filtered-page-unavailable",
  "largest-page-dropped",
  "not-found-dropped",
  "now-and-then-very-slow",
  "odd-parameters-dropped",
  "rate-limited-without-hint",
  "slow-with-jitter",
  "unknown-status-unavailable",
];

/** The trials of a plan: slow ones first. */
export function planTrials({ seed, seeds, combinations, whole = false }: CalibrationPlan): readonly Trial[] {
  const everySeed = Array.from({ length: seeds }, (_, index) => seed + index);
  const alone = [
    ...[...variants.keys()].map((name) => ({ kind: "variants", names: [name] }) as const),
    ...loadMutants().map(
      ({ name, breaks }) => ({ kind: "mutant", names: [name], ...(whole ? {} : { until: breaks }) }) as const,
    ),
  ];
  const combined = drawCombinations(combinations, seed);
  const all: readonly Trial[] = [
    ...combined.map((names, index) => ({ kind: "variants", names, seed: seed + index }) as const),
    ...alone.flatMap((each) => everySeed.map((own) => ({ ...each, seed: own }))),
  ];
  const isSlow = ({ names }: Trial): boolean => names.some((name) => slow.includes(name));
  return [...all.filter(isSlow), ...all.filter((trial) => !isSlow(trial))];
}

/** Combinations of two to five variants that one server can make together. */
export function drawCombinations(count: number, seed: number): readonly (readonly string[])[] {
  if (count === 0) return [];
  const names = [...variants.keys()];
  const candidates = fc.shuffledSubarray(names, { minLength: 8, maxLength: 12 });
  const drawn = fc.sample(candidates, { seed, numRuns: count });
  return drawn.map((candidates, index) => {
    const chosen: string[] = [];
    for (const candidate of candidates) {
      const fits = chosen.every((each) => areCompatible(each, candidate));
      if (fits && chosen.length < 2 + (index % 4)) chosen.push(candidate);
    }
    // The first of the table are about the bytes of an answer, and so have the last word.
    return names.filter((name) => chosen.includes(name)).toReversed();
  });
}
