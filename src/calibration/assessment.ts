import type { Contract } from "../description/index.js";
import { loadMutants, type Mutant } from "./kill-matrix.js";
import type { TrialResult } from "./trial.js";

/** The share of mutants that must be reported by the requirement that they break. */
const diagnosedAtLeast = 0.95;

/** Whether the instrument is right. */
export type Assessment = ReturnType<typeof assess>;

/** Draws the conclusion from the results of all trials. Pure. */
export function assess(contract: Contract, results: readonly TrialResult[]) {
  const all = loadMutants().map((mutant) => assessMutant(contract, mutant, results));
  const mutants = all.filter(({ trials }) => trials > 0);
  const variants = assessVariants(results);
  const caught = mutants.filter((each) => each.caught === each.trials);
  const figures = {
    mutants: mutants.length,
    caught: caught.length,
    diagnosed: mutants.filter((each) => each.diagnosed === each.trials).length,
    variants: variants.length,
    passed: variants.filter((each) => each.passed === each.trials).length,
  };
  /** Requirement → the mutants that prove its checks. */
  const provenBy: Record<string, readonly string[]> = {};
  for (const { breaks, name } of caught) provenBy[breaks] = [...(provenBy[breaks] ?? []), name];
  /** All caught, none alarmed at, and enough diagnosed. */
  const holds =
    figures.caught === figures.mutants &&
    figures.passed === figures.variants &&
    figures.diagnosed >= diagnosedAtLeast * figures.mutants;
  return { mutants, variants, provenBy, figures, holds };
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

/** In how many of its trials, one a seed, the mutant was caught and diagnosed, and what was reported in any of them. */
function assessMutant(contract: Contract, mutant: Mutant, results: readonly TrialResult[]) {
  const own = results.filter(({ trial }) => trial.kind === "mutant" && trial.names.includes(mutant.name));
  return {
    name: mutant.name,
    breaks: mutant.breaks,
    trials: own.length,
    caught: own.filter((result) => isCaught(contract, mutant, result)).length,
    diagnosed: own.filter((result) => isDiagnosed(contract, mutant, result)).length,
    reported: [...new Set(own.flatMap(({ failed, warned }) => [...failed, ...warned]))],
  };
}

/** How many trials each variant, or combination, passed, and what was said in the others. */
function assessVariants(results: readonly TrialResult[]) {
  const all = results.filter(({ trial }) => trial.kind === "variants");
  const groups = new Map(all.map(({ trial: { names } }) => [names.join(), names]));
  return [...groups.values()].map((names) => {
    const own = all.filter(({ trial }) => trial.names.join() === names.join());
    const alarming = own.filter(({ exitCode }) => exitCode !== 0);
    const alarms = alarming.map(
      ({ conclusion, failed, inconclusive }) => `${conclusion}: ${[...failed, ...inconclusive].join(", ")}`,
    );
    return { names, trials: own.length, passed: own.length - alarming.length, alarms };
  });
}
