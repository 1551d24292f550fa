import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import pLimit from "p-limit";
import { type Attempt, attempt } from "./attempt.js";
import { createCombinations, type Dimensions, type DrawnCombination, plainest } from "./combinations.js";
import { type Finding, isSameFinding } from "./finding.js";
import { confirm, runRandom } from "./job.js";
import type { Scenario } from "./scenario.js";
import type { Session } from "./session.js";

/** How many times as long as everything before it the phases after this one may take, besides what is known of them. */
const rest = 1;

/** Listeners get an event each time that this number of cases was tried, or so much time, in ms, has passed. */
const reportedEvery = 200;
const reportedAfter = 1000;

/** After this number of cases in a row without any request, there will be none: nothing of the kind may be sent. */
const mostFruitless = 300;

/** Cases like one that shows something: of the first that shows it, too, smaller ones are tried. */
const mostAlike = 10;

/** A random case, and its number among those of the seed, from 0. */
interface Drawn {
  readonly number: number;
  readonly space: Space;
  readonly combination: DrawnCombination;
}

/** A scenario, and the combinations that it is tried with. */
interface Space {
  readonly check: Scenario;
  readonly dimensions: Dimensions;
  readonly combinations: ReturnType<typeof createCombinations>;
}

/**
 * Tries combinations of each scenario's dimensions in turn, as many at a time as the target bears, until there were as
 * many cases as the run may try, or its time is up. Which cases these are depends on the seed alone; of these, it tries
 * those of its part.
 * @param ahead how long the next phase will take, in ms
 */
export async function runRandomCases(
  session: Session,
  due: readonly Scenario[],
  ahead: number,
): Promise<void> {
  const { state, client, stop, breaker, random, randomLimits, drawn, load, attempts, concurrency } = session;
  const { clock, options, part } = session;
  if (randomLimits.cases === 0) return;
  const spaces = due.flatMap((check): readonly Space[] => {
    const dimensions = check.dimensions?.(state);
    if (dimensions === undefined) return [];
    const combinations = createCombinations(dimensions, random.seedFor(check.id));
    return [{ check, dimensions, combinations }];
  });
  const until = randomLimits.duration - state.clock.elapsed() * rest - ahead;
  if (!part.walks && spaces.every(({ check }) => check.needsWalk === true)) return;
  let fruitless = 0;
  let next = 0;
  let reportedAt = state.clock.elapsed();
  const underWay = new Set<number>();
  const mayGoOn = (): boolean =>
    next < randomLimits.cases &&
    fruitless < mostFruitless &&
    state.clock.elapsed() < until &&
    !stop.aborted &&
    breaker.openReason() === undefined;
  const oneAtATime = pLimit(1);

  /** The next case of this part; those of others are drawn, too, so that every part draws the same. */
  const drawNext = (): Drawn | undefined => {
    while (mayGoOn()) {
      const number = next;
      const space = spaces[number % spaces.length];
      if (space === undefined) return undefined;
      next += 1;
      const isOwn =
        space.check.needsWalk === true ? part.walks : part.owns(Math.floor(number / spaces.length));
      const combination = space.combinations.next(isOwn);
      if (isOwn) return { number, space, combination };
    }
    return undefined;
  };

  const tryNext = async (): Promise<void> => {
    if (load.pause() > 0) await clock.sleep(load.pause(), stop);
    const drawnCase = drawNext();
    if (drawnCase === undefined) return;
    const { number, space, combination } = drawnCase;
    underWay.add(number);
    const since = state.clock.elapsed();
    const sentBefore = client.sent();
    const first = await attempt(session, space.check, combination.input);
    fruitless = client.sent() === sentBefore ? fruitless + 1 : 0;
    const isNews = (): boolean => !first.findings.every(session.findings.isConfirmed);
    const last = isNews()
      ? await oneAtATime(() => (isNews() ? confirmSmallest(session, space, combination, first) : first))
      : await confirm(session, space.check, combination.input, first);
    attempts.add(space.check, [last], state.clock.elapsed() - since, [first]);
    underWay.delete(number);
    drawn.cases += 1;
    drawn.reached = Math.min(next, ...underWay);
    drawn.pairs = addPairs(spaces);
    if (drawn.cases % reportedEvery === 0 || state.clock.elapsed() - reportedAt > reportedAfter) {
      reportedAt = state.clock.elapsed();
      options.onEvent?.({ kind: "random-cases", cases: drawn.cases, requests: client.sent() });
    }
  };
  const limit = pLimit(1);
  const work = async (): Promise<void> => {
    while (spaces.length > 0 && mayGoOn()) {
      limit.concurrency = load.allowed();
      await limit(tryNext);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  for (const { check } of spaces) {
    const { counts, firsts } = attempts.of(check);
    const status = counts["found"] === undefined ? (firsts[0]?.status ?? "untested") : "found";
    options.onEvent?.({
      kind: "check-finished",
      check: check.id,
      requirement: state.attribute(check.id),
      status,
      requests: 0,
    });
  }
}

function addPairs(spaces: readonly Space[]): { readonly tried: number; readonly all: number } {
  const pairs = spaces.map(({ combinations }) => combinations.pairs());
  const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);
  return { tried: sum(pairs.map(({ tried }) => tried)), all: sum(pairs.map(({ all }) => all)) };
}

/** Makes the input as simple, and then as small, as it can be while it shows the same, and confirms what it shows then. */
async function confirmSmallest(
  session: Session,
  { check, dimensions }: Space,
  { input, classes }: DrawnCombination,
  first: Attempt,
): Promise<Attempt> {
  const { isConfirmed } = session.findings;
  const news = first.findings.filter((finding) => !isConfirmed(finding));
  let [smallest, simplest, shown] = [input, classes, first];
  for (const [name, plain] of Object.entries(plainest(dimensions))) {
    if (isDeepStrictEqual(smallest[name], plain)) continue;
    const simpler = { ...smallest, [name]: plain };
    const again = await attempt(session, check, simpler);
    const isSame = (finding: Finding): boolean => again.findings.some((each) => isSameFinding(each, finding));
    if (!news.every(isSame)) continue;
    [smallest, shown] = [simpler, again];
    simplest = { ...simplest, [name]: fc.constant(plain) };
  }
  const seed = session.random.seedFor(check.id);
  const budget = { arbitrary: fc.record(simplest), cases: mostAlike, seed, examples: [smallest] };
  const alike = await runRandom(session, check, budget);
  const isKnown = shown.findings.every(isConfirmed);
  return isKnown ? (alike.at(-1) ?? shown) : confirm(session, check, smallest, shown);
}
