import { randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { isMiss, nearMisses } from "../cases/index.js";
import { type Client, createClient } from "../http/index.js";
import { createSchemaValidator } from "../judge/index.js";
import { createWorld, type World } from "../suite/index.js";
import { createLifeline, type Lifeline } from "./lifeline.js";
import type { RunOptions } from "./options.js";
import { type Profile, profiles } from "./profile.js";
import { createRandomSource, type RandomSource } from "./random.js";
import { createTally, type Tally } from "./tally.js";
import { toolVersion } from "./tool-version.js";

/** In ms and bytes. */
const defaults = {
  concurrency: 8,
  timeout: 10_000,
  settle: 0,
  sizeLimit: 8 * 1024 * 1024,
  patience: 60_000,
};

/** A connection to a target, and what is known of it. */
export interface Session {
  readonly profile: Profile;
  readonly seed: number;
  readonly random: RandomSource;
  readonly concurrency: number;
  readonly client: Client;
  readonly lifeline: Lifeline;
  readonly world: World;
  /** Counts what was answered. */
  readonly tally: Tally;
  /** Aborts when the run is to end early. */
  readonly stop: AbortSignal;
}

/** Opens a session; nothing is sent yet. */
export function openSession(options: RunOptions): Session {
  const profile = profiles[options.profile ?? "gate"];
  const seed = options.seed ?? profile.seed();
  const random = createRandomSource(seed);
  const stop = options.signal ?? new AbortController().signal;
  // Every request that waits for its turn listens to it.
  setMaxListeners(0, stop);
  const concurrency = options.concurrency ?? defaults.concurrency;
  const client = createClient({
    baseUrl: options.baseUrl,
    key: options.key,
    userAgent: `pedigree/${toolVersion}`,
    concurrency,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    timeout: options.timeout ?? defaults.timeout,
    sizeLimit: defaults.sizeLimit,
    patience: defaults.patience,
    signal: stop,
  });
  const tally = createTally();
  const lifeline = createLifeline(client, profile.longest, tally.add);
  const world = createWorld({
    contract: options.contract,
    validate: createSchemaValidator(options.contract),
    send: lifeline.send,
    baseUrl: options.baseUrl,
    misses: nearMisses.filter((miss) => isMiss(miss, options.key)),
    now: options.now ?? new Date(),
    categories: options.categories ?? [],
    readOnly: options.readOnly ?? false,
    maxCreated: options.maxCreated ?? profile.maxCreated,
    settle: options.settle ?? defaults.settle,
    token: random.token,
    nonce: createRandomSource(randomInt(2 ** 47)).token,
    randomInt64: random.int64,
  });
  return { profile, seed, random, concurrency, client, lifeline, world, tally, stop };
}
