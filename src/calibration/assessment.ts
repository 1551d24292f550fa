import type { Contract, Requirement } from "../description/index.js";
import { type Mutant, mutants, variants } from "../reference/index.js";
import type { TrialResult } from "./trial.js";

/** What the trials of one mutant show. */
export interface MutantAssessment {
  readonly name: string;
  readonly breaks: string;
  /** How many trials there were, one a seed, and in how many of them it was caught and diagnosed. */
  readonly trials: number;
  readonly caught: number;
  readonly diagnosed: number;
  /** Requirements that failed or warned in any of them, as first told. */
  readonly told: readonly string[];
}

/** What the trials of one variant, or of a combination, show. */
export interface VariantAssessment {
  readonly names: readonly string[];
  readonly trials: number;
  readonly passed: number;
  /** What was said in the trials that did not pass. */
  readonly alarms: readonly string[];
}

/** Whether the instrument is right. */
export interface Assessment {
  readonly mutants: readonly MutantAssessment[];
  readonly variants: readonly VariantAssessment[];
  /** Requirement → the mutants that prove its checks. */
  readonly provenBy: Readonly<Record<string, readonly string[]>>;
  readonly figures: {
    readonly mutants: number;
    readonly caught: number;
    readonly diagnosed: number;
    readonly variants: number;
    readonly passed: number;
  };
  /** All caught, none alarmed at, and enough diagnosed. */
  readonly holds: boolean;
}

/** The share of mutants that must be told by their right name. */
const diagnosedAtLeast = 0.95;

/** Draws the conclusion from the results of all trials. Pure. */
export function assess(contract: Contract, results: readonly TrialResult[]): Assessment {
  const assessedMutants = mutants.flatMap((mutant) => assessMutant(contract, mutant, results));
  const assessedVariants = assessVariants(results);
  const caught = assessedMutants.filter((each) => each.caught === each.trials);
  const diagnosed = assessedMutants.filter((each) => each.diagnosed === each.trials);
  const passed = assessedVariants.filter((each) => each.passed === each.trials);
  const provenBy: Record<string, string[]> = {};
  for (const { breaks, name } of caught) provenBy[breaks] = [...(provenBy[breaks] ?? []), name];
  return {
    mutants: assessedMutants,
    variants: assessedVariants,
    provenBy,
    figures: {
      mutants: assessedMutants.length,
      caught: caught.length,
      diagnosed: diagnosed.length,
      variants: assessedVariants.length,
      passed: passed.length,
    },
    holds:
      caught.length === assessedMutants.length &&
      passed.length === assessedVariants.length &&
      diagnosed.length >= diagnosedAtLeast * assessedMutants.length,
  };
}

/** Was the mutant noticed for what it is: is the requirement that it breaks among those that failed? */
export function isCaught(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  const level = contract.requirements.find(({ id }) => id === mutant.breaks)?.level;
  // Advice warns; so does, outside certification, a base address without the version segment.
  if (level === "advice" || mutant.mountedAt !== undefined) return result.warned.includes(mutant.breaks);
  return result.exitCode === 1 && result.failed.length > 0;
}

/** Is the broken requirement told first, or with nothing beside it but its declared consequences? */
export function isDiagnosed(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  if (!isCaught(contract, mutant, result)) return false;
  const told = [...result.failed, ...result.warned];
  if (result.failed[0] === mutant.breaks || result.failed.length === 0) return told.includes(mutant.breaks);
  const expected = new Set([mutant.breaks, ...mutant.consequences, ...followersOf(contract, mutant.breaks)]);
  return result.failed.includes(mutant.breaks) && result.failed.every((id) => expected.has(id));
}

function followersOf(contract: Contract, id: string): readonly string[] {
  const isFollower = ({ follows }: Requirement): boolean => follows.includes(id);
  return contract.requirements.filter(isFollower).map((requirement) => requirement.id);
}

function assessMutant(
  contract: Contract,
  mutant: Mutant,
  results: readonly TrialResult[],
): MutantAssessment[] {
  const own = results.filter(({ trial }) => trial.kind === "mutant" && trial.name === mutant.name);
  if (own.length === 0) return [];
  return [
    {
      name: mutant.name,
      breaks: mutant.breaks,
      trials: own.length,
      caught: own.filter((result) => isCaught(contract, mutant, result)).length,
      diagnosed: own.filter((result) => isDiagnosed(contract, mutant, result)).length,
      told: [...new Set(own.flatMap(({ failed, warned }) => [...failed, ...warned]))],
    },
  ];
}

function assessVariants(results: readonly TrialResult[]): readonly VariantAssessment[] {
  const groups = new Map<string, { names: readonly string[]; results: TrialResult[] }>();
  for (const result of results) {
    if (result.trial.kind !== "variants") continue;
    const key = result.trial.names.join(" + ");
    const group = groups.get(key) ?? { names: result.trial.names, results: [] };
    group.results.push(result);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ names, results: own }) => ({
    names,
    trials: own.length,
    passed: own.filter(({ exitCode }) => exitCode === 0).length,
    alarms: own
      .filter(({ exitCode }) => exitCode !== 0)
      .map(
        ({ conclusion, failed, inconclusive }) => `${conclusion}: ${[...failed, ...inconclusive].join(", ")}`,
      ),
  }));
}

/** Faults and variants by name, for whoever looks one up. */
export const deviationNames = {
  mutants: mutants.map(({ name }) => name),
  variants: variants.map(({ name }) => name),
};
