import type {
  Finding,
  ParsedExchange,
  ResponseCheck,
  RunState,
  Scenario,
  ScenarioFacts,
  Send,
  StateOptions,
} from "../checks/index.js";
import type { Contract } from "../description/index.js";
import type { Case } from "../generate/index.js";
import type { Exchange } from "../transport/index.js";
import type { Examine } from "./diagnosis.js";

/** What a suite says of itself. */
export interface SuiteFacts {
  /** In the order in which a phase plans them. */
  readonly scenarios: (contract: Contract) => readonly ScenarioFacts[];
  readonly responseChecks: readonly Pick<ResponseCheck, "id" | "title">[];
  /** Operations whose answers may be of any size, by their ids. */
  readonly unbounded: readonly string[];
  /** Looks for what usually goes wrong with a target before a run. */
  readonly diagnose: Examine;
}

/** Everything that the engine needs to know of an interface, besides its description. */
export interface Suite<State extends RunState = RunState> extends SuiteFacts {
  readonly scenarios: (contract: Contract) => readonly Scenario<State>[];
  readonly responseChecks: readonly ResponseCheck<State>[];
  /** What a run knows at first. */
  readonly create: (options: StateOptions) => State;
  /** Is the target there, and does it take the key? */
  readonly preflight: (state: State, sendTo: SendTo) => Promise<Preflight>;
  /** Looks at what the target holds, for a check that is to run by itself. */
  readonly survey: (state: State) => Promise<void>;
  /**
   * Sends a case if the run may.
   * @throws Skip if it may not
   */
  readonly send: (state: State, request: Case, send?: Send) => Promise<Exchange>;
  /** Writes down what the response checks have to know of an answer. */
  readonly remember: (state: State, parsed: ParsedExchange) => void;
  /** Writes down what later checks have to know, and finds what only remembering can show. */
  readonly learn: (
    state: State,
    parsed: ParsedExchange,
  ) => Promise<readonly Omit<Finding, "exchange" | "requirement">[]>;
  /** A case of the same operation that is answered as usual where nothing is wrong; undefined if none was so far. */
  readonly controlFor: (state: State, request: Case) => Case | undefined;
}

/** A suite at work on one target. */
export interface SuiteRun<State extends RunState = RunState> {
  readonly suite: Suite<State>;
  readonly state: State;
}

/** Sends a case to a base address of the same origin. */
export type SendTo = (baseUrl: string, request: Case) => Promise<Exchange>;

/** What the first requests tell of the target. */
export type Preflight =
  | { readonly status: "ready" }
  /** Nothing that could be judged came back. */
  | { readonly status: "unreachable"; readonly reason: string }
  | { readonly status: "key-refused"; readonly reason: string }
  /** Something answers, but with another interface: the address is wrong. */
  | { readonly status: "wrong address"; readonly reason: string };
