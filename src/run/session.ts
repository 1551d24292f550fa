import { randomBytes, randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createSchemaValidator, type RunState, type Scenario } from "../checks/index.js";
import { createAttribution } from "../description/index.js";
import { type Case, isMiss, nearMisses } from "../generate/index.js";
import { type Client, createClient, type Exchange, sleepUnlessStopped } from "../transport/index.js";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.js";
import { clientOptions } from "./client-options.js";
import { createCreationJournal } from "./creation-journal.js";
import { createExchangeLogger, type ExchangeLogger } from "./exchange-log.js";
import type { RunOptions } from "./options.js";
import { type Profile, readProfile } from "./profile.js";
import { createRandomSource, type RandomSource } from "./random.js";
import type { Suite, SuiteRun } from "./suite.js";
import { createTally, type Tally } from "./tally.js";

/** How long an address may take that is tried aside, in ms. */
const longestAside = 3000;

/** A connection to a target, and what is known of it. */
export interface Session<State extends RunState> extends SuiteRun<State> {
  /** Tells this run from all others: 32 hexadecimal digits. */
  readonly id: string;
  /** Those of the suite for this description. */
  readonly scenarios: readonly Scenario<State>[];
  readonly profile: Profile;
  readonly seed: number;
  readonly random: RandomSource;
  readonly concurrency: number;
  readonly client: Client;
  readonly breaker: CircuitBreaker;
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
export function openSession<State extends RunState>(
  suite: Suite<State>,
  options: RunOptions,
): Session<State> {
  const id = randomBytes(16).toString("hex");
  const profile = readProfile(options.profile, options);
  const seed = options.seed ?? profile.seed();
  const random = createRandomSource(seed);
  const shared = clientOptions(options);
  const stop = shared.signal;
  // Every request that waits for its turn listens to it.
  setMaxListeners(0, stop);
  const journal = createCreationJournal(id, options);
  const client = createClient({ ...shared, onSending: journal.sending });
  const tally = createTally();
  const logger = createExchangeLogger(options.baseUrl, options.keepExchanges ?? true);
  const onExchange = (exchange: Exchange): void => {
    tally.add(exchange);
    logger.add(exchange);
  };
  const breaker = createCircuitBreaker({ client, longest: profile.longest, stop, onExchange });
  const attribute = createAttribution(options.contract.requirements);
  const scenarios = suite.scenarios(options.contract);
  // A check that no requirement names is a mistake of the catalogue: before anything is sent.
  for (const { id, expects = [], observes = [] } of scenarios)
    for (const check of [id, ...expects, ...observes]) attribute(check);
  for (const { id } of suite.responseChecks) attribute(id);
  const state = suite.create({
    contract: options.contract,
    attribute,
    validate: createSchemaValidator(options.contract),
    send: breaker.send,
    sendAside: breaker.sendAside,
    isServing: breaker.isServing,
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
    settle: options.settle ?? 0,
    token: random.token,
    nonce: createRandomSource(randomInt(2 ** 47)).token,
    randomInt64: random.int64,
    earlierBodies: options.earlierBodies ?? [],
    expectations: options.expectations ?? new Map(),
    onCreated: journal.created,
  });
  return {
    id,
    profile,
    seed,
    random,
    concurrency: shared.concurrency,
    client,
    breaker,
    suite,
    scenarios,
    state,
    sendTo: async (baseUrl, request) => {
      const timeout = Math.min(shared.timeout, longestAside);
      const aside = createClient({ ...shared, baseUrl, timeout, patience: 0 });
      try {
        return await aside.send(request);
      } finally {
        await aside.close();
      }
    },
    heldBack: journal.heldBack,
    tally,
    logger,
    stop,
  };
}
