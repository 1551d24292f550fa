import pLimit from "p-limit";
import { openApi } from "../../contracts/index.js";
import type { Contract, UnderivedContract } from "../../description/index.js";
import { type Report, runConformance } from "../../engine/index.js";
import {
  type DescribedMutant,
  type DescribedVariant,
  type Deviation,
  deriveMutants,
  deriveVariants,
  spreadMutants,
  startDescribedServer,
} from "../../server/index.js";

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
const noDeviation = "no deviation at all";

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

/** A description whose suite is calibrated. */
export interface Subject {
  readonly description: UnderivedContract;
  /** With the requirements that follow from it. */
  readonly contract: Contract;
}

/** One run against the server that is made from a description. */
export interface DescribedTrial {
  readonly seed: number;
  /** Keeps the description to the letter if absent. */
  readonly deviation?: Deviation;
  /** How long an item may take to be seen, in ms. */
  readonly settle?: number;
  /** Does the run end as soon as one of these requirements is found broken? */
  readonly until?: (requirement: string) => boolean;
}

/** A server on this machine answers at once, or never. In ms. */
const timeout = 10_000;
const key = "Qx7Wv-Zk3Jt-0123456789abcdef";

/** Starts the server in this thread, judges it over HTTP with the gate profile, and stops it. */
export async function judgeDescribed(
  { description, contract }: Subject,
  { seed, deviation, settle = 0, until = () => false }: DescribedTrial,
): Promise<Report> {
  const stop = new AbortController();
  const server = await startDescribedServer({
    described: description,
    key,
    ...(deviation === undefined ? {} : { deviation }),
  });
  try {
    return await runConformance(openApi, {
      contract,
      baseUrl: server.baseUrl,
      key,
      seed,
      nonce: seed,
      timeout,
      settle,
      keepExchanges: false,
      onEvent: (event) => {
        if (event.kind === "bug") throw event.error;
        if (event.kind === "finding-confirmed" && until(event.requirement)) stop.abort();
      },
      signal: stop.signal,
    });
  } finally {
    await server.close();
  }
}

/** The requirements that failed, in the order in which their findings are reported. */
function failuresOf({ findings, requirements }: Report): readonly string[] {
  const failed = requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  const reported = findings.flatMap((finding) => finding.requirements);
  return [...new Set([...reported, ...failed])].filter((id) => failed.includes(id));
}
