import { noKnowledge, type Operation } from "../description/index.js";
import { noStatistics, type RunState, type StateOptions } from "../engine/index.js";
import type { Json } from "../json/index.js";
import { type Api, apiOf, decideAll, type Effect, referredTo } from "../model/index.js";
import type { Case } from "../transport/index.js";
import { bodyTextOf, hasMarker } from "../values/index.js";
import { createInventory, type Inventory } from "./inventory.js";
import { createLearned, createViolations, type Learned, type Violations } from "./learned.js";
import { createRequests, createSending, type Requests, type Sending } from "./request-knowledge.js";
import { createSuspicions, type Suspicions } from "./suspicions.js";

export { ownItemAt } from "./inventory.js";

import type { KnownItem } from "./records.js";

export type { KnownItem } from "./records.js";

/** Items that were created for actions, each of which begins with one on which nothing was done. */
export interface Fixtures {
  /** By action: the address of the new item that it is tried on next; undefined once something was done to that. */
  readonly next: ReadonlyMap<string, string | undefined>;
  /** Addresses of all of them: nothing else is tried on them. */
  readonly addresses: ReadonlySet<string>;
  /** By action: another one that has to come before it, as far as conflicts tell. */
  readonly before: ReadonlyMap<string, Operation>;
  readonly reserve: (address: string) => void;
  /** An action is tried on the item at an address next; undefined where a new one is needed. */
  readonly setNext: (action: string, address: string | undefined) => void;
  readonly setBefore: (action: string, other: Operation | undefined) => void;
}

/** The knowledge of a run about a server, of whatever kind: each part has one owner, which alone writes to it. */
export interface ApiState extends RunState {
  readonly api: Api;
  /** By the ids of the operations that may be called: what they are called on. */
  readonly effects: ReadonlyMap<string, Effect>;
  readonly inventory: Inventory;
  readonly requests: Requests;
  readonly fixtures: Fixtures;
  readonly learned: Learned;
  readonly violations: Violations;
  readonly sending: Sending;
  readonly suspicions: Suspicions;
}

export function createState(options: StateOptions): ApiState {
  const { contract, limits, words } = options;
  const sending = createSending();
  const requests = createRequests(words);
  return {
    ...options,
    words: { ...words, marker: requests.newWord },
    api: apiOf(contract),
    effects: effectsIn(options),
    inventory: createInventory(options.journal.item),
    requests,
    fixtures: createFixtures(),
    learned: createLearned(),
    violations: createViolations(),
    sending,
    suspicions: createSuspicions(),
    statistics: noStatistics(),
    accepted: new Set(),
    identifyLeftover: () => undefined,
    othersAct: false,
    budget: {
      settle: async () => undefined,
      spent: sending.created,
      roomFor: async (wanted) => Math.min(wanted, limits.maxCreated - sending.created()),
    },
  };
}

function createFixtures(): Fixtures {
  const next = new Map<string, string | undefined>();
  const addresses = new Set<string>();
  const before = new Map<string, Operation>();
  return {
    ...{ next, addresses, before },
    reserve: (address) => addresses.add(address),
    setNext: (action, address) => next.set(action, address),
    setBefore: (action, other) => (other === undefined ? before.delete(action) : before.set(action, other)),
  };
}

/** The effect of each operation that a run may call. Nothing that the user allows is called where nothing is written. */
function effectsIn({
  contract,
  settings: { readOnly },
}: Pick<StateOptions, "contract" | "settings">): ApiState["effects"] {
  const known = { ...(contract.known ?? noKnowledge), ...(readOnly ? { allow: [] } : {}) };
  return new Map(
    [...decideAll({ ...contract, known })].flatMap(([{ id }, { caution, effect }]) =>
      caution === undefined ? [[id, effect] as const] : [],
    ),
  );
}

/** The markers in the body of a request. */
export function markersOf(state: ApiState, request: Case): readonly string[] {
  return markersIn(state, bodyTextOf(request));
}

/** Has a text one of these markers? */
export function showsOneOf(text: string, markers: readonly string[]): boolean {
  return markers.some((marker) => hasMarker(text, marker));
}

/** The words in a body that no other request has: an item that shows one is the run's own. */
export function markersIn({ requests: { markers } }: ApiState, body: string): readonly string[] {
  return (body.toLowerCase().match(/[a-z]{8}/g) ?? []).filter((word) => markers.has(word));
}

/** The item of the run to which a member refers, by its name and its value; undefined where it refers to none. */
export function ownItemNamed(
  { api, inventory }: Pick<ApiState, "api" | "inventory">,
  name: string,
  value: Json,
): KnownItem | undefined {
  const kind = referredTo(name, api.resources);
  return inventory.items.find((each) => each.own && each.resource === kind && each.id === `${value}`);
}
