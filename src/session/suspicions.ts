import type { Case, Exchange } from "../transport/index.js";

/** A request of the run, without its response. */
export interface Sent {
  readonly request: Case;
  /** Undefined as long as there is no response. */
  readonly status: number | undefined;
  /** When it was sent, and when its response was there, in ms since the run began. */
  readonly sentAt: number;
  readonly endedAt: number;
}

/** A law that may be broken, with what re-enacts it: plain data. */
export interface Suspicion {
  /** The id of the law, and the operation that may break it. */
  readonly law: string;
  readonly operation: string;
  readonly input: unknown;
}

/** A list as it was shown when nothing in particular was asked of it, and what asked for it. */
export interface PlainList {
  readonly request: Case;
  readonly listing: unknown;
  readonly sentAt: number;
}

/** The requests of a run in their order, and the laws that they may have broken. */
export interface Suspicions {
  /** The latest requests. */
  readonly sent: readonly Sent[];
  readonly all: readonly Suspicion[];
  /** The laws that were kept where they might have been broken, by their ids. */
  readonly kept: ReadonlySet<string>;
  readonly noteKept: (law: string) => void;
  /** By operation: the refused request whose body has most of what a valid one has. */
  readonly refused: ReadonlyMap<string, Case>;
  /** The latest response of each list that was asked for as it is, by its address and the size of its page. */
  readonly plain: ReadonlyMap<string, PlainList>;
  readonly setPlain: (key: string, list: PlainList) => void;
  /** Addresses of items in lists that show words of the run, and to which no creation led as far as that is known. */
  readonly unclaimed: ReadonlySet<string>;
  /** Records such an address, unless there are enough. */
  readonly noteUnclaimed: (address: string) => void;
  /** Operations that were seen to add two items where one was sent. */
  readonly addingTwo: ReadonlySet<string>;
  readonly noteAddsTwo: (operation: string) => void;
  /** Records a request that goes out. @returns records what came of it */
  readonly noteSent: (request: Case) => (exchange: Exchange) => void;
  /** Records a suspicion, unless there are enough of the same law and operation. */
  readonly note: (suspicion: Suspicion) => void;
  /** From now on, nothing is suspected: what may be broken is re-enacted. */
  readonly close: () => void;
}

/** Requests that are remembered. */
const mostSent = 600;
/** Suspicions of one law and operation that are re-enacted. */
const mostAlike = 3;
/** Items that are kept, to which no creation led. */
const mostUnclaimed = 20;

export function createSuspicions(): Suspicions {
  const sent: { -readonly [Name in keyof Sent]: Sent[Name] }[] = [];
  const all: Suspicion[] = [];
  const refused = new Map<string, Case>();
  const plain = new Map<string, PlainList>();
  const kept = new Set<string>();
  const unclaimed = new Set<string>();
  const addingTwo = new Set<string>();
  let isClosed = false;
  return {
    ...{ sent, all, refused, kept, plain, unclaimed, addingTwo },
    setPlain: (key, list) => plain.set(key, list),
    noteKept: (law) => kept.add(law),
    noteUnclaimed: (address) => {
      if (unclaimed.size < mostUnclaimed) unclaimed.add(address);
    },
    noteAddsTwo: (operation) => addingTwo.add(operation),
    noteSent: (request) => {
      // As long as it is under way, it may have come before anything else.
      const one: (typeof sent)[number] = {
        ...{ request, status: undefined, sentAt: 0, endedAt: Number.POSITIVE_INFINITY },
      };
      sent.push(one);
      if (sent.length > mostSent) sent.splice(0, sent.length - mostSent);
      return ({ sentAt, duration, outcome }) => {
        const status = outcome.kind === "response" ? outcome.status : undefined;
        Object.assign(one, { sentAt, endedAt: sentAt + duration, status });
        const longest = textLengthOf(refused.get(request.operation));
        const isRefused = (status === 400 || status === 422) && request.method !== "GET";
        if (isRefused && textLengthOf(request) > longest) refused.set(request.operation, request);
      };
    },
    note: (suspicion) => {
      const alike = all.filter(
        ({ law, operation }) => law === suspicion.law && operation === suspicion.operation,
      );
      if (!isClosed && alike.length < mostAlike) all.push(suspicion);
    },
    close: () => {
      isClosed = true;
    },
  };
}

/** Longer texts than these are refused for their length. */
const longestText = 1000;

function textLengthOf(request: Case | undefined): number {
  const { length } = request?.body?.kind === "text" ? request.body.text : "";
  return length > longestText ? 0 : length;
}
