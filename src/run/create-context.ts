import { type Case, caseKind } from "../generate/index.js";
import { type Finding, isGatewayAnswer, matchesStatus, type Reading, readExchange } from "../judge/index.js";
import type { Answer, Exchange } from "../transport/index.js";
import { type Find, stopAtGateway, stopAtStatus, stopCutShort, stopWithoutAnswer } from "./setbacks.js";
import { answeredKey, mayProxyAnswer, observe, type RunState } from "./state.js";
import { Stop } from "./stop.js";
import type { SuiteRun } from "./suite.js";
import type { TestContext } from "./test-context.js";

/** A context for one attempt of a check of this requirement. */
export function createContext<State extends RunState>(
  run: SuiteRun<State>,
  requirement: string,
): TestContext<State> {
  const { suite, state } = run;
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
    judgeExchange(keep(await suite.send(state, request)));

  const judgeExchange = async (exchange: Exchange): Promise<Reading> => {
    const { case: request, outcome } = exchange;
    const find = findAt(exchanges.indexOf(exchange));
    if (outcome.kind === "no-answer") throw stopWithoutAnswer(run, request, outcome, find);
    if (isGatewayAnswer(outcome, mayProxyAnswer(state))) throw stopAtGateway(run, request, outcome, find);
    if (isUsual(request, outcome))
      state.answered.set(answeredKey(request.operation, caseKind(request)), request);
    const reading = readExchange(exchange, outcome, state.validate);
    if (outcome.cutShort) throw stopCutShort(suite.general, request, outcome, find);
    if (reading.accepted === undefined) throw stopAtStatus(suite.general, reading, find);
    suite.remember(state, reading);
    const unusable = judge(run, reading, find);
    for (const finding of await suite.learn(state, reading)) find(finding);
    if (unusable) throw new Stop("found", "the answer cannot be used");
    return reading;
  };

  return {
    world: state,
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
        return readExchange(exchange, outcome, state.validate);
      }
    },
    sendUnjudged: async (request) => keep(await suite.send(state, request, state.sendAside)),
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
      observe(state, about, input === undefined ? choice : `${input}: ${choice}`);
      const expected = state.expectations.get(about);
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

/** Asks every response check; true if the answer is of no use to the check. */
function judge<State extends RunState>(
  { suite, state }: SuiteRun<State>,
  reading: Reading,
  find: Find,
): boolean {
  let unusable = false;
  for (const check of suite.responseChecks) {
    const { requirement } = check;
    const verdict = check.judge(reading, state);
    if (verdict === "not concerned") continue;
    state.judged.set(requirement, (state.judged.get(requirement) ?? 0) + 1);
    for (const { problem = "broken", usable, ...told } of verdict) {
      find({ requirement, problem, ...told, otherCause: "none" });
      unusable ||= check.spoils && usable !== true;
    }
  }
  return unusable;
}
