import { createHash, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Contract } from "../description/index.js";
import type { ClientOptions } from "../transport/index.js";
import type { ChangeEntry, CreationEntry } from "./creation-journal.js";
import type { BrokenPlace } from "./known-failures.js";
import type { Profile, ProfileName } from "./profile.js";
import type { Report } from "./report-schema.js";
import type { KeyFacts, Limits, RunClock, Settings, Words } from "./run-state.js";
import { type Phase, phases } from "./scenario.js";
import type { Network } from "./suite.js";
import type { Waiver } from "./verdict.js";

type WithClient = Pick<
  ClientOptions,
  "headers" | "connection" | "rate" | "concurrency" | "timeout" | "patience" | "tokens" | "secondKey"
>;
type WithState = Pick<Settings, "categories" | "readOnly" | "deletableOnly" | "disposable" | "expectations"> &
  Pick<Limits, "maxCreated"> &
  Pick<RunClock, "settle" | "now"> &
  Pick<Words, "earlierBodies"> &
  Pick<KeyFacts, "misses">;
/** Instead of the profile's. */
type WithProfile = Pick<Profile, "randomCases" | "longest" | "finalWait" | "requireTested">;

/** A server that was started to be judged. */
export interface StartedTarget {
  /** Aborts as soon as it has ended: the run ends early then. */
  readonly ended: AbortSignal;
  /** Says how it has ended, without any key; undefined while it is there. */
  readonly trouble: () => Promise<string | undefined>;
  /** Goes on after the sentence that the key is refused: why the server may not know it. */
  readonly keyHint?: string;
}

/** The options of a run. Durations in ms. */
export interface RunOptions extends Partial<WithClient & WithState & WithProfile> {
  /** Random cases that add nothing, at most. */
  readonly cases?: number;
  /** How long the run may take, the time for random cases included, of which it tries as many as fit. */
  readonly duration?: number;
  /** Which of several runs with the same seed it is; the only one if absent. */
  readonly shard?: Shard;
  /** Is it to try random cases, and nothing else, since another run walks through every rule? */
  readonly randomOnly?: boolean;
  /** Inputs with which checks, by their ids, found something in an earlier run: tried first, each in the phase of its check. */
  readonly earlierFailures?: readonly { readonly check: string; readonly input: unknown }[];
  /** The failures of a baseline: alone, they are no reason to end with 1. */
  readonly knownFailures?: readonly BrokenPlace[];
  readonly contract: Contract;
  /** Without a trailing slash, for example `http://localhost:8080/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Instead of the network and the system's clock. */
  readonly network?: Network;
  /** The source of words that differ from run to run, any integer; made up if absent. */
  readonly nonce?: number;
  /** The server that was started for the run: it is inconclusive if that ends before. */
  readonly started?: StartedTarget;
  /** Is it the reference server, since no target was given? */
  readonly embedded?: boolean;
  /** The file or address of the description, where it is not that of the package. */
  readonly spec?: string;
  /** Files of the overlays that were applied to it. */
  readonly overlays?: readonly string[];
  /** The target's name in the configuration. */
  readonly targetName?: string;
  readonly profile?: ProfileName;
  readonly seed?: number;
  /** Known failures that are accepted for a time. The certification profile accepts none. */
  readonly waivers?: readonly Waiver[];
  /** Are waivers that match nothing a reason not to conform, and is what a server lets pass everywhere? */
  readonly strict?: boolean;
  /** Called for every item that may be added, before the request goes out, and for those that were. */
  readonly onCreation?: (entry: CreationEntry) => void;
  /** Called before what is there once is changed, such as settings, and once it was restored. */
  readonly onChange?: (entry: ChangeEntry) => void;
  /** Ids of the requirements to test; all if absent. */
  readonly only?: readonly string[];
  /** Does the report hold what was exchanged, besides the evidence of findings? It does if absent. */
  readonly keepExchanges?: boolean;
  readonly onEvent?: Listener;
  /**
   * Called in a run with random cases, each time that there is something to lose: with a report on what was learnt until
   * then, without the log of exchanges. A finding is in it before a listener gets its event.
   */
  readonly onCheckpoint?: (report: Report) => void;
  /** Ends the run early; what was learnt until then is reported. */
  readonly signal?: AbortSignal;
}

/** The events that listeners receive, in this order. Listeners know the run; the run knows no listener. */
export type RunEvent =
  | {
      readonly kind: "run-started";
      readonly baseUrl: string;
      readonly seed: number;
      readonly profile: string;
      /** How many checks there are to run. */
      readonly checks: number;
    }
  | { readonly kind: "phase-started"; readonly phase: Phase; readonly checks: number }
  | {
      readonly kind: "check-finished";
      readonly check: string;
      readonly requirement: string;
      readonly status: string;
      readonly requests: number;
    }
  /** How many random cases were tried until now, and how many requests the run has sent. */
  | { readonly kind: "random-cases"; readonly cases: number; readonly requests: number }
  | { readonly kind: "finding-confirmed"; readonly requirement: string }
  /** A pattern of the description takes too long to match: what it says of a text is not judged. */
  | { readonly kind: "pattern-undecided"; readonly pattern: string }
  /** Values were made without a member of this schema: with it they would be too long, or have too many members. */
  | { readonly kind: "member-left-out"; readonly schema: object }
  /** The suite itself has failed; the report holds what was learnt until then. */
  | { readonly kind: "bug"; readonly error: unknown }
  | { readonly kind: "run-finished"; readonly report: Report };

/** Called for every event. */
export type Listener = (event: RunEvent) => void;

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** The version of this package. */
export const toolVersion: string = manifest.version;

/** How to reach the target that the options name. */
export function clientOptions(options: RunOptions): ClientOptions {
  return {
    baseUrl: options.baseUrl,
    key: options.key,
    tokens: options.tokens,
    secondKey: options.secondKey,
    headers: options.headers,
    connection: options.connection,
    rate: options.rate,
    userAgent: `pedigree/${toolVersion}`,
    concurrency: options.concurrency ?? 8,
    timeout: options.timeout ?? 10_000,
    sizeLimit: 4 * 1024 * 1024,
    random: createJitter(options.seed ?? randomInt(2 ** 32)),
    patience: options.patience ?? 60_000,
    signal: options.signal ?? new AbortController().signal,
  };
}

/** One of several runs with the same seed that divide its random cases among themselves. */
export interface Shard {
  /** From 1. The first one walks through every rule; the others try random cases only. */
  readonly number: number;
  readonly of: number;
}

/** Items that a shard other than the first may add, at most: a server may store what it has to refuse. */
const mostOfOthers = 2;

/** The part that a run has to do, where other runs do the rest. */
export interface ShareOfRun {
  /** The phases that it goes through, in their order. */
  readonly phases: readonly Phase[];
  /** Is it to try this round of random cases, one of each scenario? */
  readonly owns: (round: number) => boolean;
  /** Does it go through all other phases, too? */
  readonly walks: boolean;
  /** Its part of the items that all may add together. */
  readonly budgetOf: (maxCreated: number) => number;
  /** Tells it from the other parts; empty for a run that does all. */
  readonly name: string;
}

/** The division of the work among this run and others. */
interface PartOptions {
  readonly shard?: Shard | undefined;
  /** Is it to try random cases, and nothing else? */
  readonly randomOnly?: boolean | undefined;
}

/** The part of one shard, or all of a run. */
export function partOf({ shard, randomOnly = false }: PartOptions): ShareOfRun {
  const { number, of } = shard ?? { number: 1, of: 1 };
  const isFirst = number === 1 && !randomOnly;
  return {
    phases: isFirst ? phases : ["random"],
    walks: isFirst,
    owns: (round) => round % of === number - 1,
    budgetOf: (maxCreated) => {
      const ofOthers = Math.min(mostOfOthers, Math.floor(maxCreated / (2 * of)));
      return isFirst ? maxCreated - (of - 1) * ofOthers : ofOthers;
    },
    name: isFirst ? "" : `${number}/${of} `,
  };
}

/**
 * The one source of everything that a run makes up. The same seed gives the same, in the same order.
 * @param seed any integer
 * @param part tells tokens from those of other runs with this seed
 */
export function createRandomSource(seed: number, part = "") {
  let drawn = 0;
  const draw = (purpose: string): Buffer => createHash("sha256").update(`${seed}/${purpose}`).digest();
  return {
    /** Eight small letters, unlike any given before: what makes a name one of a kind. */
    marker: (): string => {
      drawn += 1;
      const letters = [...draw(`${part}token ${drawn}`).subarray(0, 8)];
      return letters.map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
    },
    /** A positive integer of 63 bits. */
    int64: (): bigint => {
      drawn += 1;
      return BigInt.asUintN(62, draw(`int64 ${drawn}`).readBigUInt64BE()) + 2n ** 62n;
    },
    /** A seed of 32 bits for one purpose, whatever else was drawn before. */
    seedFor: (purpose: string): number => draw(`seed ${purpose}`).readInt32BE(),
  };
}

/** Numbers from 0 up to 1 for the pauses before retries: a source of their own, since retries must not change what is sent. */
function createJitter(seed: number): () => number {
  const { int64 } = createRandomSource(seed);
  return () => Number(BigInt.asUintN(32, int64())) / 2 ** 32;
}
