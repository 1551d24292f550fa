import { type Case, caseKind } from "../cases/index.js";
import type { Answer, Exchange } from "../http/index.js";
import {
  type Finding,
  isGatewayAnswer,
  matchesStatus,
  type OtherCause,
  type Place,
  type Reading,
  readExchange,
} from "../judge/index.js";
import { sendWithinBounds } from "./allowance.js";
import { areAnimalsDeleted } from "./deletions.js";
import { learn, rememberRows } from "./learning.js";
import { type Oracle, oracles } from "./oracles.js";
import { type Find, stopAtGateway, stopAtStatus, stopCutShort, stopWithoutAnswer } from "./setbacks.js";
import { Stop } from "./stop.js";
import { answeredKey, mayProxyAnswer, observe, type World } from "./world.js";

/** What a check says when its claim does not hold. */
export interface Contradiction {
  /** A word or two that tell this breach from others of the same requirement; `broken` if there is one only. */
  readonly problem?: string;
  readonly expected: string;
  readonly actual: string;
  /** The part of the answer that shows it, if there is one. */
  readonly at?: Place;
  readonly otherCause?: OtherCause;
  /** How often the same was seen besides, where it is verified. */
  readonly resent?: number;
  /** Another requirement than the check's own. */
  readonly requirement?: string;
  /** Which exchange shows it, if not the last: an index. */
  readonly exchange?: number;
}

/** What a check is given: it sends cases, and takes down what is found. One for each attempt. */
export interface Probe {
  readonly world: World;
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /**
   * Sends a case and holds the answer against everything that is true of every answer.
   * @throws Stop if there is then nothing left to go on.
   */
  readonly send: (request: Case) => Promise<Reading>;
  /** The same, but goes on whatever the answer was; undefined if there was none to judge. */
  readonly sendAnyway: (request: Case) => Promise<Reading | undefined>;
  /** Sends what a server need not understand: nothing is found, whatever comes of it. */
  readonly sendUnjudged: (request: Case) => Promise<Exchange>;
  /**
   * Holds the answer to what was sent unjudged against everything that is true of every answer.
   * @throws Stop if there is then nothing left to go on.
   */
  readonly judge: (exchange: Exchange) => Promise<Reading>;
  /** Takes down a finding unless the claim holds. */
  readonly claim: (holds: boolean, otherwise: Contradiction) => void;
  /**
   * Takes down what the server chose where it is free to: to which input, if there are several. Another choice than
   * the one that is expected of it is a finding.
   */
  readonly observe: (requirement: string, choice: string, input?: string) => void;
}

/** A probe for one attempt of a check of this requirement. */
export function createProbe(world: World, requirement: string): Probe {
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];

  const findAt =
    (exchange: number): Find =>
    (finding) => {
      findings.push({ ...finding, exchange });
    };

  const keep = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    return exchange;
  };

  const send = async (request: Case): Promise<Reading> =>
    judgeExchange(keep(await sendWithinBounds(world, request)));

  const judgeExchange = async (exchange: Exchange): Promise<Reading> => {
    const { case: request, outcome } = exchange;
    const find = findAt(exchanges.indexOf(exchange));
    if (outcome.kind === "no-answer") throw stopWithoutAnswer(world, request, outcome, find);
    if (isGatewayAnswer(outcome, mayProxyAnswer(world))) throw stopAtGateway(world, request, outcome, find);
    if (isUsual(request, outcome))
      world.answered.set(answeredKey(request.operation, caseKind(request)), request);
    const reading = readExchange(exchange, outcome, world.validate);
    if (outcome.cutShort) throw stopCutShort(request, outcome, find);
    if (reading.accepted === undefined) throw stopAtStatus(reading, find);
    rememberRows(world, reading);
    const unusable = judge(world, reading, oracles, find);
    for (const finding of learn(world, reading)) if (!(await areAnimalsDeleted(world))) find(finding);
    if (unusable) throw new Stop("found", "the answer cannot be used");
    return reading;
  };

  return {
    world,
    exchanges,
    findings,
    send,
    sendAnyway: async (request) => {
      try {
        return await send(request);
      } catch (error) {
        if (!(error instanceof Stop) || error.why !== "found") throw error;
        const outcome = exchanges.at(-1)?.outcome;
        const exchange = exchanges.at(-1);
        if (outcome?.kind !== "answer" || exchange === undefined) return undefined;
        return readExchange(exchange, outcome, world.validate);
      }
    },
    sendUnjudged: async (request) => keep(await sendWithinBounds(world, request, world.sendAside)),
    judge: judgeExchange,
    claim: (holds, otherwise) => {
      if (holds) return;
      findAt(otherwise.exchange ?? exchanges.length - 1)({
        requirement: otherwise.requirement ?? requirement,
        problem: otherwise.problem ?? "broken",
        expected: otherwise.expected,
        actual: otherwise.actual,
        ...(otherwise.at === undefined ? {} : { at: otherwise.at }),
        otherCause: otherwise.otherCause ?? "none",
        ...(otherwise.resent === undefined ? {} : { resent: otherwise.resent }),
      });
    },
    observe: (about, choice, input) => {
      observe(world, about, input === undefined ? choice : `${input}: ${choice}`);
      const expected = world.expectations.get(about);
      if (expected === undefined || expected.some((each) => isChoice(choice, each))) return;
      findAt(exchanges.length - 1)({
        requirement: about,
        problem: "not as expected",
        expected: `${expected.join(" or ")}, as the configuration expects`,
        actual: input === undefined ? choice : `${input}: ${choice}`,
        otherCause: "none",
      });
    },
  };
}

/** Is it the choice itself, or an answer of that status? */
function isChoice(choice: string, expected: string): boolean {
  const [status = ""] = /\b[1-5]\d\d\b/.exec(choice) ?? [];
  return choice === expected || status === expected || (/^\dxx$/.test(expected) && status[0] === expected[0]);
}

/** Is it what the case allows first? To find nothing may be quick where to find something is slow. */
function isUsual({ accepts: [usual] }: Case, { status }: Answer): boolean {
  return usual === undefined || matchesStatus(usual, status);
}

/** Asks every oracle; true if the answer is of no use to the check. */
function judge(world: World, reading: Reading, all: readonly Oracle[], find: Find): boolean {
  let unusable = false;
  for (const oracle of all) {
    const verdict = oracle.judge(reading, world);
    if (verdict === "not concerned") continue;
    world.judged.set(oracle.requirement, (world.judged.get(oracle.requirement) ?? 0) + 1);
    for (const { problem = "broken", usable, ...told } of verdict) {
      find({ requirement: oracle.requirement, problem, ...told, otherCause: "none" });
      unusable ||= oracle.spoils && usable !== true;
    }
  }
  return unusable;
}
