import { randomBytes, randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type Attribute, createAttribution } from "../description/index.js";
import { createSchemaValidator } from "../schema/index.js";
import type { Client, ClientOptions, Exchange } from "../transport/index.js";
import { isMiss, nearMisses } from "../transport/index.js";
import { createCircuitBreaker, createLoadControl } from "./circuit-breaker.js";
import { watchExchange } from "./create-context.js";
import { createCreationJournal } from "./creation-journal.js";
import { createFindings } from "./findings.js";
import { hideSecrets } from "./hidden-secrets.js";
import { mostCreated, type Profile, profiles } from "./profile.js";
import { createRecorder } from "./record.js";
import { clientOptions, createRandomSource, partOf, type RunOptions, toolVersion } from "./run-options.js";
import type { ScenarioFacts } from "./scenario.js";
import { realNetwork, type SendTo, type Suite } from "./suite.js";
import { createAttemptLog, createTally } from "./tally.js";
import type { Progress } from "./time-limit.js";

/** How long a probe of an address may take, in ms. */
const maxProbeTime = 3000;

/** Of a connection in a run with random cases, in ms. */
const connectionLifetime = 1000;

/** A connection to a target, and what is known of it. */
export type Session = ReturnType<typeof openSession>;

/** Opens a session; nothing is sent yet. */
export function openSession(suite: Suite, options: RunOptions) {
  const startedAt = new Date();
  const { contract, baseUrl, network = realNetwork } = options;
  const { clock } = network;
  const began = clock.now();
  const id = randomBytes(16).toString("hex");
  const profile = profiles[options.profile ?? "gate"];
  const seed = options.seed ?? profile.seed();
  const part = partOf(options);
  const random = createRandomSource(seed, part.name);
  const limits = randomLimitsOf(options, profile);
  const longest = Math.min(options.longest ?? profile.longest, options.duration ?? Number.POSITIVE_INFINITY);
  const { signal: stop, clear } = createDeadline(longest, [options.signal, options.started?.ended]);
  // New connections reach servers behind a balancer that the first ones did not.
  const lifetime = limits.cases > 0 ? connectionLifetime : undefined;
  const requests = suite.requests?.(contract);
  const shared = { ...clientOptions(options), ...requests, lifetime, signal: stop };
  // Every request that waits for its turn listens to it.
  setMaxListeners(0, stop);
  const scenarios = suite.scenarios(contract);
  const responseChecks = suite.responseChecks(contract);
  const secrecy = hideSecrets(options, scenarios);
  const journal = createCreationJournal(
    {
      ...{
        id,
        hide: secrecy.hideSent,
        wordsIn: (text) => suite.wordsIn?.(state, text) ?? [],
        target: baseUrl,
        tool: toolVersion,
      },
      ...{ spec: options.spec, overlays: options.overlays },
    },
    options,
  );
  const client = network.createClient({ ...shared, onSending: journal.sending });
  const attribute = createAttribution(contract.requirements);
  // A check that no requirement names is a mistake of the catalogue: before anything is sent.
  for (const { id, expects = [], observes = [] } of scenarios)
    for (const check of [id, ...expects, ...observes]) attribute(check);
  for (const { id } of responseChecks) attribute(id);
  const tally = createTally();
  const load = createLoadControl(shared.concurrency);
  const drawn = { cases: 0, reached: 0, pairs: { tried: 0, all: 0 } };
  const recorder = createRecorder(
    { baseUrl, placeOf: requests?.placeOf, ...secrecy },
    options.keepExchanges ?? true,
  );
  const onExchange = (exchange: Exchange): void => {
    tally.add(exchange);
    if (drawn.cases > 0 && exchange.outcome.kind === "response") load.record(exchange.duration);
    recorder.log(exchange);
    watchExchange(exchange);
  };
  const breaker = createCircuitBreaker({
    client,
    clock,
    stop,
    onExchange,
    mostUnanswered: suite.mostUnanswered,
  });
  const keptRoom = createKeptRoom();
  const state = suite.create({
    contract,
    attribute,
    validate: createSchemaValidator(contract),
    target: {
      send: breaker.send,
      sendProbe: breaker.sendProbe,
      isServing: breaker.isServing,
      sendOnce: async (request, isLast = false) => {
        const signal = isLast ? new AbortController().signal : stop;
        const exchange = await sendWith(network.createClient, {
          ...shared,
          signal,
          onSending: journal.sending,
        })(baseUrl, request);
        onExchange(exchange);
        return exchange;
      },
      baseUrl,
      proxy: options.connection?.proxy === undefined ? undefined : new URL(options.connection.proxy).host,
    },
    key: {
      misses: options.misses ?? nearMisses.filter((miss) => isMiss(miss, options.key)),
      hasSecond: options.secondKey !== undefined,
      isToken: options.tokens !== undefined,
    },
    clock: {
      elapsed: () => clock.now() - began,
      pause: (duration) => clock.sleep(duration, stop),
      now: options.now ?? new Date(),
      settle: options.settle ?? 0,
      finalWait: options.finalWait ?? profile.finalWait,
    },
    settings: {
      categories: options.categories ?? [],
      readOnly: options.readOnly ?? false,
      deletableOnly: options.deletableOnly ?? false,
      disposable: options.disposable ?? false,
      strict: options.strict ?? false,
      thorough: profile.name !== "gate",
      expectations: options.expectations ?? new Map(),
    },
    limits: {
      pageFillCount: profile.pageFillCount,
      maxCreated: part.budgetOf(
        options.maxCreated ?? mostCreated(profile, contract.operations, options.disposable),
      ),
      mayFillLists: options.maxCreated === undefined && profile.mayFillLists,
      maxUnsettledInvalid:
        options.maxCreated === undefined
          ? Math.floor(profile.maxUnsettledInvalid / (options.shard?.of ?? 1))
          : 0,
      keptRoom: keptRoom.items,
    },
    words: {
      marker: random.marker,
      nonce: createRandomSource(options.nonce ?? randomInt(2 ** 47)).marker,
      randomInt64: random.int64,
      earlierBodies: options.earlierBodies ?? [],
    },
    journal,
  });
  return {
    /** Tells this run from all others: 32 hexadecimal digits. */
    id,
    startedAt,
    options,
    network,
    clock,
    suite,
    /** Those of the suite for this description. */
    scenarios,
    /** The scenarios that put a requirement to the test, by its id. */
    scenariosFor: scenariosByRequirement(scenarios, attribute),
    responseChecks,
    profile,
    seed,
    part,
    random,
    concurrency: shared.concurrency,
    client,
    close: async (): Promise<void> => {
      clear();
      await client.close();
    },
    breaker,
    state,
    keptRoom,
    secrecy,
    tally,
    recorder,
    /** Aborts when the run is to end early, or its time is up. */
    stop,
    /** How long it may take, in ms. */
    longest,
    /** Is that the stated duration, which is no trouble when it is over? */
    isStated: options.duration === longest,
    progress: { all: 0, done: 0, randomTime: 0 } satisfies Progress,
    /** The limits of the random phase: cases, and ms since the run began, whichever comes first. */
    randomLimits: limits,
    /** How many random cases the target bears at a time. */
    load,
    /**
     * Random cases so far, the number up to which all of them are tried or left to others, and how many pairs of classes
     * they were the first to try, of all.
     */
    drawn,
    /** Why something was not sent, because it could not be written down before. */
    heldBack: journal.heldBack,
    findings: createFindings((requirement) => options.onEvent?.({ kind: "finding-confirmed", requirement })),
    /** Every attempt is written down at once: what was learnt stays if the suite itself fails. */
    attempts: createAttemptLog(),
    sendTo: sendWith(network.createClient, { ...shared, timeout: Math.min(shared.timeout, maxProbeTime) }),
  };
}

/** Sorts scenarios by what they test: thousands of requirements must not look through thousands of scenarios each. */
function scenariosByRequirement<Each extends ScenarioFacts>(
  scenarios: readonly Each[],
  attribute: Attribute,
) {
  const found = new Map<string, Each[]>();
  for (const each of scenarios)
    for (const requirement of new Set([each.id, ...(each.expects ?? [])].map(attribute)))
      found.set(requirement, [...(found.get(requirement) ?? []), each]);
  return (requirement: string): readonly Each[] => found.get(requirement) ?? [];
}

/** A signal that aborts when this time is up, in ms, or with one of others. AbortSignal.any of Node 20 may never do so. */
function createDeadline(
  longest: number,
  signals: readonly (AbortSignal | undefined)[],
): { readonly signal: AbortSignal; readonly clear: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, longest).unref();
  if (signals.some((each) => each?.aborted)) abort();
  for (const signal of signals) signal?.addEventListener("abort", abort, { once: true });
  const clear = (): void => {
    clearTimeout(timer);
    for (const signal of signals) signal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, clear };
}

/** Returns the limits of random cases. A limit that is left unsaid beside a stated one is infinite. */
function randomLimitsOf({ cases, duration }: RunOptions, { random }: Profile): Profile["random"] {
  if (cases === undefined && duration === undefined) return random;
  return { cases: cases ?? Number.POSITIVE_INFINITY, duration: duration ?? Number.POSITIVE_INFINITY };
}

/** Sends to any base address of the same origin, once; what comes of it counts for nothing. */
export function sendWith(createClient: (options: ClientOptions) => Client, options: ClientOptions): SendTo {
  return async (baseUrl, request) => {
    const client = createClient({ ...options, baseUrl, patience: 0 });
    try {
      return await client.send(request);
    } finally {
      await client.close();
    }
  };
}

/**
 * Room for the items that scenarios still to come add with the first input that applies: however few items a run may add,
 * every scenario has its turn before another has more than one.
 */
function createKeptRoom() {
  const waiting = new Set<ScenarioFacts>();
  return {
    keepFor: (checks: readonly ScenarioFacts[]): void => {
      for (const check of checks) if (check.adds !== undefined) waiting.add(check);
    },
    /** Takes the room that is kept for a scenario, if there is some; it can be given back with `keepFor`. */
    claim: (check: ScenarioFacts): boolean => waiting.delete(check),
    /** Their turn is over. */
    release: (checks: readonly ScenarioFacts[]): void => {
      for (const check of checks) waiting.delete(check);
    },
    /** How many items, one of them for a request that is to be refused: it needs room while it is under way. */
    items: (): number => {
      const first = [...waiting].reduce((sum, { adds = 0 }) => sum + adds, 0);
      return first === 0 ? 0 : first + 1;
    },
  };
}
