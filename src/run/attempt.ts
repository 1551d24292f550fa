import {
  type Finding,
  type RunState,
  type Scenario,
  type ScenarioFacts,
  Skip,
  type TestContext,
} from "../checks/index.js";
import type { Case } from "../generate/index.js";
import { type Exchange, isUnheard, trimExchange } from "../transport/index.js";
import { createContext } from "./create-context.js";
import type { SuiteRun } from "./suite.js";
import { isUnavailable, turnsAwayEveryTime } from "./turned-away.js";

/** How one attempt of a check with one input ended. */
export type AttemptStatus = "passed" | "found" | "inconclusive" | "untested" | "not-applicable";

/** One go of a check with one input. */
export interface Attempt {
  readonly check: ScenarioFacts;
  readonly input: unknown;
  /** `found`: the check could not go on because of a finding, or its own claim does not hold. */
  readonly status: AttemptStatus;
  /** Why it did not pass. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** What led to the findings; nothing where there are none. Long bodies are cut. */
  readonly exchanges: readonly Exchange[];
  /** How many exchanges there were. */
  readonly requests: number;
}

/** In ms. */
const pauseBeforeResend = 100;

/**
 * How often a request that was not answered is sent again before the server is blamed for it. Connections break by
 * accident, on a bad network several in a row; time runs out for a reason.
 */
function resendsFor({ problem }: Pick<Finding, "problem">): number {
  return problem === "timeout" ? 3 : 5;
}

/**
 * Runs a check once. Whatever the target does ends in an attempt; only a bug of the suite is thrown.
 * @param isConfirmed whether a finding need not be looked into any more
 */
export async function attempt<State extends RunState>(
  run: SuiteRun<State>,
  check: Scenario<State>,
  input: unknown,
  isConfirmed: (finding: Finding) => boolean = () => false,
): Promise<Attempt> {
  const context = createContext(run, check.id);
  const ended = await goThrough(check, context, input);
  const findings = await withoutAccidents(run, context, isConfirmed);
  const isDoubtful = findings.length < context.findings.length;
  const own = run.state.attribute(check.id);
  const isFound = findings.some(({ requirement }) => requirement === own);
  const isFailure = ended.status === "inconclusive" && findings.some((each) => isOfGateway(context, each));
  return {
    check,
    input,
    ...(ended.status === "passed" && isFound ? { status: "found", reason: "" } : ended),
    ...(isFailure ? { status: "found", reason: "" } : {}),
    ...(ended.status === "found" && isDoubtful && findings.length === 0 ? accident : {}),
    findings,
    exchanges: findings.length === 0 ? [] : context.exchanges.map(trimExchange),
    requests: context.exchanges.length,
  };
}

type Ended = Pick<Attempt, "status" | "reason">;
const accident: Ended = { status: "inconclusive", reason: "a connection broke, but not each time" };

async function goThrough<State extends RunState>(
  check: Scenario<State>,
  context: TestContext<State>,
  input: unknown,
): Promise<Ended> {
  try {
    await check.run(context, input);
    return { status: "passed", reason: "" };
  } catch (error) {
    if (error instanceof Skip) return { status: error.why, reason: error.message };
    throw error;
  }
}

/**
 * The findings, without connections that broke by accident, and without what may come from a gateway: they are the
 * server's only if they happen every time.
 */
async function withoutAccidents<State extends RunState>(
  run: SuiteRun<State>,
  context: TestContext<State>,
  isConfirmed: (finding: Finding) => boolean,
): Promise<readonly Finding[]> {
  const { findings, exchanges } = context;
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
    } else if (await breaksEveryTime(run, shown.case, resendsFor(finding)))
      kept.push({ ...finding, interference: "verified", resent: resendsFor(finding) });
  }
  return kept;
}

/** May the answer that shows it come from what stands in front? */
function isOfGateway(
  { exchanges }: Pick<TestContext, "exchanges">,
  { interference, exchange }: Finding,
): boolean {
  const shown = exchanges[exchange];
  return (
    (interference === "network" || interference === "verified") && shown !== undefined && isUnavailable(shown)
  );
}

/** One after the other, each only while something else is served: one outage must not count as many. */
async function breaksEveryTime<State extends RunState>(
  { suite, state }: SuiteRun<State>,
  request: Case,
  times: number,
): Promise<boolean> {
  try {
    for (let count = 0; count < times; count += 1) {
      if (!(await state.isServing())) return false;
      // A server may close a connection a moment after each answer, and so just when the next request comes.
      await state.pause(pauseBeforeResend);
      const exchange = await suite.send(state, request);
      if (!isUnanswered(exchange) || !hasArrived(exchange)) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Skip) return false;
    throw error;
  }
}

/** As far as one can tell: somebody took the connection. */
function hasArrived({ outcome }: Exchange): boolean {
  return outcome.kind === "response" || !isUnheard(outcome.cause);
}

function isUnanswered({ outcome }: Exchange): boolean {
  return outcome.kind === "transport-error" || outcome.cutShort;
}
