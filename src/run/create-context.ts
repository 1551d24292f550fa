import {
  answeredKey,
  type Choice,
  describeOutcome,
  type Finding,
  isGatewayResponse,
  matchesStatus,
  mayProxyRespond,
  type Objection,
  observe,
  type ParsedExchange,
  parseExchange,
  type RunState,
  Skip,
  type TestContext,
} from "../checks/index.js";
import { type Case, caseKind } from "../generate/index.js";
import type { Exchange, Response } from "../transport/index.js";
import { type Find, stopAtGateway, stopWithoutResponse } from "./no-response.js";
import type { SuiteRun } from "./suite.js";

/** A context for one attempt of the scenario with this id. */
export function createContext<State extends RunState>(
  run: SuiteRun<State>,
  scenario: string,
): TestContext<State> {
  const { suite, state } = run;
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];

  const findAt =
    (exchange: number): Find =>
    (finding) => {
      findings.push({ ...finding, requirement: state.attribute(finding.check), exchange });
    };

  const keep = (exchange: Exchange): Exchange => {
    exchanges.push(exchange);
    return exchange;
  };

  const send = async (request: Case): Promise<ParsedExchange> =>
    judgeExchange(keep(await suite.send(state, request)));

  const judgeExchange = async (exchange: Exchange): Promise<ParsedExchange> => {
    const { case: request, outcome } = exchange;
    const find = findAt(exchanges.indexOf(exchange));
    if (outcome.kind === "transport-error") throw stopWithoutResponse(run, request, outcome, find);
    if (isGatewayResponse(outcome, mayProxyRespond(state))) throw stopAtGateway(run, request, outcome, find);
    if (isUsual(request, outcome))
      state.answered.set(answeredKey(request.operation, caseKind(request)), request);
    const parsed = parseExchange(exchange, outcome, state.validate);
    if (parsed.accepted !== undefined) suite.remember(state, parsed);
    const ends = judge(run, parsed, find);
    if (ends === "judging") throw new Skip("found", describeOutcome(outcome));
    for (const finding of await suite.learn(state, parsed)) find(finding);
    if (ends === "scenario") throw new Skip("found", "the response cannot be used");
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
    sendUnjudged: async (request) => keep(await suite.send(state, request, state.sendAside)),
    judge: judgeExchange,
    expect: (holds, otherwise) => {
      if (holds) return;
      findAt(otherwise.exchange ?? exchanges.length - 1)({
        check: otherwise.check ?? scenario,
        problem: otherwise.problem ?? "broken",
        expected: otherwise.expected,
        actual: otherwise.actual,
        ...(otherwise.at === undefined ? {} : { at: otherwise.at }),
        interference: otherwise.interference ?? "none",
        ...(otherwise.resent === undefined ? {} : { resent: otherwise.resent }),
      });
    },
    observe: (point, choice, input) => {
      const words = typeof choice === "string" ? choice : choice.words;
      const observed = input === undefined ? words : `${input}: ${words}`;
      observe(state, point, observed);
      const expected = state.expectations.get(state.attribute(point));
      if (expected === undefined || expected.some((each) => isChoice(choice, each))) return;
      findAt(exchanges.length - 1)({
        check: point,
        problem: "not as expected",
        expected: `${expected.join(" or ")}, as the configuration expects`,
        actual: observed,
        interference: "none",
      });
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

/** Asks every response check; returns what cannot go on with such a response. */
function judge<State extends RunState>(
  { suite, state }: SuiteRun<State>,
  parsed: ParsedExchange,
  find: Find,
): Objection["ends"] {
  let ended: Objection["ends"];
  for (const { id, judge } of suite.responseChecks) {
    const objections = judge(parsed, state);
    if (objections === "not applicable") continue;
    state.judged.set(id, (state.judged.get(id) ?? 0) + 1);
    for (const { ends, ...objection } of objections) {
      find({ check: id, problem: "broken", interference: "none", ...objection });
      ended = ends ?? ended;
    }
    if (ended === "judging") break;
  }
  return ended;
}
