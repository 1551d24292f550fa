import type { Operation } from "../description/index.js";
import type { Json } from "../json/index.js";
import { parentUrl, type Resource } from "../model/index.js";
import { type Exchange, trimExchange } from "../transport/index.js";

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
  readonly exchange: Exchange;
  readonly markers: readonly string[];
  readonly isNew: boolean;
}

/** Two creations that showed the same address, in their order: it shows the item of the second one then. */
export interface Replacement {
  readonly address: string;
  readonly first: Exchange;
  readonly last: Exchange;
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
  /** Of the run, and some of others. The first one of its kind is the one that requests are sent to. */
  readonly items: readonly KnownItem[];
  /** By the path of a list: ids of items that it shows, and that no path leads to. */
  readonly listedIds: ReadonlyMap<string, readonly string[]>;
  /** By address: when a response first showed the item, in ms since the run began. */
  readonly seen: ReadonlyMap<string, number>;
  /** Addresses at which a response showed words of the run. */
  readonly recognised: ReadonlySet<string>;
  /** By the trace of the request. */
  readonly creations: ReadonlyMap<string, Creation>;
  /** Addresses of new items in responses to creations, also where nothing else shows that they are the run's. */
  readonly announced: ReadonlySet<string>;
  /** Addresses that two creations showed: one of them changed an item that was there. */
  readonly contested: ReadonlySet<string>;
  /** The items that another creation replaced, while the run deleted nothing of another kind and nobody else had items there. */
  readonly replacements: readonly Replacement[];
  /** Operations whose 200 is known to be a creation. */
  readonly proven: ReadonlySet<string>;
  /** By operation: do its responses show the id of what it created? Absent before the first success. */
  readonly showsIds: ReadonlyMap<string, boolean>;
  /** Addresses of items that a list showed. */
  readonly listed: ReadonlySet<string>;
  /** By address: the latest representation, of the item itself. */
  readonly shown: ReadonlyMap<string, Json>;
  /** By address. */
  readonly deletions: ReadonlyMap<string, Deletion>;
  /** Addresses at which nothing was found at the end. */
  readonly absent: ReadonlySet<string>;
  /** By address: why an item was not deleted. */
  readonly reasons: ReadonlyMap<string, string>;
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
  /** An item is gone: nothing is left to be deleted at the end. */
  readonly forget: (item: KnownItem) => void;
  /** Makes an item the one that the next requests are sent to. */
  readonly prefer: (item: KnownItem) => void;
  readonly noteSeen: (address: string, at: number) => void;
  /** A deletion got a success: what is shown at the address from now on is a new item. */
  readonly noteFree: (address: string) => void;
  readonly noteRecognised: (address: string) => void;
  readonly noteAnnounced: (address: string) => void;
  readonly noteListed: (address: string) => void;
  readonly noteListedIds: (path: string, ids: readonly string[]) => void;
  readonly noteShown: (address: string, shown: Json) => void;
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
  /** Records what a deletion was answered with. The id of what is gone may be given to another item. */
  readonly noteDeletion: (address: string, deletion: Deletion) => void;
  readonly noteAbsent: (address: string) => void;
  /** Records why an item is not deleted. */
  readonly noteReason: (address: string, reason: string) => void;
}

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

/** Nothing is there yet. It alone writes to what it shows. */
export function createInventory(): Inventory {
  const items: KnownItem[] = [];
  const listedIds = new Map<string, readonly string[]>();
  const seen = new Map<string, number>();
  const recognised = new Set<string>();
  const creations = new Map<string, Creation>();
  const announced = new Set<string>();
  const contested = new Set<string>();
  /** By address: the first creation that showed it, and how many deletions had a success before. */
  const creators = new Map<string, Creator & { readonly after: number }>();
  const replacements: Replacement[] = [];
  /** Of deletions with a success: the collections. An item of another kind may go with what is deleted, and its id is free then. */
  const emptied: string[] = [];
  /** By operation: new items that a 200 showed, which may be creations. */
  const doubtful = new Map<string, readonly KnownItem[]>();
  const proven = new Set<string>();
  const showsIds = new Map<string, boolean>();
  const listed = new Set<string>();
  const shown = new Map<string, Json>();
  const deletions = new Map<string, Deletion>();
  const absent = new Set<string>();
  const reasons = new Map<string, string>();
  const indexOf = (address: string): number => items.findIndex(({ path }) => path === address);

  const noteDeletion: Inventory["noteDeletion"] = (address, { status, fate }) => {
    if (deletions.get(address)?.fate === "gone" && fate === "refused") return;
    deletions.set(address, { status, fate });
    if (fate === "refused" || fate === "kept") return;
    emptied.push(parentUrl(address));
    for (const each of [...creators.keys()]) if (`${each}/`.startsWith(`${address}/`)) creators.delete(each);
  };

  return {
    ...{ items, listedIds, seen, recognised, creations, announced, contested, proven, showsIds },
    ...{ replacements, listed, shown, deletions, absent, reasons, turns: createTurns(), noteDeletion },
    add: (item) => {
      items.push(item);
      deletions.delete(item.path);
    },
    putBack: (item) => items.push(item),
    takeOver: (item) => {
      const index = indexOf(item.path);
      items.splice(index < 0 ? items.length : index, index < 0 ? 0 : 1, item);
      deletions.delete(item.path);
      recognised.add(item.path);
    },
    remember: (item, at) => {
      if (item.own) deletions.delete(item.path);
      const isSeen = seen.has(item.path);
      if (!isSeen) seen.set(item.path, at);
      const index = indexOf(item.path);
      const isRoom = items.filter(({ resource }) => resource === item.resource).length < mostItems;
      if (index < 0 && (item.own || (!isSeen && isRoom))) items.push(item);
      else if (item.own && items[index]?.own === false) items.splice(index, 1, item);
    },
    disown: (address) => {
      contested.add(address);
      recognised.delete(address);
      for (const [index, each] of items.entries())
        if (each.path === address) items.splice(index, 1, { ...each, own: false });
    },
    forget: ({ path }) => {
      const index = indexOf(path);
      if (index >= 0) items.splice(index, 1);
      // Its address may be that of somebody else's item next.
      recognised.delete(path);
      if (!deletions.has(path)) noteDeletion(path, { status: 200, fate: "unverified" });
    },
    prefer: (item) => {
      const index = items.indexOf(item);
      if (index > 0) items.unshift(...items.splice(index, 1));
    },
    noteSeen: (address, at) => seen.set(address, at),
    noteFree: (address) => seen.delete(address),
    noteRecognised: (address) => recognised.add(address),
    noteAnnounced: (address) => announced.add(address),
    noteListed: (address) => listed.add(address),
    noteListedIds: (path, ids) => listedIds.set(path, ids),
    noteShown: (address, json) => shown.set(address, json),
    noteCreation: (trace, creation) => creations.set(trace, creation),
    dropCreation: (trace) => creations.delete(trace),
    noteShowsIds: (operation, shows) => showsIds.set(operation, shows),
    noteAddress: (trace, address) => {
      const creation = creations.get(trace);
      if (creation !== undefined && !creation.addresses.includes(address))
        creations.set(trace, { ...creation, addresses: [...creation.addresses, address] });
    },
    noteCreator: (address, creator) => {
      const first = creators.get(address);
      if (first === undefined)
        creators.set(address, {
          ...creator,
          exchange: trimExchange(creator.exchange),
          after: emptied.length,
        });
      const isSame =
        first?.exchange.trace === creator.exchange.trace ||
        (creator.markers.length > 0 && first?.markers.join() === creator.markers.join());
      return isSame ? undefined : first;
    },
    noteReplacement: (address, last) => {
      const first = creators.get(address);
      const collection = parentUrl(address);
      // Others may have deleted it.
      const isShared = items.some(
        ({ own, path }) => !own && !contested.has(path) && parentUrl(path) === collection,
      );
      const mayBeFree = isShared || emptied.slice(first?.after).some((each) => each !== collection);
      if (first !== undefined && !mayBeFree)
        replacements.push({ address, first: first.exchange, last: trimExchange(last) });
    },
    noteDoubtful: (operation, item) => {
      const earlier = doubtful.get(operation) ?? [];
      const alike = [...earlier.filter(({ path }) => path !== item.path && !contested.has(path)), item];
      if (alike.length < 2 && !proven.has(operation)) {
        doubtful.set(operation, alike);
        return;
      }
      proven.add(operation);
      doubtful.delete(operation);
      for (const { path } of alike) announced.add(path);
      const paths = new Set(alike.map(({ path }) => path));
      const others = items.filter(({ path }) => !paths.has(path));
      items.splice(0, items.length, ...others, ...alike.map((each) => ({ ...each, own: true })));
    },
    noteAbsent: (address) => absent.add(address),
    noteReason: (address, reason) => reasons.set(address, reason),
  };
}

/** The item of the run at an address; undefined if there is none, or it is somebody else's. */
export function ownItemAt({ items }: Pick<Inventory, "items">, address: string): KnownItem | undefined {
  return items.find(({ own, path }) => own && path === address);
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

/** Lets work go on beside other work, or exclusively. */
export type Turns = ReturnType<typeof createTurns>;

/** Nothing is under way yet. */
function createTurns() {
  const beside = new Set<Promise<unknown>>();
  let latest: Promise<unknown> = Promise.resolve();
  const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  return {
    /** Begins once nothing is under way that has to be the only one. */
    shared: <Value>(work: () => Promise<Value>): Promise<Value> => {
      const mine = latest.then(work);
      const ended: Promise<unknown> = settled(mine).then((): boolean => beside.delete(ended));
      beside.add(ended);
      return mine;
    },
    /** Begins once nothing is under way; nothing else begins until it has ended. */
    exclusive: <Value>(work: () => Promise<Value>): Promise<Value> => {
      const mine = Promise.all([latest, ...beside]).then(work);
      latest = settled(mine);
      return mine;
    },
  };
}
