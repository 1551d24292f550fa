import type { Case } from "../transport/index.js";
import { type Exchange, isTurnedAway, isUnheard, trimExchange } from "../transport/index.js";
import { createContext, whileWatching } from "./create-context.js";
import type { Finding } from "./finding.js";
import { matchesStatus } from "./parsed-exchange.js";
import {
  type Scenario,
  type ScenarioFacts,
  type Skip,
  skipOf,
  type TestContext,
  unlessSkipped,
} from "./scenario.js";
import type { Network, SuiteRun } from "./suite.js";

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

/** In ms. */
const pauseBeforeResend = 100;
/**
 * After this number of requests that were all turned away, in this number of rounds, the case counts as turned away
 * every time. A server that turns away half of what it is asked, as chance has it, comes here once in 100,000 times.
 */
const enough = 10;
const fewestRounds = 4;
/** Each time there are one or two controls before it, so that it is not always the same turn of a count. */
const mostControls = 2;
/** In ms; a server may ask for a long wait each time. */
const longest = 15_000;

/** Does the answer say 502, 503 or 504? A rate limit is no failure. */
function isUnavailable({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && isTurnedAway(outcome.status) && outcome.status !== 429;
}

/** Did no answer come, or not all of it? */
function isUnanswered({ outcome }: Exchange): boolean {
  return outcome.kind === "transport-error" || outcome.cutShort;
}

/** Returns the request to send in place of one whose response is missing; undefined where there is none. */
function renewed({ suite, state }: SuiteRun, request: Case): Case | undefined {
  return suite.renewed === undefined ? request : suite.renewed(state, request);
}

/** May a request be sent again, or one that is like it, to see whether the server is to blame? */
function mayTryAgain(run: SuiteRun, request: Case): boolean {
  return renewed(run, request) !== undefined;
}

/**
 * Is the case left unanswered this many times, sent one after the other, each only while something else is served? One
 * outage must not count as many.
 */
async function breaksEveryTime(run: SuiteRun, request: Case, times: number): Promise<boolean> {
  const { suite, state } = run;
  const breaks = await unlessSkipped(async () => {
    for (let count = 0; count < times; count += 1) {
      if (!(await state.target.isServing())) return false;
      // A server may close a connection a moment after each answer, and so just when the next request comes.
      await state.clock.pause(pauseBeforeResend);
      const again = renewed(run, request);
      if (again === undefined) return false;
      const exchange = await suite.send(state, again);
      if (!isUnanswered(exchange) || !hasArrived(exchange)) return false;
    }
    return true;
  });
  return breaks ?? false;
}

/** As far as one can tell: somebody took the connection. */
function hasArrived({ outcome }: Exchange): boolean {
  return outcome.kind === "response" || !isUnheard(outcome.cause);
}

/**
 * Is the case turned away every time while other cases of its operation are served? Then the server fails, not what stands in front.
 * @param first how it was turned away
 * @returns how often it was sent again; undefined if it is not so, or nobody can tell
 */
function turnsAwayEveryTime(run: SuiteRun, first: Exchange): Promise<number | undefined> {
  const until = run.state.clock.elapsed() + longest;
  return unlessSkipped(async () => {
    let turnedAway = 1 + first.turnedAway;
    let rounds = 0;
    while (rounds < fewestRounds || turnedAway < enough) {
      rounds += 1;
      for (let count = rounds % mostControls; count < mostControls; count += 1) {
        if (!(await isControlServed(run, first.case))) return undefined;
      }
      const again = renewed(run, first.case);
      if (again === undefined) return undefined;
      const exchange = await run.suite.send(run.state, again);
      if (!isUnavailable(exchange) || run.state.clock.elapsed() > until) return undefined;
      turnedAway += 1 + exchange.turnedAway;
    }
    return rounds;
  });
}

async function isControlServed({ suite, state }: SuiteRun, request: Case): Promise<boolean> {
  const control = suite.controlFor(state, request);
  if (control === undefined) return false;
  const { outcome, turnedAway } = await suite.send(state, control);
  const [usual] = control.accepts;
  if (outcome.kind !== "response" || turnedAway > 0 || usual === undefined) return false;
  return matchesStatus(usual, outcome.status);
}
