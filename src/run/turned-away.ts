import type { Case } from "../generate/index.js";
import { matchesStatus } from "../judge/index.js";
import { type Exchange, isTurnedAway } from "../transport/index.js";
import type { RunState } from "./state.js";
import { Stop } from "./stop.js";
import type { SuiteRun } from "./suite.js";

/** So many requests that are turned away, and nothing else, mean that the case is turned away every time. */
const enough = 6;
/** Each time there are one or two neighbours before it, so that it is not always the same turn of a count. */
const mostNeighbours = 2;
/** In ms; a server may ask for a long wait each time. */
const longest = 15_000;

/** Does the answer say 502, 503 or 504? A rate limit is no failure. */
export function isUnavailable({ outcome }: Exchange): boolean {
  return outcome.kind === "answer" && isTurnedAway(outcome.status) && outcome.status !== 429;
}

/**
 * Is the case turned away every time while its neighbours are served? Then the server fails, not what stands in front.
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
    while (rounds < mostNeighbours || turnedAway < enough) {
      rounds += 1;
      for (let count = rounds % mostNeighbours; count < mostNeighbours; count += 1) {
        if (!(await isNeighbourServed(run, first.case))) return undefined;
      }
      const exchange = await run.suite.send(run.state, first.case);
      if (!isUnavailable(exchange) || performance.now() > until) return undefined;
      turnedAway += 1 + exchange.turnedAway;
    }
    return rounds;
  } catch (error) {
    if (error instanceof Stop) return undefined;
    throw error;
  }
}

async function isNeighbourServed<State extends RunState>(
  { suite, state }: SuiteRun<State>,
  request: Case,
): Promise<boolean> {
  const neighbour = suite.neighbourOf(state, request);
  if (neighbour === undefined) return false;
  const { outcome, turnedAway } = await suite.send(state, neighbour);
  const [usual] = neighbour.accepts;
  return (
    outcome.kind === "answer" &&
    turnedAway === 0 &&
    usual !== undefined &&
    matchesStatus(usual, outcome.status)
  );
}
