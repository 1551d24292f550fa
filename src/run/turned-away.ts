import { matchesStatus, type RunState, Skip } from "../checks/index.js";
import type { Case } from "../generate/index.js";
import { type Exchange, isTurnedAway } from "../transport/index.js";
import type { SuiteRun } from "./suite.js";

/** After this number of requests that were all turned away, the case counts as turned away every time. */
const enough = 6;
/** Each time there are one or two controls before it, so that it is not always the same turn of a count. */
const mostControls = 2;
/** In ms; a server may ask for a long wait each time. */
const longest = 15_000;

/** Does the answer say 502, 503 or 504? A rate limit is no failure. */
export function isUnavailable({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && isTurnedAway(outcome.status) && outcome.status !== 429;
}

/**
 * Is the case turned away every time while other cases of its operation are served? Then the server fails, not what stands in front.
 * @param first how it was turned away
 * @returns how often it was sent again; undefined if it is not so, or nobody can tell
 */
export async function turnsAwayEveryTime<State extends RunState>(
  run: SuiteRun<State>,
  first: Exchange,
): Promise<number | undefined> {
  const until = performance.now() + longest;
  try {
    let turnedAway = 1 + first.turnedAway;
    let rounds = 0;
    while (rounds < mostControls || turnedAway < enough) {
      rounds += 1;
      for (let count = rounds % mostControls; count < mostControls; count += 1) {
        if (!(await isControlServed(run, first.case))) return undefined;
      }
      const exchange = await run.suite.send(run.state, first.case);
      if (!isUnavailable(exchange) || performance.now() > until) return undefined;
      turnedAway += 1 + exchange.turnedAway;
    }
    return rounds;
  } catch (error) {
    if (error instanceof Skip) return undefined;
    throw error;
  }
}

async function isControlServed<State extends RunState>(
  { suite, state }: SuiteRun<State>,
  request: Case,
): Promise<boolean> {
  const control = suite.controlFor(state, request);
  if (control === undefined) return false;
  const { outcome, turnedAway } = await suite.send(state, control);
  const [usual] = control.accepts;
  return (
    outcome.kind === "response" &&
    turnedAway === 0 &&
    usual !== undefined &&
    matchesStatus(usual, outcome.status)
  );
}
