import type { Contract } from "../description/index.js";
import {
  applyDeviations,
  letterPerfect,
  type Mutant,
  mountContract,
  mutants,
  startReferenceServer,
  type Variant,
  variants,
} from "../reference/index.js";
import { type Listener, type Report, runConformance } from "../run/index.js";
import { animalStore } from "../suites/index.js";

/** One run against a reference server that deviates: by one mutant, or by variants. */
export type Trial =
  | {
      readonly kind: "mutant";
      readonly name: string;
      readonly seed: number;
      /** Is its run to go on after it is caught? */
      readonly isWhole?: boolean;
    }
  | { readonly kind: "variants"; readonly names: readonly string[]; readonly seed: number };

/** What came of a trial: the requirements that called for attention, in the order in which they are told. */
export interface TrialResult {
  readonly trial: Trial;
  readonly exitCode: number;
  readonly conclusion: string;
  /** Failed `must` and `implied` requirements. */
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly inconclusive: readonly string[];
  readonly requests: number;
  /** In ms. */
  readonly duration: number;
}

/** A server on this machine answers at once, or never. In ms. */
const timeout = 2000;
const key = "Qx7Wv-Zk3Jt-0123456789abcdef";

/** Starts a deviating server in this thread, judges it over HTTP with the gate profile, and stops it. */
export async function runTrial(contract: Contract, trial: Trial): Promise<TrialResult> {
  const report = await judgeDeviation(contract, trial, stopWhenCaught(trial));
  const told = [...new Set(report.findings.map(({ requirement }) => requirement))];
  const withVerdict = (verdict: string): readonly string[] =>
    told.filter((id) => report.requirements.find((each) => each.id === id)?.verdict === verdict);
  return {
    trial,
    exitCode: report.conclusion.exitCode,
    conclusion: report.conclusion.sentence,
    failed: withVerdict("failed"),
    warned: withVerdict("warned"),
    inconclusive: report.requirements.filter(({ verdict }) => verdict === "inconclusive").map(({ id }) => id),
    requests: report.run.requests,
    duration: report.run.duration,
  };
}

/** What ends a run early, and what hears of its events. */
interface EarlyEnd {
  readonly signal: AbortSignal;
  readonly onEvent: Listener;
}

/** A mutant is caught once the requirement that it breaks is found broken: the rest of its run proves no more. */
function stopWhenCaught(trial: Trial): EarlyEnd | undefined {
  if (trial.kind !== "mutant" || trial.isWhole === true) return undefined;
  const { breaks } = findMutant(trial.name);
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.kind !== "check-finished" || event.status !== "found") return;
      if (event.requirement === breaks) stop.abort();
    },
  };
}

/** The report on a deviating server: whole, unless something ends the run early. */
export async function judgeDeviation(contract: Contract, trial: Trial, early?: EarlyEnd): Promise<Report> {
  const deviations = trial.kind === "mutant" ? [findMutant(trial.name)] : trial.names.map(findVariant);
  const mounted = trial.kind === "mutant" ? mountContract(contract, findMutant(trial.name)) : contract;
  const operators = deviations.map(({ operator }) => operator);
  const server = await startReferenceServer({
    contract: mounted,
    key,
    conduct: applyDeviations(letterPerfect(), operators),
    patience: { close: 200 },
  });
  const needs = trial.kind === "variants" ? trial.names.map((name) => findVariant(name).needs ?? {}) : [];
  try {
    return await runConformance(animalStore, {
      contract,
      baseUrl: server.url,
      key,
      seed: trial.seed,
      timeout,
      keepExchanges: false,
      onEvent: (event) => {
        if (event.kind === "bug") throw event.error;
        early?.onEvent(event);
      },
      ...(early === undefined ? {} : { signal: early.signal }),
      categories: trial.kind === "mutant" ? [1n] : needs.flatMap(({ category = [] }) => category),
      settle: Math.max(0, ...needs.map(({ settle = 0 }) => settle)),
    });
  } finally {
    await server.close();
  }
}

function findMutant(name: string): Mutant {
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
  return mutant;
}

function findVariant(name: string): Variant {
  const variant = variants.find((each) => each.name === name);
  if (variant === undefined) throw new Error(`there is no variant ${name}`);
  return variant;
}
