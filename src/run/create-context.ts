import {
  answeredKey,
  type Choice,
  type Failure,
  type Finding,
  isGatewayResponse,
  matchesStatus,
  mayProxyRespond,
  type Objection,
  observe,
  type ParsedExchange,
  parseExchange,
  Skip,
  type TestContext,
} from "../checks/index.js";
import { type Case, caseKind } from "../generate/index.js";
import type { Exchange, Response } from "../transport/index.js";
import { type Find, stopAtGateway, stopWithoutResponse } from "./no-response.js";
import type { SuiteRun } from "./suite.js";

/** A context for one attempt of the scenario with this id. */
export function createContext(run: SuiteRun, scenario: string): TestContext {
  const { suite, state } = run;
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];

  const find = (failure: Failure, exchange = exchanges.length - 1): void => {
    const { check = scenario } = failure;
    const requirement = state.attribute(check);
    findings.push({ problem: "broken", interference: "none", exchange, ...failure, check, requirement });
  };

  const keep = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    return exchange;
  };

  const send = async (request: Case): Promise<ParsedExchange> =>
    judgeExchange(keep(await suite.send(state, request)));

  const judgeExchange = async (exchange: Exchange): Promise<ParsedExchange> => {
    const { case: request, outcome } = exchange;
    const index = exchanges.indexOf(exchange);
    const findHere: Find = (failure) => find(failure, index);
    if (outcome.kind === "transport-error") throw stopWithoutResponse(run, request, outcome, findHere);
    if (isGatewayResponse(outcome, mayProxyRespond(state)))
      throw stopAtGateway(state, request, outcome, findHere);
    if (isUsual(request, outcome))
      state.answered.set(answeredKey(request.operation, caseKind(request)), request);
    const parsed = parseExchange(exchange, outcome, state.validate);
    if (parsed.accepted !== undefined) suite.remember(state, parsed);
    const ended = judge(run, parsed, findHere);
    const stop =
      ended && new Skip("found", `its checks cannot go on, because ${ended.requirement} is broken`);
    if (stop && ended.ends === "judging") throw stop;
    for (const failure of await suite.learn(state, parsed)) findHere(failure);
    if (stop) throw stop;
    return parsed;
  };

  return {
    state,
    exchanges,
    findings,
    send,
    sendAnyway: async (request) => {
      try {
        return await send(request);
      } catch (error) {
        if (!(error instanceof Skip) || error.why !== "found") throw error;
        const exchange = exchanges.at(-1);
        if (exchange?.outcome.kind !== "response") return undefined;
        return parseExchange(exchange, exchange.outcome, state.validate);
      }
    },
    sendUnchecked: async (request) => keep(await suite.send(state, request, state.sendProbe)),
    judge: (exchange) => judgeExchange(exchanges.includes(exchange) ? exchange : keep(exchange)),
    expect: (holds, otherwise) => {
      if (!holds) find(otherwise);
    },
    observe: (point, choice, input) => {
      const words = typeof choice === "string" ? choice : choice.words;
      const actual = input === undefined ? words : `${input}: ${words}`;
      observe(state, point, actual);
      const expected = state.expectations.get(state.attribute(point));
      if (expected === undefined || expected.some((each) => isChoice(choice, each))) return;
      const wanted = `${expected.join(" or ")}, as the configuration expects`;
      find({ check: point, problem: "not as expected", expected: wanted, actual });
    },
  };
}

/** Is it the choice itself, or a response of that status? */
function isChoice(choice: string | Choice, expected: string): boolean {
  if (typeof choice === "string") return choice === expected;
  const { status, words } = choice;
  return [words, `${status}`, `${Math.floor(status / 100)}xx`].includes(expected);
}

/** Is it what the case allows first? To find nothing may be quick where to find something is slow. */
function isUsual({ accepts: [usual] }: Case, { status }: Response): boolean {
  return usual === undefined || matchesStatus(usual, status);
}

/** What cannot go on with a response, and because of which broken requirement. */
interface Ended {
  readonly ends: NonNullable<Objection["ends"]>;
  readonly requirement: string;
}

/** Asks every response check; returns what cannot go on with such a response, if anything. */
function judge({ responseChecks, state }: SuiteRun, parsed: ParsedExchange, find: Find): Ended | undefined {
  let ended: Ended | undefined;
  for (const check of responseChecks) {
    const objections = check.judge(parsed, state);
    if (objections === "not applicable") continue;
    state.judged.set(check.id, (state.judged.get(check.id) ?? 0) + 1);
    for (const { ends, ...objection } of objections) {
      find({ check: check.id, ...objection });
      if (ends !== undefined) ended = { ends, requirement: state.attribute(objection.check ?? check.id) };
    }
    if (ended?.ends === "judging") break;
  }
  return ended;
}
