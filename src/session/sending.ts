import type { LeftChange } from "../run/index.js";
import type { KnownItem } from "./inventory.js";

/** The budget of a run, and what keeps its requests safe. */
export interface Sending {
  /** Creations that went out, without those that were refused. */
  readonly created: () => number;
  /** By address: items that the run is about to create there, since nothing was found. */
  readonly vacant: ReadonlyMap<string, KnownItem>;
  /** Words of creations that were refused: an item that shows one was stored in spite of that. */
  readonly refusedWords: ReadonlySet<string>;
  /** Does the server store what it refuses? Then every creation that went out counts. */
  readonly storesRefused: () => boolean;
  /** Members of singletons that were changed and could not be restored. */
  readonly unrestored: readonly LeftChange[];
  /** A creation goes out. */
  readonly count: () => void;
  /** A creation has created nothing. */
  readonly uncount: () => void;
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
    count: () => {
      created += 1;
    },
    uncount: () => {
      created -= 1;
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
