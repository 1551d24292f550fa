import { matchesStatus, unlessSkipped } from "../checks/index.js";
import type { Case } from "../generate/index.js";
import { type Exchange, isTurnedAway, isUnheard } from "../transport/index.js";
import type { SuiteRun } from "./suite.js";

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
export function isUnavailable({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && isTurnedAway(outcome.status) && outcome.status !== 429;
}

/** Did no answer come, or not all of it? */
export function isUnanswered({ outcome }: Exchange): boolean {
  return outcome.kind === "transport-error" || outcome.cutShort;
}

/** Returns the request to send in place of one whose response is missing; undefined where there is none. */
function renewed({ suite, state }: SuiteRun, request: Case): Case | undefined {
  return suite.renewed === undefined ? request : suite.renewed(state, request);
}

/** May a request be sent again, or one that is like it, to see whether the server is to blame? */
export function mayTryAgain(run: SuiteRun, request: Case): boolean {
  return renewed(run, request) !== undefined;
}

/**
 * Is the case left unanswered this many times, sent one after the other, each only while something else is served? One
 * outage must not count as many.
 */
export async function breaksEveryTime(run: SuiteRun, request: Case, times: number): Promise<boolean> {
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
export function turnsAwayEveryTime(run: SuiteRun, first: Exchange): Promise<number | undefined> {
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
