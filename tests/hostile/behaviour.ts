import type { Visit } from "./hostile-server.js";
import type { Listening } from "./listening.js";

/** What a run against a hostile server must come to. */
export interface Expected {
  readonly exitCode: 0 | 1 | 3;
  /** A requirement that must be among the failed ones. */
  readonly failed?: string;
  /** How long the run may take, in ms. */
  readonly within: number;
}

/** One way of being hostile, and what a run must come to nevertheless. */
export interface Behaviour {
  /** Ends the sentence "a server that …". */
  readonly name: string;
  readonly expected: Expected;
  /** Of one request, in ms, where the usual one is too short for so much. */
  readonly timeout?: number;
  /** Answers one request that was received whole. */
  readonly response: (visit: Visit) => void | Promise<void>;
  /** What it does with a connection before anything is asked. */
  readonly greet?: (visit: Pick<Visit, "socket">) => void;
  /** Listens in another way than usual; nothing else of the behaviour counts then. */
  readonly listen?: () => Promise<Listening>;
}

/** Of one request: a run that gets no proper answer from the start must soon be over. In ms. */
export const timeout = 750;
/** Two seconds, and one more for a machine that runs other tests meanwhile. */
const soon = timeout + 3000;
const eventually = 45_000;

/** Nothing can be learnt of it: the run is inconclusive, soon. */
export const hopeless: Expected = { exitCode: 3, within: soon };

/** Something is wrong, and nobody can say what: no requirement is failed. */
export const doubtful: Expected = { exitCode: 3, within: eventually };

/** It is odd, but breaks no promise. */
export const harmless: Expected = { exitCode: 0, within: eventually };

/** It breaks this promise. */
export function breaks(failed: string): Expected {
  return { exitCode: 1, failed, within: eventually };
}

/** It breaks promises; which of them is a matter of chance. */
export const broken: Expected = { exitCode: 1, within: 2 * eventually };
