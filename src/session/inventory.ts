import type { Operation } from "../description/index.js";
import type { ItemChange } from "../engine/index.js";
import type { Json } from "../json/index.js";
import { parentUrl } from "../model/index.js";
import { type Exchange, trimExchange } from "../transport/index.js";
import {
  addChange,
  addRepresentation,
  type Creator,
  createRecord,
  type Deletion,
  type ItemRecord,
  type KnownItem,
  type OpenRecord,
  type Representation,
  setSight,
} from "./records.js";
import { createTurns, type Turns } from "./turns.js";

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
  /** Was it sent more than once, since what stands in front of the server turned it away? */
  readonly isResent: boolean;
  /** The addresses of the items that it showed, or that were found later. */
  readonly addresses: readonly string[];
}

/** Two creations that showed the same address, in their order: it shows the item of the second one then. */
export interface Replacement {
  readonly address: string;
  readonly first: Exchange;
  readonly last: Exchange;
}

/** The items that a run may have created, and whose they are. Addresses are relative to the base address. */
export interface Inventory {
  /** Of the run, and some of others. The first one of its kind is the one that requests are sent to. */
  readonly items: readonly KnownItem[];
  /** The record of the item at an address; undefined where nothing is known of one. */
  readonly at: (address: string) => ItemRecord | undefined;
  /** All records, in the order in which their addresses became known. */
  readonly records: () => Iterable<ItemRecord>;
  /** The records of items that are gone, and whose ids were given to other items. */
  readonly former: readonly ItemRecord[];
  /** The address that an item has now which had this one before, or a parent that had: the same where nothing was moved. */
  readonly present: (address: string) => string;
  /** Has the server shown more addresses than are remembered? Then no item counts as a new one. */
  readonly isFull: () => boolean;
  /** Was an item kept in a collection although its deletion got a success? */
  readonly keepsIn: (collection: string) => boolean;
  /** By the path of a list: ids of items that it shows, and that no path leads to. */
  readonly listedIds: ReadonlyMap<string, readonly string[]>;
  /** By the trace of the request. */
  readonly creations: ReadonlyMap<string, Creation>;
  /** The items that another creation replaced, while the run deleted nothing of another kind and nobody else had items there. */
  readonly replacements: readonly Replacement[];
  /** Operations whose 200 is known to be a creation. */
  readonly proven: ReadonlySet<string>;
  /** By operation: do its responses show the id of what it created? Absent before the first success. */
  readonly showsIds: ReadonlyMap<string, boolean>;
  /** Lets creations go out beside each other, and those one at a time that no marker distinguishes. */
  readonly turns: Turns;
  /** Adds an item that was not there. */
  readonly add: (item: KnownItem) => void;
  /** An item is found although its deletion got a success: what the server answered stays known. */
  readonly putBack: (item: KnownItem) => void;
  /** Counts an item as the run's own, whether it is known or not. */
  readonly takeOver: (item: KnownItem) => void;
  /** Records that a response showed an item. One of the run counts, too, where a list showed it before. */
  readonly remember: (item: KnownItem, at: number) => void;
  /** Two creations showed an item, so that one of them changed what was there: nothing more is done to it. */
  readonly disown: (address: string) => void;
  /** A change gave an item another id: it has another address from now on, as what is below it. */
  readonly move: (from: string, to: Pick<KnownItem, "id" | "path">) => void;
  /** An item is gone: nothing is left to be deleted at the end. */
  readonly forget: (item: Pick<KnownItem, "path">) => void;
  /** Makes an item the one that the next requests are sent to. */
  readonly prefer: (item: KnownItem) => void;
  readonly noteSeen: (address: string, at: number) => void;
  /** A deletion got a success: what is shown at the address from now on is a new item. */
  readonly noteFree: (address: string) => void;
  readonly noteRecognised: (address: string) => void;
  readonly noteAnnounced: (address: string) => void;
  readonly noteListed: (address: string) => void;
  readonly noteListedIds: (path: string, ids: readonly string[]) => void;
  /** Records how a response showed an item. Of items of others, only the latest representation is kept. */
  readonly noteShown: (address: string, shown: Representation) => void;
  /** Records the members of an item that are the client's. */
  readonly noteClients: (address: string, names: readonly string[]) => void;
  /** Records a change that was sent to an item of the run, accepted or refused. */
  readonly noteChange: (address: string, exchange: Exchange) => void;
  readonly noteCreation: (trace: string, creation: Creation) => void;
  /** A creation has created nothing. */
  readonly dropCreation: (trace: string) => void;
  readonly noteShowsIds: (operation: string, showsIds: boolean) => void;
  /** Records that a creation led to the item at an address. */
  readonly noteAddress: (trace: string, address: string) => void;
  /**
   * Records which creation showed an address, and finds that another one did so before. The same markers once more are the same
   * request, which may well lead to the same item.
   * @returns the first creation, where another one shows its item, too
   */
  readonly noteCreator: (address: string, creator: Creator) => Creator | undefined;
  /** Records that the item at an address is now the one of a later creation. */
  readonly noteReplacement: (address: string, last: Exchange) => void;
  /**
   * Another success than 201 may come from an item that exists once, and that every POST changes. Two responses prove a creation:
   * each shows a new item, with words that only its own request had.
   */
  readonly noteDoubtful: (operation: string, item: KnownItem) => void;
  /** Records that the 200 of an operation is a creation, as an earlier run has seen. */
  readonly noteProven: (operation: string) => void;
  /** Records what a deletion was answered with. The id of what is gone may be given to another item. */
  readonly noteDeletion: (address: string, deletion: Deletion) => void;
  readonly noteAbsent: (address: string) => void;
  /** Records why an item is not deleted. */
  readonly noteReason: (address: string, reason: string) => void;
}

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

/** Addresses that are remembered. */
const mostSeen = 1_000_000;

/**
 * Nothing is there yet. It alone writes to what it shows.
 * @param tell takes all that a later command needs to delete the items, should the run be cut off
 */
export function createInventory(tell: (change: ItemChange) => void = () => {}): Inventory {
  const items: KnownItem[] = [];
  const records = new Map<string, OpenRecord>();
  const former: ItemRecord[] = [];
  /** By an earlier address: the one that came after it. */
  const moved = new Map<string, string>();
  const listedIds = new Map<string, readonly string[]>();
  const creations = new Map<string, Creation>();
  /** Of the records that a creation showed: how many deletions had a success before. */
  const created = new Map<OpenRecord, number>();
  const kept = new Set<string>();
  const replacements: Replacement[] = [];
  /** Of deletions with a success: the collections. An item of another kind may go with what is deleted, and its id is free then. */
  const emptied: string[] = [];
  /** By operation: new items that a 200 showed, which may be creations. */
  const doubtful = new Map<string, readonly KnownItem[]>();
  const proven = new Set<string>();
  const showsIds = new Map<string, boolean>();
  const indexOf = (address: string): number => items.findIndex(({ path }) => path === address);

  /** The record of an address, made where there is none. */
  const recordAt = (address: string): OpenRecord => {
    const record = records.get(address) ?? createRecord(address);
    records.set(address, record);
    return record;
  };
  /** The addresses of items that `tell` has got as the run's own. */
  const told = new Set<string>();
  const tellOwned = (path: string): void => {
    if (told.has(path)) return;
    told.add(path);
    tell({ event: "owned", path });
  };
  const tellLost = (event: "disowned" | "gone", path: string): void => {
    if (told.delete(path)) tell({ event, path });
  };
  const tellAnswer = (trace: string, { status, addresses: items }: Creation): void =>
    tell({ event: "answered", trace, status, items });
  /** Puts an item at a place among all, in place of some. */
  const place = (item: KnownItem, index = items.length, replaced = 0): void => {
    items.splice(index, replaced, item);
    const record = recordAt(item.path);
    record.item = item;
    record.isCreated ||= item.own;
    if (item.own) tellOwned(item.path);
  };
  const present = (address: string): string => {
    const from = moved.size === 0 ? undefined : pathsTo(address).find((each) => moved.has(each));
    return from === undefined ? address : present(`${moved.get(from)}${address.slice(from.length)}`);
  };
  /** A creation shows an address: an item that had it before and was deleted is another one. */
  const begin = (address: string): void => {
    const record = records.get(address);
    const { fate } = record?.deletion ?? {};
    moved.delete(address);
    if (record === undefined || !(record.isAbsent || fate === "gone" || fate === "unverified")) return;
    if (record.deletion !== undefined) record.deletion = { ...record.deletion, fate: "gone" };
    former.push(record);
    records.delete(address);
    const index = indexOf(address);
    if (index >= 0) items.splice(index, 1);
  };
  const setDeletion = (address: string, deletion: Deletion | undefined): void => {
    recordAt(address).deletion = deletion;
    if (deletion?.fate === "kept") {
      kept.add(address);
      if (records.get(address)?.item?.own === true) tellOwned(address);
    } else kept.delete(address);
  };

  const noteDeletion: Inventory["noteDeletion"] = (address, { status, fate }) => {
    if (records.get(address)?.deletion?.fate === "gone" && fate === "refused") return;
    setDeletion(address, { status, fate });
    if (fate === "refused" || fate === "kept") return;
    tellLost("gone", address);
    emptied.push(parentUrl(address));
    for (const record of [...created.keys()]) {
      if (!`${record.address}/`.startsWith(`${address}/`)) continue;
      created.delete(record);
      record.creator = undefined;
    }
  };

  return {
    ...{ items, former, listedIds, creations, proven, showsIds, replacements },
    ...{ turns: createTurns(), noteDeletion },
    at: (address) => records.get(address),
    records: () => records.values(),
    isFull: () => records.size >= mostSeen,
    present,
    keepsIn: (collection) => [...kept].some((address) => parentUrl(address) === collection),
    add: (item) => {
      begin(item.path);
      place(item);
      setDeletion(item.path, undefined);
    },
    putBack: (item) => place(item),
    takeOver: (item) => {
      const index = indexOf(item.path);
      place(item, index < 0 ? items.length : index, index < 0 ? 0 : 1);
      setDeletion(item.path, undefined);
      recordAt(item.path).isRecognised = true;
    },
    remember: (item, at) => {
      const isSeen = records.get(item.path)?.seenAt !== undefined;
      if (!isSeen && !item.own && records.size >= mostSeen) return;
      const record = recordAt(item.path);
      if (item.own) setDeletion(item.path, undefined);
      record.seenAt ??= at;
      const index = indexOf(item.path);
      const isRoom = items.filter(({ resource }) => resource === item.resource).length < mostItems;
      if (index < 0 && (item.own || (!isSeen && isRoom))) place(item);
      else if (item.own && items[index]?.own === false) place(item, index, 1);
    },
    disown: (address) => {
      const record = recordAt(address);
      record.isContested = true;
      record.isRecognised = false;
      record.isCreated = record.isAnnounced;
      tellLost("disowned", address);
      for (const [index, each] of items.entries())
        if (each.path === address) place({ ...each, own: false }, index, 1);
    },
    move: (from, { id, path: to }) => {
      const isMoved = ({ address }: ItemRecord): boolean => `${address}/`.startsWith(`${from}/`);
      for (const record of [...records.values()].filter(isMoved)) {
        const { address, item } = record;
        const path = `${to}${address.slice(from.length)}`;
        records.delete(address);
        if (told.delete(address)) {
          told.add(path);
          tell({ event: "moved", path: address, to: path });
        }
        record.isListed ||= records.get(path)?.isListed === true;
        Object.assign(record, { address: path, earlier: [...record.earlier, address], isAbsent: false });
        // An answer that nothing is there was about the former address.
        record.deletion = undefined;
        records.set(path, record);
        const others = items.filter((each) => each.path !== path);
        const known = others.map((each) =>
          each === item ? { ...each, path, id: address === from ? id : each.id } : each,
        );
        items.splice(0, items.length, ...known);
        record.item = known.find((each) => each.path === path);
      }
      moved.delete(to);
      moved.set(from, to);
      for (const [trace, { addresses, ...creation }] of creations)
        if (addresses.some((each) => present(each) !== each))
          creations.set(trace, { ...creation, addresses: addresses.map(present) });
    },
    forget: ({ path }) => {
      const index = indexOf(path);
      if (index >= 0) items.splice(index, 1);
      const record = recordAt(path);
      record.item = undefined;
      // Its address may be that of somebody else's item next.
      record.isRecognised = false;
      if (record.deletion === undefined) noteDeletion(path, { status: 200, fate: "unverified" });
    },
    prefer: (item) => {
      const index = items.indexOf(item);
      if (index > 0) items.unshift(...items.splice(index, 1));
    },
    noteSeen: (address, at) => {
      recordAt(address).seenAt = at;
    },
    noteFree: (address) => {
      recordAt(address).seenAt = undefined;
    },
    noteRecognised: (address) => {
      recordAt(address).isRecognised = true;
    },
    noteAnnounced: (address) => {
      Object.assign(recordAt(address), { isAnnounced: true, isCreated: true });
    },
    noteListed: (address) => {
      if (records.size < mostSeen || records.has(address)) recordAt(address).isListed = true;
    },
    noteListedIds: (path, ids) => listedIds.set(path, ids),
    noteShown: (address, shown) => {
      const record = records.get(address);
      if (record !== undefined) record.isAbsent = false;
      const isOwn = record?.item?.own === true || record?.isAnnounced === true;
      if (record !== undefined && isOwn) {
        addRepresentation(record, shown);
        setSight(record, shown);
      }
      if (shown.by !== "row") recordAt(address).representation = shown.json;
    },
    noteClients: (address, names) => {
      recordAt(address).clients = names;
    },
    noteChange: (address, exchange) => addChange(recordAt(address), exchange),
    noteCreation: (trace, creation) => {
      for (const each of creation.addresses) begin(each);
      creations.set(trace, creation);
      tellAnswer(trace, creation);
    },
    dropCreation: (trace) => creations.delete(trace),
    noteShowsIds: (operation, shows) => showsIds.set(operation, shows),
    noteAddress: (trace, address) => {
      const creation = creations.get(trace);
      begin(address);
      if (creation === undefined || creation.addresses.includes(address)) return;
      const known = { ...creation, addresses: [...creation.addresses, address] };
      creations.set(trace, known);
      tellAnswer(trace, known);
    },
    noteCreator: (address, creator) => {
      const record = recordAt(address);
      const first = record.creator;
      if (first === undefined) {
        record.creator = { ...creator, exchange: trimExchange(creator.exchange) };
        created.set(record, emptied.length);
      }
      const isSame =
        first?.exchange.trace === creator.exchange.trace ||
        (creator.markers.length > 0 && first?.markers.join() === creator.markers.join());
      return isSame ? undefined : first;
    },
    noteReplacement: (address, last) => {
      const record = recordAt(address);
      const first = record.creator?.exchange;
      const collection = parentUrl(address);
      // Others may have deleted it.
      const isShared = items.some(
        ({ own, path }) => !own && !recordAt(path).isContested && parentUrl(path) === collection,
      );
      const mayBeFree = isShared || emptied.slice(created.get(record)).some((each) => each !== collection);
      if (first !== undefined && !mayBeFree) replacements.push({ address, first, last: trimExchange(last) });
    },
    noteDoubtful: (operation, item) => {
      const earlier = doubtful.get(operation) ?? [];
      const isOpen = ({ path }: KnownItem): boolean => path !== item.path && !recordAt(path).isContested;
      const alike = [...earlier.filter(isOpen), item];
      if (alike.length < 2 && !proven.has(operation)) {
        doubtful.set(operation, alike);
        return;
      }
      proven.add(operation);
      doubtful.delete(operation);
      const paths = new Set(alike.map(({ path }) => path));
      const others = items.filter(({ path }) => !paths.has(path));
      items.splice(0, items.length, ...others);
      for (const each of alike) {
        place({ ...each, own: true });
        Object.assign(recordAt(each.path), { isAnnounced: true, isCreated: true });
      }
    },
    noteProven: (operation) => proven.add(operation),
    noteAbsent: (address) => {
      recordAt(address).isAbsent = true;
    },
    noteReason: (address, reason) => {
      recordAt(address).reason = reason;
    },
  };
}

/** The item of the run at an address; undefined if there is none, or it is somebody else's. */
export function ownItemAt(
  { items, present }: Pick<Inventory, "items" | "present">,
  address: string,
): KnownItem | undefined {
  const path = present(address);
  return items.find((each) => each.own && each.path === path);
}

/**
 * Is an item deleted, directly or with a parent? A success that nothing verified counts for nothing where another item
 * of the collection was kept.
 */
export function isGone({ at, keepsIn }: Pick<Inventory, "at" | "keepsIn">, address: string): boolean {
  return pathsTo(address).some((each) => {
    const fate = at(each)?.deletion?.fate;
    return fate === "gone" || (fate === "unverified" && !keepsIn(parentUrl(each)));
  });
}

/** An address, and those that it is below. */
function pathsTo(address: string): readonly string[] {
  return [address, ...[...address.matchAll(/\//g)].map(({ index }) => address.slice(0, index))];
}
