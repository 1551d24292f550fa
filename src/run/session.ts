import { randomBytes, randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { bodyBytes, type Case, isMiss, nearMisses } from "../cases/index.js";
import {
  type Client,
  type ClientOptions,
  createClient,
  type Exchange,
  sleepUnlessStopped,
} from "../http/index.js";
import { createSchemaValidator } from "../judge/index.js";
import { createWorld, type World } from "../suite/index.js";
import type { CreationEntry } from "./creations.js";
import { createExchangeLogger, type ExchangeLogger } from "./exchange-log.js";
import { createLifeline, type Lifeline } from "./lifeline.js";
import type { RunOptions } from "./options.js";
import { type Profile, profiles } from "./profile.js";
import { createJitter, createRandomSource, type RandomSource } from "./random.js";
import { createTally, type Tally } from "./tally.js";
import { toolVersion } from "./tool-version.js";

/** In ms and bytes. */
const defaults = {
  concurrency: 8,
  timeout: 10_000,
  settle: 0,
  sizeLimit: 4 * 1024 * 1024,
  patience: 60_000,
};

/** How long an address may take that is tried aside, in ms. */
const longestAside = 3000;

/** A connection to a target, and what is known of it. */
export interface Session {
  /** Tells this run from all others: 32 hexadecimal digits. */
  readonly id: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly random: RandomSource;
  readonly concurrency: number;
  readonly client: Client;
  readonly lifeline: Lifeline;
  readonly world: World;
  /** Sends to another base address of the same origin; what comes of it counts for nothing. */
  readonly sendTo: (baseUrl: string, request: Case) => Promise<Exchange>;
  /** Why something was not sent, because it could not be written down before. */
  readonly heldBack: () => string | undefined;
  /** Counts what was answered. */
  readonly tally: Tally;
  /** Keeps what was exchanged. */
  readonly logger: ExchangeLogger;
  /** Aborts when the run is to end early. */
  readonly stop: AbortSignal;
}

/** Opens a session; nothing is sent yet. */
export function openSession(options: RunOptions): Session {
  const id = randomBytes(16).toString("hex");
  const profile = readProfile(options);
  const seed = options.seed ?? profile.seed();
  const random = createRandomSource(seed);
  const shared = clientOptions(options);
  const stop = shared.signal;
  // Every request that waits for its turn listens to it.
  setMaxListeners(0, stop);
  let heldBack: string | undefined;
  const client = createClient({
    ...shared,
    onSending: (request, trace) => {
      if (request.method === "GET") return;
      try {
        options.onCreation?.(sending(request, { run: id, trace, target: options.baseUrl }));
      } catch (error) {
        heldBack ??= error instanceof Error ? error.message : String(error);
        throw error;
      }
    },
  });
  const tally = createTally();
  const logger = createExchangeLogger(options.baseUrl, options.keepExchanges ?? true);
  const onExchange = (exchange: Exchange): void => {
    tally.add(exchange);
    logger.add(exchange);
  };
  const lifeline = createLifeline({ client, longest: profile.longest, stop, onExchange });
  const world = createWorld({
    contract: options.contract,
    validate: createSchemaValidator(options.contract),
    send: lifeline.send,
    sendAside: lifeline.sendAside,
    isServing: lifeline.isServing,
    pause: (duration) => sleepUnlessStopped(duration, stop),
    baseUrl: options.baseUrl,
    proxy: options.connection?.proxy === undefined ? undefined : new URL(options.connection.proxy).host,
    misses: nearMisses.filter((miss) => isMiss(miss, options.key)),
    now: options.now ?? new Date(),
    categories: options.categories ?? [],
    readOnly: options.readOnly ?? false,
    thorough: profile.name !== "gate",
    crowd: profile.crowd,
    maxCreated: options.maxCreated ?? profile.maxCreated,
    settle: options.settle ?? defaults.settle,
    token: random.token,
    nonce: createRandomSource(randomInt(2 ** 47)).token,
    randomInt64: random.int64,
    earlierBodies: options.earlierBodies ?? [],
    expectations: options.expectations ?? new Map(),
    onCreated: (animal, trace) => {
      const at = new Date().toISOString();
      try {
        options.onCreation?.({ event: "created", run: id, at, trace, id: `${animal}` });
      } catch {
        // That it was sent stands there already; the next that is to be sent will be held back.
      }
    },
  });
  return {
    id,
    profile,
    seed,
    random,
    concurrency: shared.concurrency,
    client,
    lifeline,
    world,
    sendTo: async (baseUrl, request) => {
      const timeout = Math.min(shared.timeout, longestAside);
      const aside = createClient({ ...shared, baseUrl, timeout, patience: 0 });
      try {
        return await aside.send(request);
      } finally {
        await aside.close();
      }
    },
    heldBack: () => heldBack,
    tally,
    logger,
    stop,
  };
}

/** How to reach the target that the options name. */
export function clientOptions(options: RunOptions): ClientOptions {
  return {
    baseUrl: options.baseUrl,
    key: options.key,
    userAgent: `pedigree/${toolVersion}`,
    concurrency: options.concurrency ?? defaults.concurrency,
    headers: options.headers,
    connection: options.connection,
    rate: options.rate,
    timeout: options.timeout ?? defaults.timeout,
    sizeLimit: defaults.sizeLimit,
    random: createJitter(options.seed ?? randomInt(2 ** 32)),
    patience: options.patience ?? defaults.patience,
    signal: options.signal ?? new AbortController().signal,
  };
}

/** The profile, with what the options say otherwise. */
function readProfile({ profile = "gate", randomCases, longest }: RunOptions): Profile {
  return {
    ...profiles[profile],
    ...(randomCases === undefined ? {} : { randomCases }),
    ...(longest === undefined ? {} : { longest }),
  };
}

function sending(
  { body }: Case,
  facts: { readonly run: string; readonly trace: string; readonly target: string },
): CreationEntry {
  const text = body === undefined ? "" : Buffer.from(bodyBytes(body)).toString("utf8");
  return { event: "sending", at: new Date().toISOString(), ...facts, body: text };
}
