import type { CataloguedContract } from "../../description/index.js";
import {
  dayOnEarth,
  type Scenario as EngineScenario,
  type TestContext as EngineTestContext,
  noStatistics,
  type RunState,
  type Send,
  Skip,
  type StateOptions,
} from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import type { Case, Exchange } from "../../transport/index.js";
import { createCreationBudget } from "./creation-budget.js";
import { createLateness, type Lateness } from "./lateness.js";
import type { Pet, Status } from "./pet.js";
import { largestPage, listRequest } from "./store-requests.js";

/** An animal that the run has seen. */
export interface KnownAnimal {
  readonly pet: Pet;
  /** Did this run add it? */
  readonly own: boolean;
  /** When the request that created it went out, in ms since the run began; undefined for an animal of others. */
  readonly sentAt: number | undefined;
  /** When it was first seen, in ms since the run began. */
  readonly seenAt: number;
  /** The exchange that showed it first. */
  readonly shownBy: Exchange;
  /** The request that added it, if this run did, and sent it once. */
  readonly request?: Case | undefined;
}

/** An id that was given to two animals, of which the first was not seen to be gone before. */
export interface GivenTwice {
  readonly id: bigint;
  /** The name of the animal that had it first. */
  readonly first: string;
  /** Did the run add that one, too? */
  readonly isOwn: boolean;
  /** Time between the two, in ms. */
  readonly after: number;
  /** The exchange that showed the first one, and the one that gave the second one its id. */
  readonly shownBy: readonly [Exchange, Exchange];
}

/** A list that lacked an animal of the run's own although it had room for it. */
export interface Suspicion {
  readonly request: Case;
  readonly pet: Pet;
  /** How long before the list was asked for the animal had been added, in ms. */
  readonly age: number;
  /** The exchange that added the animal, and the one of the list. */
  readonly shownBy: readonly Exchange[];
  /** A retry would see no more of it. */
  isReported: boolean;
}

/** The fate of the ids of deleted animals: it decides the meaning of an id that was given twice. */
export type IdReuse =
  /** Nobody deleted an animal while the run watched. */
  | "no deletion"
  /** Others deleted animals, and new ones got their ids. */
  | "reused"
  /** Others deleted animals, and no new one was seen to get such an id. */
  | "not seen";

/** The facts that are known before a run on an Animal Store begins. */
export interface StoreOptions extends StateOptions {
  readonly contract: CataloguedContract;
}

/** The knowledge of a run about the server in front of it. It grows while the checks look. */
export interface StoreState extends RunState {
  readonly contract: CataloguedContract;
  /** Was every category refused that was tried? */
  isEveryCategoryRefused: boolean;
  /** Does the server refuse a name that another animal has? */
  uniqueNames: boolean;
  /** Ids that were given twice. */
  readonly givenTwice: GivenTwice[];
  /** Id of an animal that was seen to be gone, or replaced → when, in ms since the run began. */
  readonly seenGone: Map<bigint, number>;
  /** The fate of the ids of deleted animals; absent until an id is given twice. */
  idReuse?: Promise<IdReuse>;
  /** The status that the whole list shows of an animal which was added without one, where it shows one. */
  listedDefault: Status | undefined;
  /** How many valid animals were made up so far. */
  drafted: number;
  /** The animals that the run has added, and how many more it may. */
  readonly budget: ReturnType<typeof createCreationBudget>;
  /** How late lists show new animals. */
  readonly lateness: Lateness;
  /** Responses to the preflight, until they are judged: a promise that is broken there counts like any other. */
  readonly preflight: Exchange[];
  /** Ids of rows that were listed before anything was sent to be added, whatever else they hold, as JSON. */
  readonly listedBefore: Set<string>;
  identifyLeftover: (row: Json | undefined) => string | undefined;
  /** By id. */
  readonly animals: Map<bigint, KnownAnimal>;
  /** Ids of animals of the run that a read has shown as they were added. */
  readonly readAsAdded: Set<bigint>;
  /** Ids of those that no read has shown so, for a reason that is not known. */
  readonly neverAsAdded: Set<bigint>;
  /** Ids of animals that others seem to have changed or deleted. */
  readonly changedByOthers: Set<bigint>;
  /** Ids of second animals that were reported, and that a retry would not show anew. */
  readonly reportedDuplicates: Set<bigint>;
  /** Path → a list on which an animal of the run's own was missing. */
  readonly suspicions: Map<string, Suspicion>;
}

/** A check of the Animal Store that sends requests. */
export type Scenario<Input = unknown> = EngineScenario<StoreState, Input>;

export type TestContext = EngineTestContext<StoreState>;

/** A scenario as it is declared: where animals are read, and with one input, unless it says otherwise. */
export type Declaration<Input> = Omit<Scenario<Input>, "phase" | "inputs"> &
  Partial<Pick<Scenario<Input>, "phase" | "inputs">>;

/** Declares a scenario, whose input then has a type. */
export function scenario<Input = null>(declaration: Declaration<Input>): Scenario {
  return { phase: "read", inputs: () => [null], ...declaration } as Scenario;
}

export function createState(options: StoreOptions): StoreState {
  /** Every list that is asked for tells the budget what there is. */
  const learnFrom =
    (send: Send): Send =>
    async (request, mayResend) => {
      const askedAt = options.clock.elapsed();
      const exchange = await send(request, mayResend);
      budget.learn(exchange, askedAt);
      return exchange;
    };
  const send = learnFrom(options.target.send);
  const lateness = createLateness(options.clock);
  const budget = createCreationBudget(
    options,
    (status) => send(listRequest(options, { limit: largestPage(options), status })),
    lateness,
  );
  return {
    ...options,
    target: { ...options.target, send, sendProbe: learnFrom(options.target.sendProbe) },
    budget,
    lateness,
    accepted: new Set(),
    isEveryCategoryRefused: false,
    uniqueNames: false,
    givenTwice: [],
    seenGone: new Map(),
    listedDefault: undefined,
    drafted: 0,
    preflight: [],
    animals: new Map(),
    readAsAdded: new Set(),
    neverAsAdded: new Set(),
    changedByOthers: new Set(),
    reportedDuplicates: new Set(),
    suspicions: new Map(),
    statistics: noStatistics(),
    othersAct: false,
    listedBefore: new Set(),
    identifyLeftover: () => undefined,
  };
}

/** A category to put valid animals into: one that was given, or learned, or else simply 1. */
export function usualCategory(state: StoreState): bigint {
  const [first = 1n] = [...state.accepted, ...state.settings.categories];
  return first;
}

/** The animals that this run has added, the oldest first. */
export function ownAnimals({ animals }: StoreState): readonly KnownAnimal[] {
  return [...animals.values()].filter(({ own }) => own);
}

/** An animal as it was added, or first listed, as far as that is known. */
export function addedAs({ animals }: StoreState, pet: Pet): Pet {
  return animals.get(pet.id)?.pet ?? pet;
}

/** Has the day come, somewhere on Earth, from which on the deprecated operation may be gone? */
export function isPastRemovalDate(state: StoreState): boolean {
  return state.clock.now >= dayOnEarth(state.contract.removalDate).first;
}

/**
 * Sends a case if the run may, and records what it may have added: a broken server adds an animal also where it
 * should not, or says nothing of it.
 * @throws Skip if the run may not write, or has added what it may
 */
export async function sendWithinBounds(
  state: StoreState,
  request: Case,
  send: StoreState["target"]["send"] = state.target.send,
): Promise<Exchange> {
  if (!isOfContract(state, request)) throw new Skip("untested", "this is no request of the contract");
  if (request.method === "GET") return send(request);
  if (state.settings.readOnly) throw new Skip("untested", "this run may not write");
  const sent = await state.budget.send(request, send);
  if (sent === undefined) throw boundReached(state);
  if (sent.id !== undefined) state.journal.created(sent.id, sent.exchange.trace);
  return sent.exchange;
}

export function boundReached({ budget }: StoreState): Skip {
  return new Skip("untested", `the run has added the ${budget.bound()} animals that it may add`);
}

/** A case that is sent again may come from a report, and a report from anyone. */
function isOfContract({ contract }: StoreState, { operation, method, path }: Case): boolean {
  const known = contract.operations.get(operation);
  return known?.method === method && withoutEscapes(path).startsWith(known.path.split("{")[0] ?? "/");
}

/** Letters, digits and marks of ASCII mean the same percent-encoded. Source: RFC 3986, section 6.2.2.2. */
function withoutEscapes(path: string): string {
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
