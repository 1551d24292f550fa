import { type Case, NoValue } from "../generate/index.js";
import type { Exchange } from "../transport/index.js";
import type { Failure, Finding } from "./finding.js";
import type { ParsedExchange } from "./parsed-exchange.js";
import type { RunState } from "./state.js";

/** The choice of a server at an open point, by the status of its response. */
export interface Choice {
  readonly status: number;
  readonly words: string;
}

/** A choice that is the status and no more. */
export function statusChoice(status: number): Choice {
  return { status, words: `${status}` };
}

/** Ends a scenario early, and says why. It is thrown, and no error: a stack would take its time. */
export class Skip {
  constructor(
    readonly why: "found" | "inconclusive" | "untested" | "not-applicable",
    readonly message: string,
    /** The thing that the user can give so that it is tested. */
    readonly lacks?: "value",
  ) {}
}

/** Returns the reason for which a scenario ends early: a skip, or a value that cannot be made or encoded. Undefined for any other error. */
export function skipOf(error: unknown): Skip | undefined {
  if (error instanceof Skip) return error;
  return error instanceof NoValue
    ? new Skip("untested", `no such request can be made: ${error.message}`)
    : undefined;
}

/** Returns the result of the work; undefined if a skip ends it. */
export async function unlessSkipped<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (skipOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** The context of a scenario: it sends cases, and records what is found. One for each attempt. */
export interface TestContext<State extends RunState = RunState> {
  readonly state: State;
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  /** Ids of the requirements of which something was seen that could have broken them. */
  readonly evaluated: ReadonlySet<string>;
  /**
   * Sends a case and holds the answer against everything that is true of every answer.
   * @throws Skip if there is then nothing left to go on.
   */
  readonly send: (request: Case) => Promise<ParsedExchange>;
  /** The same, but goes on whatever the answer was; undefined if there was none to judge. */
  readonly sendAnyway: (request: Case) => Promise<ParsedExchange | undefined>;
  /** Sends what a server need not understand: nothing is found, whatever comes of it. */
  readonly sendUnchecked: (request: Case) => Promise<Exchange>;
  /**
   * Holds the answer to what was sent unjudged, or was sent elsewhere, against everything that is true of every answer.
   * @throws Skip if there is then nothing left to go on.
   */
  readonly judge: (exchange: Exchange) => Promise<ParsedExchange>;
  /** Records a finding unless the expectation holds. */
  readonly expect: (holds: boolean, otherwise: Failure) => void;
  /**
   * Records all failures that a comparison has found.
   * @param check the one that was put to the test, also where there are none; that of the scenario if absent
   */
  readonly expectNone: (failures: readonly Failure[], check?: string) => void;
  /**
   * Records what the server chose where it is free to: to which input, if there are several. Another choice than
   * the one that is expected of it is a finding.
   */
  readonly observe: (point: string, choice: string | Choice, input?: string) => void;
}
