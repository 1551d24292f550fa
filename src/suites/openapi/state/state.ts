import type { RunState, StateOptions } from "../../../checks/index.js";
import { type Content, noKnowledge, type Operation, type Schema } from "../../../description/index.js";
import type { Case, Shape } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import type { Effect } from "../../../model/index.js";
import type { LeftChange } from "../../../run/index.js";
import { decideAll } from "../resources/harmless.js";
import { deriveResources, type Resource } from "../resources/resource.js";
import type { Evidence } from "./evidence.js";
import { createInventory, type Inventory, type KnownItem, noteDeletion } from "./inventory.js";

export type { KnownItem } from "./inventory.js";

/** A valid request, with the value of its body, and the schema of that. */
export interface ValidRequest {
  readonly request: Case;
  readonly body: Json | undefined;
  readonly schema: Schema | undefined;
  /** How the members of a form are written. */
  readonly encoding?: Content["encoding"];
  readonly shape: Shape;
}

/** The knowledge of a run about a server, of whatever kind. */
export interface ApiState extends RunState {
  /** By the path of an item: `/books/{bookId}`. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** By the ids of the operations that may be called: what they are called on. */
  readonly harmless: ReadonlyMap<string, Effect>;
  readonly items: KnownItem[];
  /** The items that the run may have created, and their owners. */
  readonly inventory: Inventory;
  /** By path: ids of items that a list shows, and that no path leads to. */
  readonly listed: Map<string, readonly string[]>;
  /** By address: items that the run is about to create there, since nothing was found. */
  readonly vacant: Map<string, KnownItem>;
  /** By action: the address of the new item that it is tried on next; undefined once something was done to that. */
  readonly nextFixtures: Map<string, string | undefined>;
  /** Addresses of the items that were created for actions: nothing else is tried on them. */
  readonly actionFixtures: Set<string>;
  /** By action: another one that has to come before it, as far as conflicts tell. */
  readonly actedBefore: Map<string, Operation>;
  /** Reads that the user's ids lead to nothing: those that lists show are asked for. */
  readonly withoutGiven: Set<string>;
  /** By place and name: the value that a parameter has in every request. */
  readonly parameters: Map<string, Json>;
  /** Of what the user says beside the description: values that requests had, places in which ids were found, members that differed, and statuses. */
  readonly used: {
    readonly values: Set<string>;
    readonly ids: Set<string>;
    readonly computed: Set<string>;
    /** As `addOrder: 409`. */
    readonly statuses: Set<string>;
  };
  /** Words that stand in no request but one: what shows such a word is the run's own. */
  readonly markers: Set<string>;
  /** Are words of this run alone needed, since the server has those that a run with the same seed made? */
  needsOwnWords: boolean;
  /** By operation and name: must a member have another value in every request (true), or was that of no use (false)? */
  readonly unique: Map<string, boolean>;
  /** Does every request need days of its own, since a creation met a conflict? */
  needsOwnDays: boolean;
  /** Operations whose dates are in the future, since no request with the usual ones got a 2xx. */
  readonly inFuture: Set<string>;
  /** By address: when a response first showed the item, in ms since the run began. */
  readonly seen: Map<string, number>;
  /** Addresses at which a response showed words of the run. */
  readonly recognised: Set<string>;
  /** How many requests without a valid credential were refused, and which operations served one. */
  readonly unauthenticated: { refused: number; readonly served: Set<string> };
  /** The knowledge about the second key: whether some operation serves it. */
  readonly second: { isGood?: boolean };
  /** By operation: the valid request that got a 2xx, with which every other one is compared. */
  readonly baselines: Map<string, ValidRequest>;
  /** By check: what came of the violation that it sends. */
  readonly evidence: Map<string, Evidence>;
  /** By check: is its violation refused also between two accepted controls? */
  readonly controlled: Map<string, boolean>;
  /** By operation: the last refusal of a valid request, where none got a 2xx: the status, and what the server says. */
  readonly refusals: Map<string, string>;
  /** Operations that were refused since they had no If-Match. */
  readonly conditional: Set<string>;
  /** Operations that were refused since their body had not the version of the item. */
  readonly versioned: Set<string>;
  /** By address: the version that an item showed when it was read, as long as no change was accepted since. */
  readonly versions: Map<string, Json>;
  /** By check, or by operation and what is particular: the status that a request got which differs there alone. */
  readonly controlStatuses: Map<string, number>;
  /** By name of a member: values that violate something, and were accepted all the same. */
  readonly acceptedInvalidValues: Set<string>;
  /** Checks of violations that were accepted beside others. */
  readonly maskedViolations: Set<string>;
  /** Words of creations that were refused: an item that shows one was stored all the same. */
  readonly refused: Set<string>;
  /** Does the server store what it refuses? Then every creation that went out counts. */
  storesRefused: boolean;
  /** Members of singletons that were changed and could not be restored. */
  readonly unrestored: LeftChange[];
  /** Creations that went out, without those that were refused. */
  created: number;
}

/** The item of the run at an address; undefined if there is none, or it is somebody else's. */
export function ownItemAt({ items }: Pick<ApiState, "items">, address: string): KnownItem | undefined {
  return items.find(({ own, path }) => own && path === address);
}

/** An item is gone: nothing is left to be deleted at the end. */
export function forgetItem(
  { items, recognised, inventory }: Pick<ApiState, "items" | "recognised" | "inventory">,
  item: KnownItem,
): void {
  const index = items.findIndex(({ path }) => path === item.path);
  if (index >= 0) items.splice(index, 1);
  // Its address may be that of somebody else's item next.
  recognised.delete(item.path);
  if (!inventory.deletions.has(item.path))
    noteDeletion(inventory, item.path, { status: 200, fate: "unverified" });
}

export function createState(options: StateOptions): ApiState {
  const { contract } = options;
  const operations = [...contract.operations.values()];
  const markers = new Set<string>();
  const state: ApiState = {
    ...options,
    resources: deriveResources(operations, contract.known?.ids),
    harmless: effectsIn(options),
    inventory: createInventory(),
    listed: new Map(),
    vacant: new Map(),
    nextFixtures: new Map(),
    actionFixtures: new Set(),
    actedBefore: new Map(),
    withoutGiven: new Set(),
    parameters: new Map(),
    used: { values: new Set(), ids: new Set(), computed: new Set(), statuses: new Set() },
    markers,
    marker: () => {
      const marker = state.needsOwnWords ? options.nonce() : options.marker();
      markers.add(marker);
      return marker;
    },
    needsOwnWords: false,
    needsOwnDays: false,
    inFuture: new Set(),
    unique: new Map(),
    items: [],
    seen: new Map(),
    recognised: new Set(),
    unauthenticated: { refused: 0, served: new Set() },
    second: {},
    baselines: new Map(),
    evidence: new Map(),
    controlled: new Map(),
    refusals: new Map(),
    conditional: new Set(),
    versioned: new Set(),
    versions: new Map(),
    controlStatuses: new Map(),
    acceptedInvalidValues: new Set(),
    maskedViolations: new Set(),
    refused: new Set(),
    storesRefused: false,
    unrestored: [],
    answered: new Map(),
    judged: new Map(),
    observations: new Map(),
    accepted: new Set(),
    identifyLeftover: () => undefined,
    othersAct: false,
    created: 0,
    budget: {
      settle: async () => undefined,
      spent: () => state.created,
      roomFor: async (wanted) => Math.min(wanted, options.maxCreated - state.created),
    },
  };
  return state;
}

/** The effect of each operation that a run may call. Nothing that the user allows is called where nothing is written. */
function effectsIn({
  contract,
  readOnly,
}: Pick<StateOptions, "contract" | "readOnly">): ApiState["harmless"] {
  const known = { ...(contract.known ?? noKnowledge), ...(readOnly ? { allow: [] } : {}) };
  return new Map(
    [...decideAll({ ...contract, known })].flatMap(([{ id }, { caution, effect }]) =>
      caution === undefined ? [[id, effect] as const] : [],
    ),
  );
}

/** The words in a body that no other request has: an item that shows one is the run's own. */
export function markersIn({ markers }: ApiState, body: string): readonly string[] {
  return (body.toLowerCase().match(/[a-z]{8}/g) ?? []).filter((word) => markers.has(word));
}

/** Does a text show a mark? A server may write names with capitals. */
export function hasMarker(text: string, marker: string): boolean {
  return text.toLowerCase().includes(marker);
}
