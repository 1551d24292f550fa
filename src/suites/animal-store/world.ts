import { resolveSchema, type Schema } from "../../description/index.js";
import type { Case } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import { dayOnEarth } from "../../judge/index.js";
import type { RunState, Send, StateOptions } from "../../run/index.js";
import { type CreationBudget, createCreationBudget } from "./creation-budget.js";
import { largestPage } from "./facts.js";
import type { Pet } from "./pet.js";
import { listRequest } from "./requests.js";

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
export interface World extends RunState {
  /** What is known of the categories: not looked yet, found, or none that was tried is accepted. */
  categorySearch: "not begun" | "found" | "failed";
  /** Does the server refuse a name that another animal has? */
  uniqueNames: boolean;
  /** How many valid animals were made up so far. */
  drafted: number;
  /** The animals that the run has added, and how many more it may. */
  readonly budget: CreationBudget;
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
}

/** A world in which nothing is known yet. */
export function createWorld(options: StateOptions): World {
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
    othersAct: false,
    listedBefore: new Set(),
    isLeftover: undefined,
  };
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

/** The schema of a new animal, without references. */
export function newPetSchema(world: World): Schema {
  const { document, operations, roles } = world.contract;
  const schema = resolveSchema(document, operations.get(roles.create)?.body?.schema ?? {});
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => [
    name,
    resolveSchema(document, each),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as Record<string, Schema> };
}
