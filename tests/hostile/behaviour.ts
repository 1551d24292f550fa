import type { Socket } from "node:net";
import type { WireRequest } from "../transport/raw-server.js";

/** One request to a hostile server, and what there is to answer it with. */
export interface Visit {
  readonly socket: Socket;
  readonly request: WireRequest;
  /** What its `Authorization` header says after the scheme; empty if there is none. */
  readonly credential: string;
  /** The base address of another server, which must not be asked anything. */
  readonly elsewhere: string;
  /** What a store that conforms answers. */
  readonly store: () => Promise<StoreReply>;
}

/** What a store that conforms answers to a request. */
export interface StoreReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What a run against a hostile server must come to. */
interface Expected {
  readonly exitCodes: readonly (0 | 1 | 3)[];
  /** A requirement that must be among the failed ones. */
  readonly failed?: string;
  /** How many requests the run may send at most. */
  readonly requests?: number;
}

/** Answers one request that was received whole. */
export type Respond = (visit: Visit) => unknown;

interface Peculiarities {
  /** Of one request, in ms, where the usual one is too short for so much. */
  readonly timeout?: number;
  /** What it does with a connection before anything is asked. */
  readonly greet?: (socket: Socket) => unknown;
  /** Does it accept connections? */
  readonly accepts?: boolean;
}

/** One way of being hostile, and what a run must come to nevertheless; its name ends the sentence "a server that …". */
export type Behaviour = readonly [
  name: string,
  expected: Expected,
  respond: Respond,
  peculiarities?: Peculiarities,
];

/** Of one request: a run that gets no proper answer from the start must soon be over. In ms. */
export const timeout = 750;
/** Nothing can be learnt of it: the run is inconclusive after its first requests, which it may send again. */
export const hopeless: Expected = { exitCodes: [3], requests: 60 };
/** Something is wrong, and nobody can say what: no requirement is failed. */
export const doubtful: Expected = { exitCodes: [3] };
/** It is odd, but breaks no promise. */
export const harmless: Expected = { exitCodes: [0] };
/** It breaks no promise, and chance decides whether every request gets an answer of its own. */
export const uncertain: Expected = { exitCodes: [0, 3] };
/** Chance decides whether a request gets the answer to another one, and so what is learnt. */
export const arbitrary: Expected = { exitCodes: [0, 1, 3] };
/** It breaks promises; which of them is a matter of chance. */
export const broken: Expected = { exitCodes: [1] };

/** It breaks this promise. */
export function breaks(failed: string): Expected {
  return { exitCodes: [1], failed };
}

/** Behaviours of which the same is expected, by their names. */
export function expecting(
  expected: Expected,
  behaviours: Readonly<Record<string, Respond>>,
): readonly Behaviour[] {
  return Object.entries(behaviours).map(([name, respond]) => [name, expected, respond]);
}
