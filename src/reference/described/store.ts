import type { Json, JsonObject } from "../../json/index.js";

/** An item as the server keeps it. */
export interface Item {
  readonly id: string;
  readonly members: JsonObject;
  /** When it was created, or replaced last, in ms. */
  readonly since: number;
  /** It is not shown any more, but known to have been there. */
  readonly isDeleted?: boolean;
}

/** All that one server keeps, by the paths of requests: `/books/7/reviews`. */
export interface Store {
  /** The items of a collection, in the order in which they were added; `fill` makes those that are there from the start. */
  itemsOf(path: string, fill?: () => readonly Item[]): Map<string, Item>;
  /** The values that have an address of their own and are no items. */
  readonly documents: Map<string, Json>;
  /** Removes the collections below a path. */
  removeBelow(path: string): void;
  /** A number that was not given before. */
  nextNumber(): number;
}

/** A store that lives as long as the server. */
export function createStore(): Store {
  const collections = new Map<string, Map<string, Item>>();
  let last = 0;
  return {
    itemsOf: (path, fill = () => []) => {
      const known = collections.get(path) ?? new Map(fill().map((item) => [item.id, item]));
      collections.set(path, known);
      return known;
    },
    documents: new Map(),
    removeBelow: (path) => {
      for (const each of collections.keys()) if (each.startsWith(`${path}/`)) collections.delete(each);
    },
    nextNumber: () => {
      last += 1;
      return last;
    },
  };
}
