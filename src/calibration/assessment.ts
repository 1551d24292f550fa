import type { Contract } from "../description/index.js";
import { loadMutants, type Mutant } from "./kill-matrix.js";
import type { TrialResult } from "./trial.js";

/** What the trials of one mutant show. */
export interface MutantAssessment {
  readonly name: string;
  readonly breaks: string;
  /** How many trials there were, one a seed, and in how many of them it was caught and diagnosed. */
  readonly trials: number;
  readonly caught: number;
  readonly diagnosed: number;
  /** Requirements that failed or warned in any of them, as first reported. */
  readonly reported: readonly string[];
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

/** The share of mutants that must be reported by the requirement that they break. */
const diagnosedAtLeast = 0.95;

/** Draws the conclusion from the results of all trials. Pure. */
export function assess(contract: Contract, results: readonly TrialResult[]): Assessment {
  const all = loadMutants().map((mutant) => assessMutant(contract, mutant, results));
  const mutants = all.filter(({ trials }) => trials > 0);
  const variants = assessVariants(results);
  const caught = mutants.filter((each) => each.caught === each.trials);
  const diagnosed = mutants.filter((each) => each.diagnosed === each.trials).length;
  const passed = variants.filter((each) => each.passed === each.trials).length;
  const provenBy: Record<string, string[]> = {};
  for (const { breaks, name } of caught) provenBy[breaks] = [...(provenBy[breaks] ?? []), name];
  return {
    mutants,
    variants,
    provenBy,
    figures: {
      mutants: mutants.length,
      caught: caught.length,
      diagnosed,
      variants: variants.length,
      passed,
    },
    holds:
      caught.length === mutants.length &&
      passed === variants.length &&
      diagnosed >= diagnosedAtLeast * mutants.length,
  };
}

/** Was the mutant noticed for what it is: is the requirement that it breaks among those that failed? */
export function isCaught(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  // Advice warns; so does, outside certification, a base address without the version segment.
  if (result.warned.includes(mutant.breaks)) return true;
  const level = contract.requirements.find(({ id }) => id === mutant.breaks)?.level;
  return level !== "advice" && result.exitCode === 1 && result.failed.length > 0;
}

/** Is the broken requirement reported first, or with nothing beside it but its accepted consequences? */
export function isDiagnosed(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  if (!isCaught(contract, mutant, result)) return false;
  const reported = [...result.failed, ...result.warned];
  if (result.failed[0] === mutant.breaks || result.failed.length === 0)
    return reported.includes(mutant.breaks);
  const followers = contract.requirements.filter(({ follows }) => follows.includes(mutant.breaks));
  const expected = [mutant.breaks, ...mutant.consequences, ...followers.map(({ id }) => id)];
  return result.failed.includes(mutant.breaks) && result.failed.every((id) => expected.includes(id));
}

function assessMutant(contract: Contract, mutant: Mutant, results: readonly TrialResult[]): MutantAssessment {
  const own = results.filter(({ trial }) => trial.kind === "mutant" && trial.name === mutant.name);
  return {
    name: mutant.name,
    breaks: mutant.breaks,
    trials: own.length,
    caught: own.filter((result) => isCaught(contract, mutant, result)).length,
    diagnosed: own.filter((result) => isDiagnosed(contract, mutant, result)).length,
    reported: [...new Set(own.flatMap(({ failed, warned }) => [...failed, ...warned]))],
  };
}

function assessVariants(results: readonly TrialResult[]): readonly VariantAssessment[] {
  const groups = new Map<string, { names: readonly string[]; own: TrialResult[] }>();
  for (const result of results) {
    if (result.trial.kind !== "variants") continue;
    const { names } = result.trial;
    const { own } = groups.get(`${names}`) ?? { own: [] };
    groups.set(`${names}`, { names, own: [...own, result] });
  }
  return [...groups.values()].map(({ names, own }) => {
    const alarming = own.filter(({ exitCode }) => exitCode !== 0);
    const alarms = alarming.map(
      ({ conclusion, failed, inconclusive }) => `${conclusion}: ${[...failed, ...inconclusive].join(", ")}`,
    );
    return { names, trials: own.length, passed: own.length - alarming.length, alarms };
  });
}
