import type { Contract, Requirement } from "../contract/index.js";
import { type Fault, faults, permittedChoices } from "../reference/index.js";
import type { TrialResult } from "./trial.js";

/** What the trials of one fault show. */
export interface FaultAssessment {
  readonly name: string;
  readonly breaks: string;
  /** How many trials there were, one a seed, and in how many of them it was caught and diagnosed. */
  readonly trials: number;
  readonly caught: number;
  readonly diagnosed: number;
  /** Requirements that failed or warned in any of them, as first told. */
  readonly told: readonly string[];
}

/** What the trials of one permitted choice, or of a combination, show. */
export interface ChoiceAssessment {
  readonly names: readonly string[];
  readonly trials: number;
  readonly passed: number;
  /** What was said in the trials that did not pass. */
  readonly alarms: readonly string[];
}

/** Whether the instrument is right. */
export interface Assessment {
  readonly faults: readonly FaultAssessment[];
  readonly choices: readonly ChoiceAssessment[];
  /** Requirement → the faults that prove its checks. */
  readonly provenBy: Readonly<Record<string, readonly string[]>>;
  readonly figures: {
    readonly faults: number;
    readonly caught: number;
    readonly diagnosed: number;
    readonly choices: number;
    readonly passed: number;
  };
  /** All caught, none alarmed at, and enough diagnosed. */
  readonly holds: boolean;
}

/** The share of faults that must be told by their right name. */
const diagnosedAtLeast = 0.95;

/** Draws the conclusion from the results of all trials. Pure. */
export function assess(contract: Contract, results: readonly TrialResult[]): Assessment {
  const assessedFaults = faults.flatMap((fault) => assessFault(contract, fault, results));
  const assessedChoices = assessChoices(results);
  const caught = assessedFaults.filter((each) => each.caught === each.trials);
  const diagnosed = assessedFaults.filter((each) => each.diagnosed === each.trials);
  const passed = assessedChoices.filter((each) => each.passed === each.trials);
  const provenBy: Record<string, string[]> = {};
  for (const { breaks, name } of caught) provenBy[breaks] = [...(provenBy[breaks] ?? []), name];
  return {
    faults: assessedFaults,
    choices: assessedChoices,
    provenBy,
    figures: {
      faults: assessedFaults.length,
      caught: caught.length,
      diagnosed: diagnosed.length,
      choices: assessedChoices.length,
      passed: passed.length,
    },
    holds:
      caught.length === assessedFaults.length &&
      passed.length === assessedChoices.length &&
      diagnosed.length >= diagnosedAtLeast * assessedFaults.length,
  };
}

/** Was the fault noticed for what it is: is the requirement that it breaks among those that failed? */
export function isCaught(contract: Contract, fault: Fault, result: TrialResult): boolean {
  const level = contract.requirements.find(({ id }) => id === fault.breaks)?.level;
  // Advice warns; so does, outside certification, a base address without the version segment.
  if (level === "advice" || fault.mountedAt !== undefined) return result.warned.includes(fault.breaks);
  return result.exitCode === 1 && result.failed.length > 0;
}

/** Is the broken requirement told first, or with nothing beside it but its declared consequences? */
export function isDiagnosed(contract: Contract, fault: Fault, result: TrialResult): boolean {
  if (!isCaught(contract, fault, result)) return false;
  const told = [...result.failed, ...result.warned];
  if (result.failed[0] === fault.breaks || result.failed.length === 0) return told.includes(fault.breaks);
  const expected = new Set([
    fault.breaks,
    ...(fault.consequences ?? []),
    ...followersOf(contract, fault.breaks),
  ]);
  return result.failed.includes(fault.breaks) && result.failed.every((id) => expected.has(id));
}

function followersOf(contract: Contract, id: string): readonly string[] {
  const isFollower = ({ follows }: Requirement): boolean => follows.includes(id);
  return contract.requirements.filter(isFollower).map((requirement) => requirement.id);
}

function assessFault(contract: Contract, fault: Fault, results: readonly TrialResult[]): FaultAssessment[] {
  const own = results.filter(({ trial }) => trial.kind === "fault" && trial.name === fault.name);
  if (own.length === 0) return [];
  return [
    {
      name: fault.name,
      breaks: fault.breaks,
      trials: own.length,
      caught: own.filter((result) => isCaught(contract, fault, result)).length,
      diagnosed: own.filter((result) => isDiagnosed(contract, fault, result)).length,
      told: [...new Set(own.flatMap(({ failed, warned }) => [...failed, ...warned]))],
    },
  ];
}

function assessChoices(results: readonly TrialResult[]): readonly ChoiceAssessment[] {
  const groups = new Map<string, { names: readonly string[]; results: TrialResult[] }>();
  for (const result of results) {
    if (result.trial.kind !== "choices") continue;
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

/** Faults and permitted choices by name, for whoever looks one up. */
export const deviationNames = {
  faults: faults.map(({ name }) => name),
  choices: permittedChoices.map(({ name }) => name),
};
