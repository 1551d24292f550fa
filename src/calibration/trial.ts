import { join } from "node:path";
import { animalStore, deriveContract, openApi } from "../contracts/index.js";
import { type CataloguedContract, loadDescription, memoize, specDirectory } from "../description/index.js";
import { type Report, runConformance } from "../engine/index.js";
import {
  applyOperators,
  conforming,
  mutants,
  needs,
  startReferenceServer,
  variants,
} from "../server/index.js";

/** One run against a reference server that deviates: by one mutant, or by variants. */
export interface CalibrationTrial {
  readonly kind: "mutant" | "variants";
  readonly names: readonly string[];
  readonly seed: number;
  /** The requirement that is enough: once it is found broken, the rest of the run proves no more. */
  readonly until?: string;
  /** Judged by the catalogue, if absent. */
  readonly by?: Instrument;
}

/** Judges by what follows from the description, as that of any API: without the catalogue, alone or with the facts beside it. */
export type Instrument = "description" | "facts";

/** A server on this machine answers at once, or never. In ms. */
const timeout = 2000;
const key = "Qx7Wv-Zk3Jt-0123456789abcdef";

/** The result of a trial. */
export type TrialResult = Awaited<ReturnType<typeof runTrial>>;

/**
 * Starts a deviating server in this thread, judges it over HTTP with the gate profile, and stops it. Tells the
 * requirements that called for attention, in the order in which they are reported.
 */
export async function runTrial(contract: CataloguedContract, trial: CalibrationTrial) {
  const { findings, requirements, conclusion } = await judgeDeviation(contract, trial);
  const reported = [...new Set(findings.flatMap(({ requirements: broken }) => broken))];
  const idsWith = (verdict: string) =>
    requirements.filter((each) => each.verdict === verdict).map(({ id }) => id);
  const [failed, warned] = [idsWith("failed"), idsWith("warned")];
  return {
    trial,
    exitCode: conclusion.exitCode as number,
    conclusion: conclusion.sentence,
    failed: reported.filter((id) => failed.includes(id)),
    warned: reported.filter((id) => warned.includes(id)),
    inconclusive: idsWith("inconclusive"),
  };
}

/** The report on a deviating server: whole, unless one requirement is enough. */
export async function judgeDeviation(contract: CataloguedContract, trial: CalibrationTrial): Promise<Report> {
  const { kind, names, seed, until, by } = trial;
  const operators = names.map((name) => {
    const operator = (kind === "mutant" ? mutants : variants).get(name);
    if (operator === undefined) throw new Error(`there is no ${kind} ${name}`);
    return operator;
  });
  const server = await startReferenceServer({
    contract,
    key,
    handlers: applyOperators(conforming(), operators),
    patience: { close: 200 },
  });
  const needed = names.map((name) => needs[name] ?? {});
  const stop = new AbortController();
  try {
    return await runConformance(by === undefined ? animalStore : openApi, {
      contract: by === undefined ? contract : describedBeside(contract)[by],
      baseUrl: server.baseUrl,
      key,
      seed,
      timeout,
      keepExchanges: false,
      onEvent: (event) => {
        if (event.kind === "bug") throw event.error;
        if (event.kind === "finding-confirmed" && event.requirement === until) stop.abort();
      },
      signal: stop.signal,
      categories: kind === "mutant" ? [1n] : needed.flatMap(({ category = [] }) => category),
      settle: Math.max(0, ...needed.map(({ settle = 0 }) => settle)),
    });
  } finally {
    await server.close();
  }
}

/** The contract that follows from the Animal Store's description, beside its catalogue: the same for all runs of a thread. */
const describedBeside = memoize((_catalogue: CataloguedContract) => {
  const load = (overlays: readonly string[]) =>
    deriveContract(loadDescription(join(specDirectory, "openapi.yaml"), { overlays }).description);
  return { description: load([]), facts: load([join(specDirectory, "facts.yaml")]) };
});
