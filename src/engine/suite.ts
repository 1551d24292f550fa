import type { Contract } from "../description/index.js";
import type { Case } from "../transport/index.js";
import {
  type Client,
  type ClientOptions,
  type Clock,
  type ConnectionOptions,
  createClient,
  type Exchange,
  systemClock,
} from "../transport/index.js";
import type { Failure } from "./finding.js";
import type { Journalled } from "./journalled.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import type { KnowledgeUse, Learnt } from "./report-schema.js";
import type { RunState, Send, StateOptions } from "./run-state.js";
import type { ResponseCheck, Scenario, ScenarioFacts, TestContext } from "./scenario.js";

/**
 * Everything that the engine needs to know of an interface, besides its description. Its members are methods, so that
 * the engine need not know what state a suite keeps.
 */
export interface Suite<State extends RunState = RunState> {
  /** In the order in which a phase plans them. */
  scenarios(contract: Contract): readonly Scenario<State>[];
  /**
   * Tells the scenarios that learn what these take, for a run of some requirements only; where absent, none do but those that
   * create the first items.
   */
  preparing?(wanted: readonly ScenarioFacts[]): (scenario: ScenarioFacts) => boolean;
  /** Returns the form of its requests; GET and POST with a bearer token if absent. */
  requests?(contract: Contract): Pick<ClientOptions, "methods" | "caseHeaders" | "placeOf">;
  /** Asked of every response, one after the other. */
  responseChecks(contract: Contract): readonly ResponseCheck<State>[];
  /** Operations whose answers may be of any size, by their ids. */
  unbounded(contract: Contract): readonly string[];
  /**
   * Requests of one kind to an operation that may be left without an answer, where none of that kind ever got one: an answer
   * may have no end. Any number if absent.
   */
  readonly mostUnanswered?: number;
  /** Looks for what usually goes wrong with a target before a run, in a few requests, all of them GET. */
  diagnose(options: DiagnosisOptions): AsyncGenerator<Symptom>;
  /** Makes the state in which a run begins. */
  create(options: StateOptions): State;
  /** Is the target there, and does it take the key? */
  preflight(state: State, sendTo: SendTo): Promise<Preflight>;
  /** Looks at what the target holds, for a check that is to run alone. */
  survey(state: State): Promise<void>;
  /**
   * Sends a case if the run may.
   * @throws Skip if it may not
   */
  send(state: State, request: Case, send?: Send): Promise<Exchange>;
  /** Writes down what the response checks have to know of an answer. */
  remember(state: State, parsed: ParsedExchange): void;
  /** Writes down what later checks have to know, and judges what only remembering can show. */
  learn(state: State, parsed: ParsedExchange): Promise<readonly Judged[]>;
  /**
   * Has the next requests meet new items where these exchanges changed some: a defect may show once in an item's life. Absent
   * where items are not changed.
   */
  renewItems?(t: TestContext<State>, exchanges: readonly Exchange[]): Promise<void>;
  /** Returns the outcome of all that the user says of the interface; absent where the description says it all. */
  knowledgeUse?(state: State): readonly KnowledgeUse[];
  /** Returns what refusals said of members beyond the description, and helped to find a valid request. */
  learnt?(state: State): readonly Learnt[];
  /** Deletes what the checks have left of what the run created, as far as that is possible, and looks whether it is gone. */
  cleanUp?(state: State): Promise<void>;
  /** The words in a text by which an item is known again as the run's own; absent where no items can be deleted. */
  wordsIn?(state: State, text: string): readonly string[];
  /** Deletes and restores what a journal says that earlier runs have left; absent where no items can be deleted. */
  cleanJournalled?(state: State, journalled: Journalled): Promise<Cleaned>;
  /**
   * Returns the account of the items that the run created: deleted, and left, as far as it knows; absent where no items can be deleted. What is left
   * is an address, with the reason why it is still there, or a sentence on what has none.
   */
  account?(state: State): {
    readonly created: number;
    readonly deleted: number;
    readonly left: readonly { readonly item: string; readonly reason?: string }[];
  };
  /** Returns the changes that the run could not restore; absent where no singleton is changed. */
  leftChanges?(state: State): readonly LeftChange[];
  /** Ids of the operations that refused every valid request. */
  unserved?(state: State): readonly string[];
  /** Says which part of the interface no run judges, and what to do about it; undefined where there is none. */
  unjudged?(contract: Contract): string | undefined;
  /** Why a whole run shows too little to conform, although responses were judged; undefined where it shows enough. */
  showsNothing?(state: State): string | undefined;
  /**
   * Returns the request to send in place of one that the server may have carried out, although no response came: the same with other
   * markers; undefined where nothing may. The same request, if absent.
   */
  renewed?(state: State, request: Case): Case | undefined;
  /** A case of the same operation that is answered as usual where nothing is wrong; undefined if none was so far. */
  controlFor(state: State, request: Case): Case | undefined;
}

/** A check that was put to the test by all that was seen until now, and how it is broken, if it is. */
export interface Judged {
  readonly check: string;
  readonly failures: readonly Failure[];
}

/** A member that the run changed and could not restore. */
export interface LeftChange {
  readonly path: string;
  readonly member: string;
  /** Its value before, as JSON text. */
  readonly before: string;
  readonly reason: string;
}

/** The outcome of cleaning up after earlier runs, by addresses. */
export interface Cleaned {
  readonly deleted: readonly string[];
  /** Deleted by somebody before. */
  readonly gone: readonly string[];
  readonly restored: readonly string[];
  /** An address with the reason, or a sentence on what has no address. */
  readonly left: readonly { readonly item: string; readonly reason?: string }[];
}

/** A suite at work on one target. */
export interface SuiteRun {
  readonly suite: Suite;
  /** Those of the suite for this description. */
  readonly responseChecks: readonly ResponseCheck[];
  readonly state: RunState;
  /** Aborts when the run is to end early, or its time is up. */
  readonly stop: AbortSignal;
}

/** Sends a case to a base address of the same origin. */
export type SendTo = (baseUrl: string, request: Case) => Promise<Exchange>;

/**
 * The result of the first requests to the target. `unreachable`: nothing that could be judged came back. `wrong address`:
 * something answers, but with another interface.
 */
export type Preflight =
  | { readonly status: "ready" }
  | { readonly status: "unreachable" | "key-refused" | "wrong address"; readonly reason: string };

/** A target to be looked at. */
export interface DiagnosisOptions {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly connection: ConnectionOptions;
  readonly send: SendTo;
  /** For one step, in ms. */
  readonly timeout: number;
}

/** One thing that was looked at, and what to do about it where it is not as it should be. */
export interface Symptom {
  readonly about: "host" | "proxy" | "TLS" | "response" | "key" | "address" | "clock" | "items";
  readonly status: "fine" | "warning" | "problem";
  readonly found: string;
  readonly advice?: string;
}

/** The network through which a run reaches its target, and its clock. A transcript may stand in for both. */
export interface Network {
  readonly clock: Clock;
  readonly createClient: (options: ClientOptions) => Client;
  /** Does the work of one attempt of a check with one input: what is sent meanwhile belongs to it. */
  readonly within: <Value>(check: string, input: unknown, work: () => Promise<Value>) => Promise<Value>;
}

/** The network itself, and the clock of the system. */
export const realNetwork: Network = {
  clock: systemClock,
  createClient,
  within: (_check, _input, work) => work(),
};
