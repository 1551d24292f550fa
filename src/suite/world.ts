import type { Case, CaseKind, NearMiss } from "../cases/index.js";
import type { Contract } from "../contract/index.js";
import type { Exchange, MayResend } from "../http/index.js";
import type { Json } from "../json/index.js";
import { dayOnEarth, type ValidateSchema } from "../judge/index.js";
import { type CreationBudget, createCreationBudget } from "./creation-budget.js";
import { largestPage } from "./facts.js";
import type { Pet } from "./pet.js";
import { listRequest } from "./requests.js";

/** Sends a case; `mayResend` is asked before a creation goes out once more. */
export type Send = (request: Case, mayResend?: MayResend) => Promise<Exchange>;

/** What a run is told before it begins. */
export interface WorldOptions {
  readonly contract: Contract;
  readonly validate: ValidateSchema;
  readonly send: Send;
  /** Sends what a server need not understand: what becomes of it says nothing of the server. */
  readonly sendAside: Send;
  /** Is something served that was served before? Waits a little for who is away. */
  readonly isServing: () => Promise<boolean>;
  /** Waits so long, in ms, or until the run is stopped. */
  readonly pause: (duration: number) => Promise<void>;
  readonly baseUrl: string;
  /** Host of the forward proxy in between, if there is one. */
  readonly proxy: string | undefined;
  /** The near misses that can be made of this key. */
  readonly misses: readonly NearMiss[];
  /** The clock by which "before the removal date" is told. */
  readonly now: Date;
  /** Category ids that are said to exist; empty if they must be learned. */
  readonly categories: readonly bigint[];
  /** Then nothing but GET is sent. */
  readonly readOnly: boolean;
  /** Is everything to be tried that takes no luck, however long it takes? */
  readonly thorough: boolean;
  /** So many animals of one state there are to be, to see its list kept short as well. */
  readonly crowd: number;
  /** How many animals the run may add. */
  readonly maxCreated: number;
  /** How long an animal may take to be seen after it was added, in ms. */
  readonly settle: number;
  /** The source of everything that is made up: the same seed, the same words in the same order. */
  readonly token: () => string;
  /** Eight small letters that no run before has drawn, whatever the seed: for servers that want names to differ. */
  readonly nonce: () => string;
  /** What earlier runs sent to this target to add animals, as JSON texts: a broken server may have stored anything. */
  readonly earlierBodies: readonly string[];
  /** Open point → what the team has decided on; any other choice is then a breach. */
  readonly expectations: ReadonlyMap<string, readonly string[]>;
  /** Is told of every animal that the server says it added, with the trace of the request. */
  readonly onCreated: (id: bigint, trace: string) => void;
  /** A positive 63-bit integer, from the same source: an id that no animal has, as good as certainly. */
  readonly randomInt64: () => bigint;
}

/** An animal that the run has seen. */
export interface KnownAnimal {
  readonly pet: Pet;
  /** Did this run add it? */
  readonly own: boolean;
  /** When the request that created it went out, in ms since the run began; undefined for an animal of others. */
  readonly sentAt: number | undefined;
  /** When it was first seen, in ms since the run began. */
  readonly seenAt: number;
}

/** What a run knows about the server in front of it. It grows while the checks look. */
export interface World extends WorldOptions {
  /** Category ids that the server is known to accept. */
  readonly accepted: Set<bigint>;
  /** What is known of the categories: not looked yet, found, or none that was tried is accepted. */
  categorySearch: "not begun" | "found" | "failed";
  /** Does the server refuse a name that another animal has? */
  uniqueNames: boolean;
  /** How many valid animals were made up so far. */
  drafted: number;
  /** The animals that the run has added, and how many more it may. */
  readonly budget: CreationBudget;
  /** Operations and kinds of case that were answered as usual at least once, with the latest such case. */
  readonly answered: Map<string, Case>;
  /** Has this run sent anything yet that may add an animal? */
  hasSent: boolean;
  /** Ids of rows that were listed before that, whatever else they hold, as JSON. */
  readonly listedBefore: Set<string>;
  /** Tells rows that an earlier run left behind; made when the first invalid row is seen. */
  isLeftover: ((row: Json | undefined) => boolean) | undefined;
  /** By id. */
  readonly animals: Map<bigint, KnownAnimal>;
  /** Path → a list on which an animal of the run's own was missing. */
  readonly suspicions: Map<string, Case>;
  /** Requirement → how many answers its oracle has judged. */
  readonly judged: Map<string, number>;
  /** Requirement → what the server was seen to choose → how often. */
  readonly observations: Map<string, Map<string, number>>;
}

/** A world in which nothing is known yet. */
export function createWorld(options: WorldOptions): World {
  const { contract, maxCreated: bound, settle, pause } = options;
  const { roles } = contract;
  /** Every list that is asked for tells the budget what there is. */
  const learnFrom =
    (send: Send): Send =>
    async (request, mayResend) => {
      const askedAt = performance.now();
      const exchange = await send(request, mayResend);
      budget.learn(exchange, askedAt);
      return exchange;
    };
  const send = learnFrom(options.send);
  const budget = createCreationBudget({
    bound,
    roles,
    settle,
    pause,
    ask: (view) =>
      send(
        listRequest(
          { contract },
          { limit: largestPage(options), ...(view === null ? {} : { status: view }) },
        ),
      ),
  });
  return {
    ...options,
    send,
    sendAside: learnFrom(options.sendAside),
    budget,
    accepted: new Set(),
    categorySearch: "not begun",
    uniqueNames: false,
    drafted: 0,
    answered: new Map(),
    animals: new Map(),
    suspicions: new Map(),
    judged: new Map(),
    observations: new Map(),
    hasSent: false,
    listedBefore: new Set(),
    isLeftover: undefined,
  };
}

/** So many different choices are told apart for each open point: a server may make up a new one each time. */
const mostChoices = 60;

/** May a forward proxy answer in the server's place? It cannot where TLS goes through it. */
export function mayProxyAnswer({ proxy, baseUrl }: World): boolean {
  return proxy !== undefined && baseUrl.startsWith("http:");
}

/** Writes down what the server chose where the document leaves it the choice. */
export function observe(world: World, requirement: string, choice: string): void {
  const choices = world.observations.get(requirement) ?? new Map<string, number>();
  const known = choices.has(choice) || choices.size < mostChoices ? choice : "others";
  choices.set(known, (choices.get(known) ?? 0) + 1);
  world.observations.set(requirement, choices);
}

/** A category to put valid animals into: one that was given, or learned, or else simply 1. */
export function usualCategory(world: World): bigint {
  const [first = 1n] = [...world.accepted, ...world.categories];
  return first;
}

/** Has the day come, somewhere on Earth, from which on the deprecated operation may be gone? */
export function isRemovalDue(world: World): boolean {
  return world.now >= dayOnEarth(world.contract.removalDate).first;
}

/** Under which a request counts as answered in time: a refusal may be quick where an addition is slow. */
export function answeredKey(operation: string, kind: CaseKind): string {
  return `${operation} ${kind}`;
}
