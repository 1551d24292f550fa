import type { LeftChange } from "../engine/index.js";
import type { Json } from "../json/index.js";
import type { KnownItem } from "./records.js";

/** The knowledge that goes into the requests of a run: which values they have. */
export interface Requests {
  /** By place and name: the value that a parameter has in every request. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** Words that stand in no request but one: an item that shows such a word is the run's own. */
  readonly markers: ReadonlySet<string>;
  /** Are words of this run alone needed, since the server has those that a run with the same seed made? */
  readonly needsOwnWords: () => boolean;
  /** Does every request need days of its own, since a creation met a conflict? */
  readonly needsOwnDays: () => boolean;
  /** Operations whose dates are in the future, since no request with the usual ones got a 2xx. */
  readonly inFuture: ReadonlySet<string>;
  /** By operation: the body of the description's author that its bodies are made of, since no other one was accepted. */
  readonly stated: ReadonlyMap<string, StatedBody>;
  /** By operation: how its requests are made otherwise, since no usual one was accepted. */
  readonly altered: ReadonlyMap<string, Alteration>;
  /** By operation and name: must a member have another value in every request (true), or was that of no use (false)? */
  readonly unique: ReadonlyMap<string, boolean>;
  /** By operation and name: the ids of the items to which a member has referred, where it may refer to each of them once only. */
  readonly references: ReadonlyMap<string, ReadonlySet<string>>;
  /** Reads that the user's ids lead to nothing: those that lists show are asked for. */
  readonly withoutGiven: ReadonlySet<string>;
  /** By kind: what the user says beside the description, as far as it was of use. */
  readonly used: Readonly<Record<KnowledgeKind, ReadonlySet<string>>>;
  /** Counts the requests that take values in turn, from 0, by what these are for. */
  readonly nextTurn: (key: string) => number;
  /** Counts the requests that are sent to find a valid one of an operation, beside the usual ones. */
  readonly countSearched: (operation: string) => number;
  /** A new word for a request. */
  readonly newWord: () => string;
  /** A new word that no other run with the same seed has. */
  readonly ownWord: () => string;
  /** Words of an earlier run: what shows one of them counts as the run's own, too. */
  readonly recallWords: (words: readonly string[]) => void;
  readonly setParameter: (key: string, value: Json) => void;
  readonly setOwnWords: (areNeeded: boolean) => void;
  readonly needOwnDays: () => void;
  readonly setInFuture: (operation: string, isInFuture: boolean) => void;
  readonly setStated: (operation: string, stated: StatedBody | undefined) => void;
  /** The requests of an operation are made otherwise; undefined: as usual. */
  readonly setAltered: (operation: string, alteration: Alteration | undefined) => void;
  readonly setUnique: (key: string, isUnique: boolean) => void;
  /**
   * Records that a member has referred to an item, and whether that was refused. Where two new items were refused as well, the conflict
   * is about something else: the member refers to the usual item again, for good.
   */
  readonly noteReferred: (key: string, id: string, isRefused: boolean) => void;
  readonly setWithoutGiven: (operation: string, isWithout: boolean) => void;
  readonly noteUse: (kind: KnowledgeKind, name: string) => void;
}

/** A body of the description's author, and the names of its members that may have any other valid value. */
export interface StatedBody {
  readonly value: Json;
  readonly free: ReadonlySet<string>;
}

/** How the requests of an operation are made otherwise. */
export interface Alteration {
  /** Are times written with an offset: `+00:00` in place of `Z`? */
  readonly hasOffsets?: boolean;
  /** Have members the values that responses have shown for members of the same name? */
  readonly usesShown?: boolean;
  /** Parameters that are sent, although they may be left out. */
  readonly sends?: readonly string[];
}

/** Values that requests had, operations that were called because they are allowed, places of ids, members that differed, and statuses, as `addOrder: 409`. */
type KnowledgeKind = "values" | "allow" | "ids" | "computed" | "ignored" | "statuses";

/** New items that are refused one after the other, before the reference counts as not the reason. */
const mostRefused = 2;

/** @param words of any run with the same seed, and of this run alone */
export function createRequests(words: {
  readonly marker: () => string;
  readonly nonce: () => string;
}): Requests {
  const parameters = new Map<string, Json>();
  const markers = new Set<string>();
  const inFuture = new Set<string>();
  const stated = new Map<string, StatedBody>();
  const altered = new Map<string, Alteration>();
  const unique = new Map<string, boolean>();
  const references = new Map<string, Set<string>>();
  /** By the same key: new items that were refused one after the other. */
  const refusedNew = new Map<string, number>();
  const withoutGiven = new Set<string>();
  const used = {
    values: new Set<string>(),
    allow: new Set<string>(),
    ids: new Set<string>(),
    computed: new Set<string>(),
    ignored: new Set<string>(),
    statuses: new Set<string>(),
  };
  const turns = new Map<string, number>();
  const searched = new Map<string, number>();
  let needsOwnWords = false;
  let needsOwnDays = false;
  const addWord = (word: string): string => {
    markers.add(word);
    return word;
  };
  const put = (set: Set<string>, value: string, isIn: boolean) => (isIn ? set.add(value) : set.delete(value));
  return {
    ...{ parameters, markers, inFuture, stated, altered, unique, references, withoutGiven, used },
    needsOwnWords: () => needsOwnWords,
    needsOwnDays: () => needsOwnDays,
    nextTurn: (key) => {
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return turn;
    },
    countSearched: (operation) => {
      const count = (searched.get(operation) ?? 0) + 1;
      searched.set(operation, count);
      return count;
    },
    newWord: () => addWord(needsOwnWords ? words.nonce() : words.marker()),
    ownWord: () => {
      let word = words.nonce();
      // Both sources may begin with the same seed.
      while (markers.has(word)) word = words.nonce();
      return addWord(word);
    },
    recallWords: (recalled) => {
      for (const word of recalled) markers.add(word);
    },
    setParameter: (key, value) => parameters.set(key, value),
    setOwnWords: (areNeeded) => {
      needsOwnWords = areNeeded;
    },
    needOwnDays: () => {
      needsOwnDays = true;
    },
    setInFuture: (operation, isInFuture) => put(inFuture, operation, isInFuture),
    setStated: (operation, body) =>
      body === undefined ? stated.delete(operation) : stated.set(operation, body),
    setAltered: (operation, alteration) =>
      alteration === undefined ? altered.delete(operation) : altered.set(operation, alteration),
    setUnique: (key, isUnique) => unique.set(key, isUnique),
    noteReferred: (key, id, isRefused) => {
      const [known, before = 0] = [references.get(key), refusedNew.get(key)];
      const isNew = known?.has(id) === false;
      const refusals = !isRefused ? 0 : isNew ? before + 1 : before;
      refusedNew.set(key, refusals);
      if (refusals < mostRefused) references.set(key, new Set([...(known ?? []), id]));
      else references.delete(key);
    },
    setWithoutGiven: (operation, isWithout) => put(withoutGiven, operation, isWithout),
    noteUse: (kind, name) => used[kind].add(name),
  };
}

/** The budget of a run, and what keeps its requests safe. */
export interface Sending {
  /** Items that were sent to be created, without those that were refused. */
  readonly created: () => number;
  /** By address: items that the run is about to create there, since nothing was found. */
  readonly vacant: ReadonlyMap<string, KnownItem>;
  /** Words of creations that were refused: an item that shows one was stored in spite of that. */
  readonly refusedWords: ReadonlySet<string>;
  /** Does the server store what it refuses? Then every creation that went out counts. */
  readonly storesRefused: () => boolean;
  /** Members of singletons that were changed and could not be restored. */
  readonly unrestored: readonly LeftChange[];
  /** A creation of some items goes out: one, if absent. */
  readonly count: (items?: number) => void;
  /** It has created nothing. */
  readonly uncount: (items?: number) => void;
  /** Lets an item be put where nothing was found, for as long as the work takes. */
  readonly putting: <Value>(item: KnownItem, work: () => Promise<Value>) => Promise<Value>;
  /** Records whether the creation with these words was refused. */
  readonly noteRefused: (words: readonly string[], isRefused: boolean) => void;
  /** An item shows words of a creation that was refused. */
  readonly noteStoredRefused: () => void;
  readonly noteUnrestored: (left: LeftChange) => void;
}

export function createSending(): Sending {
  let created = 0;
  let storesRefused = false;
  const vacant = new Map<string, KnownItem>();
  const refusedWords = new Set<string>();
  const unrestored: LeftChange[] = [];
  return {
    ...{ vacant, refusedWords, unrestored },
    created: () => created,
    storesRefused: () => storesRefused,
    count: (items = 1) => {
      created += items;
    },
    uncount: (items = 1) => {
      created -= items;
    },
    putting: async (item, work) => {
      vacant.set(item.path, item);
      return work().finally(() => vacant.delete(item.path));
    },
    noteRefused: (words, isRefused) => {
      for (const word of words)
        if (isRefused) refusedWords.add(word);
        else refusedWords.delete(word);
    },
    noteStoredRefused: () => {
      storesRefused = true;
    },
    noteUnrestored: (left) => unrestored.push(left),
  };
}
