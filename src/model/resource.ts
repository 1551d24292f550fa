import { groupBy, type Operation } from "../description/index.js";
import { collectionPathOf, ownerOf, plainPath } from "./paths.js";

/** A kind of item that has an address of its own, and the operations on it: `/books/{bookId}` in the collection `/books`. */
export interface Resource {
  /** The path of an item, for example `/authors/{authorId}/books/{bookId}`. */
  readonly itemPath: string;
  /** The path of the collection, for example `/authors/{authorId}/books`. */
  readonly collectionPath: string;
  /** The last parameter of the item's path. */
  readonly parameter: string;
  /** Ends the address of an item: a slash, where the description writes one. */
  readonly end: "" | "/";
  /** Where the user says that the id of an item stands: `data.id`. */
  readonly ids: readonly string[];
  /** The operations at the path of an item, in the order of the description. */
  readonly operations: readonly Operation[];
  readonly read: Operation | undefined;
  readonly list: Operation | undefined;
  /** The operations that post an item to the collection, in the order of the description. */
  readonly creations: readonly Operation[];
  /** The items below which the collection stands: the authors. */
  readonly parent: Resource | undefined;
}

/** The resources that paths speak of, by the path of an item: one for each path that ends in a parameter. */
export function deriveResources(
  operations: readonly Operation[],
  ids: readonly string[] = [],
): ReadonlyMap<string, Resource> {
  const paths = new Set(operations.map(({ path }) => path));
  const [atPath, ofCollection] = [operationsByPath(operations), operationsByCollection(operations)];
  const resources = new Map<string, Resource>();
  for (const path of paths)
    for (const [, itemPath = "", collectionPath = "", parameter = ""] of itemPathsIn(plainPath(path))) {
      if (resources.has(itemPath)) continue;
      const [onItem, onCollection] = [atPath.get(itemPath) ?? [], ofCollection.get(collectionPath) ?? []];
      resources.set(itemPath, {
        ...{ itemPath, collectionPath, parameter, ids },
        end: paths.has(`${itemPath}/`) ? "/" : "",
        operations: onItem,
        read: onItem.find(isRead),
        list: onCollection.find(isRead),
        creations: onCollection.filter(({ method }) => method === "POST"),
        // The path of a parent is shorter: it is there already.
        parent: resources.get(ownerOf(collectionPath) ?? ""),
      });
    }
  return resources;
}

function isRead({ method }: Operation): boolean {
  return method === "GET";
}

/** The operations at each path. */
export function operationsByPath(
  operations: readonly Operation[],
): ReadonlyMap<string, readonly Operation[]> {
  return groupBy(operations, ({ path }) => plainPath(path));
}

/** The operations that list a collection, or add to it, by the path of the collection. */
export function operationsByCollection(
  operations: readonly Operation[],
): ReadonlyMap<string, readonly Operation[]> {
  return groupBy(operations, collectionPathOf);
}

/** Every beginning of a path that ends in a parameter of its own segment. */
function itemPathsIn(path: string): readonly RegExpExecArray[] {
  const segments = path.split("/");
  return segments.flatMap((segment, index) => {
    // A path may have very many.
    if (!segment.startsWith("{")) return [];
    const found = /^((.*)\/\{([^{}/]+)\})$/.exec(segments.slice(0, index + 1).join("/"));
    return found === null ? [] : [found];
  });
}

/** The kind of item at an address; where several paths fit, the one with most words of its own. */
export function resourceOfAddress(
  resources: ReadonlyMap<string, Resource>,
  address: string,
): Resource | undefined {
  const segments = plainPath(address).split("/");
  const parametersIn = ({ itemPath }: Resource): number => itemPath.split("{").length;
  return [...resources.values()]
    .filter(({ itemPath }) => {
      const wanted = itemPath.split("/");
      return (
        wanted.length === segments.length &&
        wanted.every((each, index) => each.startsWith("{") || each === segments[index])
      );
    })
    .toSorted((left, right) => parametersIn(left) - parametersIn(right))[0];
}

/** The kind of item that a list shows although no path leads to one. */
export function listedIn(path: string): Resource {
  const collectionPath = plainPath(path);
  return {
    itemPath: `${collectionPath}/{id}`,
    collectionPath,
    parameter: "id",
    end: "",
    ids: [],
    ...noOperations,
  };
}

const noOperations = { operations: [], read: undefined, list: undefined, creations: [], parent: undefined };
