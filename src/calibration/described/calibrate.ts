import pLimit from "p-limit";
import {
  type DescribedMutant,
  type DescribedVariant,
  deriveMutants,
  deriveVariants,
  spreadMutants,
} from "../../reference/index.js";
import { failuresOf, judgeDescribed, type Subject } from "./trial.js";

/** The trials that are to be made. */
export interface DescribedPlan {
  /** The first seed. */
  readonly seed: number;
  /** How many seeds every mutant and every variant is tried with. */
  readonly seeds: number;
  /** Mutants, at most. */
  readonly mostMutants: number;
  /** Does the run on a mutant go on after it is found? */
  readonly whole?: boolean;
}

/** A mutant, and the requirements by which it was found: none, where it survived. */
export interface MutantResult extends Pick<DescribedMutant, "name" | "operator" | "operation"> {
  readonly foundBy: readonly string[];
}

/** A variant, and what was said against it: nothing, where all is well. */
export interface VariantResult {
  readonly name: string;
  readonly alarms: readonly string[];
}

/** The results of all runs. */
export interface DescribedResults {
  /** Of the faults that there are, those left out by the bound included. */
  readonly possible: number;
  readonly mutants: readonly MutantResult[];
  readonly variants: readonly VariantResult[];
  /** Requirements that the server without a deviation leaves open, with the reasons. */
  readonly untested: Readonly<Record<string, string>>;
}

/** The name of the server without a deviation, among the variants. */
export const noDeviation = "no deviation at all";

/** Runs at a time: they share one thread, and wait for each other's bytes. */
const atATime = 3;

/** Judges the server that a description makes, as it is, with every fault, and with every deviation that is permitted. */
export async function runDescribed(
  subject: Subject,
  plan: DescribedPlan,
  onRun: (done: number, all: number) => void,
): Promise<DescribedResults> {
  const { seed, seeds, mostMutants } = plan;
  const everySeed = Array.from({ length: seeds }, (_, index) => seed + index);
  const possible = deriveMutants(subject.description);
  const mutants = spreadMutants(possible, mostMutants);
  const variants = deriveVariants(subject.description);
  const limit = pLimit(atATime);
  const all = 1 + (mutants.length + variants.length) * seeds;
  let done = 0;
  const counted = <T>(run: () => Promise<T>): Promise<T> =>
    limit(async () => {
      const result = await run();
      done += 1;
      onRun(done, all);
      return result;
    });

  const usual = await counted(() => judgeDescribed(subject, { seed }));
  const known = failuresOf(usual);
  const tryVariant = async (variant: DescribedVariant): Promise<VariantResult> => {
    const alarms = await Promise.all(
      everySeed.map((own) => counted(() => alarmsAt(subject, { variant, seed: own }))),
    );
    return {
      name: variant.name,
      alarms: [...new Set(alarms.flat())].filter((each) => !known.includes(each)),
    };
  };
  const tryMutant = async ({
    name,
    operator,
    operation,
    deviation,
  }: DescribedMutant): Promise<MutantResult> => {
    const until = (requirement: string): boolean => plan.whole !== true && !known.includes(requirement);
    const found = await Promise.all(
      everySeed.map((own) => counted(() => judgeDescribed(subject, { seed: own, deviation, until }))),
    );
    const foundBy = [...new Set(found.flatMap(failuresOf))].filter((each) => !known.includes(each));
    return { name, operator, operation, foundBy };
  };
  const [ofVariants, ofMutants] = await Promise.all([
    Promise.all(variants.map(tryVariant)),
    Promise.all(mutants.map(tryMutant)),
  ]);
  return {
    possible: possible.length,
    mutants: ofMutants,
    variants: [{ name: noDeviation, alarms: known }, ...ofVariants],
    untested: Object.fromEntries(
      usual.requirements
        .filter(({ verdict }) => verdict === "untested")
        .map(({ id, reason }) => [id, reason ?? ""]),
    ),
  };
}

/** The requirements that were found broken, or that could not be decided although they could be tried. */
async function alarmsAt(
  subject: Subject,
  { variant, seed }: { readonly variant: DescribedVariant; readonly seed: number },
): Promise<readonly string[]> {
  const { deviation, settle = 0 } = variant;
  const report = await judgeDescribed(subject, { seed, deviation, settle });
  const open = report.requirements.filter(({ verdict }) => verdict === "inconclusive").map(({ id }) => id);
  return [...failuresOf(report), ...open];
}
