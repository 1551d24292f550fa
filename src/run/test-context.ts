import type { Case } from "../generate/index.js";
import type { Finding, OtherCause, Place, Reading } from "../judge/index.js";
import type { Exchange } from "../transport/index.js";
import type { RunState } from "./state.js";

/** What a check says when its claim does not hold. */
export interface Contradiction {
  /** A word or two that tell this finding from others of the same requirement; `broken` if there is one only. */
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
export interface TestContext<State extends RunState = RunState> {
  readonly world: State;
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
