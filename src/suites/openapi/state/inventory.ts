import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { parentUrl } from "../resources/paths.js";
import type { Resource } from "../resources/resource.js";
import { createTurns, type Turns } from "./turns.js";

/** An item that the server is known to have. */
export interface KnownItem {
  readonly resource: Resource;
  readonly id: string;
  /** Its address, relative to the base address. */
  readonly path: string;
  /** Did this run create it? */
  readonly own: boolean;
}

/** A creation that was sent, and what is known of the item. */
export interface Creation {
  readonly operation: Operation;
  /** The address that it was sent to. */
  readonly collection: string;
  readonly sent: Json | undefined;
  readonly markers: readonly string[];
  /** Undefined where the connection broke before the response. */
  readonly status: number | undefined;
  /** In ms since the run began. */
  readonly sentAt: number;
  /** The addresses of the items that it showed, or that were found later. */
  readonly addresses: readonly string[];
}

/** A creation that showed an address: its markers, and whether no response had shown the address before. */
export interface Creator {
  /** Of the request. */
  readonly trace: string;
  readonly markers: readonly string[];
  readonly isNew: boolean;
}

/**
 * The outcome of a deletion. `unverified`: it was answered with success. `gone`: the item was read, and is not there any more, or
 * is shown as deleted. `kept`: it is still there. `refused`: it was not answered with success.
 */
export interface Deletion {
  readonly status: number;
  readonly fate: "unverified" | "gone" | "kept" | "refused";
}

/** The items that a run may have created, and whose they are. Addresses are relative to the base address. */
export interface Inventory {
  /** By the trace of the request. */
  readonly creations: Map<string, Creation>;
  /** Addresses of new items in responses to creations, also where nothing else shows that they are the run's. */
  readonly announced: Set<string>;
  /** Addresses that two creations showed: one of them changed an item that was there. */
  readonly contested: Set<string>;
  /** By address: the first creation that showed it. */
  readonly creators: Map<string, Creator>;
  /** By operation: new items that a 200 showed, which may be creations. */
  readonly doubtful: Map<string, readonly KnownItem[]>;
  /** Operations whose 200 is known to be a creation. */
  readonly proven: Set<string>;
  /** By operation: do its responses show the id of what it created? Absent before the first success. */
  readonly showsIds: Map<string, boolean>;
  /** Addresses of items that a list showed. */
  readonly listed: Set<string>;
  /** By address: the latest representation, of the item itself. */
  readonly shown: Map<string, Json>;
  /** By address. */
  readonly deletions: Map<string, Deletion>;
  /** Addresses at which nothing was found at the end. */
  readonly absent: Set<string>;
  /** By address: why an item was not deleted. */
  readonly reasons: Map<string, string>;
  /** Lets creations go out beside each other, and those one at a time that no marker distinguishes. */
  readonly turns: Turns;
}

export function createInventory(): Inventory {
  return {
    creations: new Map(),
    announced: new Set(),
    contested: new Set(),
    creators: new Map(),
    doubtful: new Map(),
    proven: new Set(),
    showsIds: new Map(),
    listed: new Set(),
    shown: new Map(),
    deletions: new Map(),
    absent: new Set(),
    reasons: new Map(),
    turns: createTurns(),
  };
}

/** Takes down that a creation led to the item at an address. */
export function noteAddress({ creations }: Inventory, trace: string, address: string): void {
  const creation = creations.get(trace);
  if (creation !== undefined && !creation.addresses.includes(address))
    creations.set(trace, { ...creation, addresses: [...creation.addresses, address] });
}

/**
 * Takes down which creation showed an address, and finds that another one did so before. The same markers once more are the same
 * request, which may well lead to the same item.
 * @returns the first creation, where another one shows its item, too
 */
export function noteCreator({ creators }: Inventory, address: string, creator: Creator): Creator | undefined {
  const first = creators.get(address);
  if (first === undefined) creators.set(address, creator);
  const isSame =
    first?.trace === creator.trace ||
    (creator.markers.length > 0 && first?.markers.join() === creator.markers.join());
  return isSame ? undefined : first;
}

/** Takes down what a deletion was answered with. The id of what is gone may be given to another item. */
export function noteDeletion(inventory: Inventory, address: string, { status, fate }: Deletion): void {
  const { creators, deletions } = inventory;
  if (deletions.get(address)?.fate === "gone" && fate === "refused") return;
  deletions.set(address, { status, fate });
  if (fate === "refused" || fate === "kept") return;
  for (const each of [...creators.keys()]) if (`${each}/`.startsWith(`${address}/`)) creators.delete(each);
}

/**
 * Is an item deleted, directly or with a parent? A success that nothing verified counts for nothing where another item
 * of the collection was kept.
 */
export function isGone({ deletions }: Inventory, address: string): boolean {
  const all = [...deletions];
  const keeping = new Set(all.flatMap(([each, { fate }]) => (fate === "kept" ? [parentUrl(each)] : [])));
  return all.some(
    ([each, { fate }]) =>
      (fate === "gone" || (fate === "unverified" && !keeping.has(parentUrl(each)))) &&
      (address === each || address.startsWith(`${each}/`)),
  );
}
