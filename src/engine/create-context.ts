import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Case,
  caseKind,
  type Exchange,
  hasLongBody,
  isChunked,
  isTurnedAway,
  isUnheard,
  type Response,
  type TransportError,
} from "../transport/index.js";
import type { Failure, Finding } from "./finding.js";
import {
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  matchesStatus,
  type ParsedExchange,
  parseExchange,
} from "./parsed-exchange.js";
import { answeredKey, mayProxyRespond, observe, type RunState } from "./run-state.js";
import { type Choice, type Objection, type ResponseCheck, Skip, type TestContext } from "./scenario.js";
import type { SuiteRun } from "./suite.js";

/** The attempt under way, which judges probes, too. One for all runs: it makes every promise slower. */
const underWay = new AsyncLocalStorage<{ readonly watch: (exchange: Exchange) => void }>();

/** Shows an exchange, whatever it was sent for, to the attempt that it belongs to. */
export function watchExchange(exchange: Exchange): void {
  underWay.getStore()?.watch(exchange);
}

/** Does the work of an attempt: every exchange meanwhile is shown to it, where a response check judges probes, too. */
export function whileWatching<Value>({ watch }: AttemptContext, work: () => Promise<Value>): Promise<Value> {
  return watch === undefined ? work() : underWay.run({ watch }, work);
}

/** A context, and what the engine does with it. */
export interface AttemptContext extends TestContext {
  /** Judges a response, whatever it was sent for; absent where no response check judges probes. */
  readonly watch: ((exchange: Exchange) => void) | undefined;
}

/** A context for one attempt of the scenario with this id. */
export function createContext(run: SuiteRun, scenario: string): AttemptContext {
  const { suite, state, responseChecks } = run;
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];
  const evaluated = new Set<string>();
  const ofProbes = responseChecks.filter(({ judgesProbes }) => judgesProbes === true);
  const ofOthers = responseChecks.filter(({ judgesProbes }) => judgesProbes !== true);

  const find = (failure: Failure, exchange = exchanges.length - 1): void => {
    // Requests that the end of the run has cut off show nothing.
    if (run.stop.aborted) return;
    const { check = scenario } = failure;
    const requirement = state.attribute(check);
    evaluated.add(requirement);
    findings.push({ problem: "broken", interference: "none", exchange, ...failure, check, requirement });
  };

  const keep = (exchange: Exchange): Exchange => {
    if (!exchanges.includes(exchange)) exchanges.push(exchange);
    return exchange;
  };

  const watch = (exchange: Exchange): void => {
    const { outcome } = exchange;
    if (outcome.kind !== "response") return;
    judge({ state, responseChecks: ofProbes }, parseExchange(exchange, outcome, state.validate), (failure) =>
      find(failure, exchanges.indexOf(keep(exchange))),
    );
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
      state.statistics.answered.set(answeredKey(request.operation, caseKind(request)), request);
    const parsed = parseExchange(exchange, outcome, state.validate);
    if (parsed.accepted !== undefined) suite.remember(state, parsed);
    const ended = judge({ state, responseChecks: ofOthers }, parsed, findHere);
    for (const check of testsOf(responseChecks, parsed)) evaluated.add(state.attribute(check));
    const stop =
      ended && new Skip("found", `its checks cannot go on, because ${ended.requirement} is broken`);
    if (stop && ended.ends === "judging") throw stop;
    for (const { check, failures } of await suite.learn(state, parsed)) {
      evaluated.add(state.attribute(check));
      countJudged(state, check);
      for (const failure of failures) findHere({ check, ...failure });
    }
    if (stop) throw stop;
    return parsed;
  };

  return {
    state,
    exchanges,
    findings,
    evaluated,
    watch: ofProbes.length === 0 ? undefined : watch,
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
    sendUnchecked: async (request) => keep(await suite.send(state, request, state.target.sendProbe)),
    judge: (exchange) => judgeExchange(keep(exchange)),
    expect: (holds, otherwise) => {
      evaluated.add(state.attribute(otherwise.check ?? scenario));
      if (!holds) find(otherwise);
    },
    expectNone: (failures, check = scenario) => {
      evaluated.add(state.attribute(check));
      for (const failure of failures) find({ check, ...failure });
    },
    observe: (point, choice, input) => {
      const words = typeof choice === "string" ? choice : choice.words;
      const actual = input === undefined ? words : `${input}: ${words}`;
      observe(state, point, actual);
      evaluated.add(state.attribute(point));
      const expected = state.settings.expectations.get(state.attribute(point));
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

function countJudged({ statistics: { judged } }: Pick<RunState, "statistics">, check: string): void {
  judged.set(check, (judged.get(check) ?? 0) + 1);
}

/** The work that a response ends, and the broken requirement because of which it does. */
interface Ended {
  readonly ends: NonNullable<Objection["ends"]>;
  readonly requirement: string;
}

/** The checks that a response puts to the test, besides those of all responses: its case names one, or a check of all does. */
function testsOf(responseChecks: readonly ResponseCheck[], parsed: ParsedExchange): readonly string[] {
  const { check } = parsed.exchange.case;
  return [
    ...(check === undefined ? [] : [check]),
    ...responseChecks.flatMap((each) => [each.id, ...(each.tests?.(parsed) ?? [])]),
  ];
}

/** Asks response checks; returns what cannot go on with such a response, if anything. */
function judge(
  { responseChecks, state }: Pick<SuiteRun, "responseChecks" | "state">,
  parsed: ParsedExchange,
  find: Find,
): Ended | undefined {
  let ended: Ended | undefined;
  for (const check of responseChecks) {
    const objections = check.judge(parsed, state);
    if (objections === "not applicable") continue;
    countJudged(state, check.id);
    for (const { ends, ...objection } of objections) {
      find({ check: check.id, ...objection });
      if (ends !== undefined) ended = { ends, requirement: state.attribute(objection.check ?? check.id) };
    }
    if (ended?.ends === "judging") break;
  }
  return ended;
}

/** Records a finding at the exchange in question. */
export type Find = (failure: Failure) => void;

/** Why no answer came, as what ends an attempt. */
function stopWithoutResponse(
  { suite, state }: SuiteRun,
  request: Case,
  outcome: TransportError,
  find: Find,
): Skip {
  const { cause } = outcome;
  const actual = describeOutcome(outcome);
  // The document sets no time: a server that never answers requests like this in time may just be slow.
  if (
    cause === "timeout" &&
    !state.statistics.answered.has(answeredKey(request.operation, caseKind(request)))
  ) {
    return new Skip("inconclusive", `${actual}: raise --timeout`);
  }
  const isUnbounded = cause === "too-large" && suite.unbounded(state.contract).includes(request.operation);
  if (isUnbounded || isUnheard(cause) || cause === "interim") return new Skip("inconclusive", actual);
  // A server that refuses a body for its size need not read it to its end, and its response may be lost then.
  if (cause === "closed" && hasLongBody(request) && mayBeRefusedAsLong(request)) {
    observe(state, "response/limits", "the connection closed on a long body");
    return new Skip("not-applicable", actual);
  }
  // Many servers answer before they have read the chunks, and what they say may be lost then.
  if (cause === "closed" && isChunked(request)) {
    observe(state, "request/chunked", "not answered");
    return new Skip("not-applicable", `a body in chunks got ${actual}`);
  }
  const isOfNetwork = cause === "closed" || cause === "timeout";
  find({
    check: (isOfNetwork ? request.check : undefined) ?? "response/complete",
    expected: describeAccepted(request.accepts),
    problem: cause,
    actual,
    at: { in: "connection" },
    interference: isOfNetwork ? "network" : "none",
  });
  return new Skip("found", actual);
}

function mayBeRefusedAsLong({ accepts }: Case): boolean {
  return accepts.some(({ status }) => status === 413);
}

/** An answer that is not the server's own. */
function stopAtGateway(state: RunState, request: Case, response: Response, find: Find): Skip {
  const { status } = response;
  observe(state, "response/limits", `${status} was seen`);
  if (status === 413 && mayBeRefusedAsLong(request)) {
    return new Skip("not-applicable", "a proxy or gateway in front of the server takes no body of this size");
  }
  const actual = describeOutcome(response);
  if (isTurnedAway(status) && status !== 429) {
    // It is the server's failure if it happens every time, and to this case only.
    const expected = describeAccepted(request.accepts);
    const finding = { expected, actual, at: { in: "status" }, interference: "network" } as const;
    find({ ...finding, check: "response/server-error", problem: `${status} from ${request.operation}` });
    if (request.check !== undefined)
      find({ ...finding, check: request.check, problem: `status ${status} to ${request.label}` });
  }
  return new Skip("inconclusive", `${actual}, perhaps from what stands in front of the server`);
}
