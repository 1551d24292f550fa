import {
  type Finding,
  type Scenario,
  type ScenarioFacts,
  type Skip,
  skipOf,
  type TestContext,
} from "../checks/index.js";
import { type Exchange, trimExchange } from "../transport/index.js";
import { createContext, whileWatching } from "./create-context.js";
import type { Network } from "./network.js";
import { breaksEveryTime, isUnanswered, isUnavailable, mayTryAgain, turnsAwayEveryTime } from "./resend.js";
import type { SuiteRun } from "./suite.js";

/** How one attempt of a check with one input ended. */
export type AttemptStatus = "passed" | Skip["why"];

/** One go of a check with one input. */
export interface Attempt {
  readonly check: ScenarioFacts;
  readonly input: unknown;
  /** `found`: the check could not go on because of a finding, or its own claim does not hold. */
  readonly status: AttemptStatus;
  /** Why it did not pass. */
  readonly reason: string;
  /** The thing that the user can give so that it goes further. */
  readonly lacks?: NonNullable<Skip["lacks"]>;
  readonly findings: readonly Finding[];
  /** Ids of the requirements of which something was seen that could have broken them. */
  readonly evaluated: ReadonlySet<string>;
  /** The exchanges that led to the findings; empty where there are none. Long bodies are cut. */
  readonly exchanges: readonly Exchange[];
  /** How many exchanges there were. */
  readonly requests: number;
}

/**
 * How often a request that was not answered is sent again before the server is blamed for it. Connections break by
 * accident, on a bad network several in a row; time runs out for a reason.
 */
function resendsFor({ problem }: Finding): number {
  return problem === "timeout" ? 3 : 5;
}

/** A suite at work, and what it has found: what is confirmed need not be looked into any more. */
interface AttemptContext extends SuiteRun {
  readonly network: Pick<Network, "within">;
  readonly findings: { readonly isConfirmed: (finding: Finding) => boolean };
}

/**
 * Runs a check once. Whatever the target does ends in an attempt; only a bug of the suite is thrown.
 * @param prepare is done before, as a part of the attempt
 */
export async function attempt(
  run: AttemptContext,
  check: Scenario,
  input: unknown,
  prepare: (t: TestContext) => Promise<void> = async () => {},
): Promise<Attempt> {
  const context = createContext(run, check.id);
  const [ended, findings] = await run.network.within(check.id, input, () =>
    whileWatching(context, async () => {
      await prepare(context);
      return [await goThrough(check, context, input), await withoutAccidents(run, context)] as const;
    }),
  );
  const own = run.state.attribute(check.id);
  const isFound = ended.status === "passed" && findings.some(({ requirement }) => requirement === own);
  const isFailure = ended.status === "inconclusive" && findings.some((each) => isOfGateway(context, each));
  const isCutOff = run.stop.aborted && findings.length === 0;
  const isAccident = ended.status === "found" && findings.length === 0 && context.findings.length > 0;
  return {
    check,
    input,
    ...ended,
    ...(isFound || isFailure ? { status: "found", reason: "" } : {}),
    ...(isAccident ? { status: "inconclusive", reason: "a connection broke, but not each time" } : {}),
    ...(isCutOff ? { status: "untested", reason: "the run ended before" } : {}),
    findings,
    evaluated: isCutOff ? new Set() : evaluatedBy(context.evaluated, { own, status: ended.status }),
    exchanges: findings.length === 0 ? [] : context.exchanges.map(trimExchange),
    requests: context.exchanges.length,
  };
}

/** The requirements that an attempt has put to the test: its own only where it came to its end. */
function evaluatedBy(
  evaluated: ReadonlySet<string>,
  { own, status }: { readonly own: string; readonly status: AttemptStatus },
): ReadonlySet<string> {
  return status === "passed" ? evaluated : new Set([...evaluated].filter((each) => each !== own));
}

async function goThrough(
  check: Scenario,
  context: TestContext,
  input: unknown,
): Promise<Pick<Attempt, "status" | "reason" | "lacks">> {
  try {
    await check.run(context, input);
    return { status: "passed", reason: "" };
  } catch (error) {
    const skip = skipOf(error);
    if (skip === undefined) throw error;
    const { why, message, lacks } = skip;
    return { status: why, reason: message, ...(lacks === undefined ? {} : { lacks }) };
  }
}

/**
 * The findings, without connections that broke by accident, and without what may come from a gateway: they are the
 * server's only if they happen every time.
 */
async function withoutAccidents(run: AttemptContext, context: TestContext): Promise<readonly Finding[]> {
  const { findings, exchanges } = context;
  const { isConfirmed } = run.findings;
  const kept: Finding[] = [];
  let resent: number | undefined;
  for (const finding of findings) {
    const shown = exchanges[finding.exchange];
    const isGateway = isOfGateway(context, finding);
    const isBroken = finding.interference === "network" && shown !== undefined && isUnanswered(shown);
    if (isConfirmed(finding) || shown === undefined || !(isGateway || isBroken)) kept.push(finding);
    else if (isGateway) {
      // It shows two findings at most, of which the first is verified for both.
      const isKnown = findings.some((other) => other.exchange === finding.exchange && isConfirmed(other));
      if (!isKnown) resent ??= (await turnsAwayEveryTime(run, shown)) ?? 0;
      if (resent) kept.push({ ...finding, interference: "verified", resent });
    } else if (!mayTryAgain(run, shown.case)) {
      // Only the check itself may say it again, with requests of its own.
      kept.push(finding);
    } else if (await breaksEveryTime(run, shown.case, resendsFor(finding)))
      kept.push({ ...finding, interference: "verified", resent: resendsFor(finding) });
  }
  return kept;
}

/** May the answer that shows it come from what stands in front? */
function isOfGateway({ exchanges }: TestContext, { interference, exchange }: Finding): boolean {
  const shown = exchanges[exchange];
  const isPossible = interference === "network" || interference === "verified";
  return isPossible && shown !== undefined && isUnavailable(shown);
}
