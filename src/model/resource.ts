import { type Contract, groupBy, memoize, noKnowledge, type Operation } from "../description/index.js";
import { type ItemLink, itemLinkOf } from "./item-links.js";
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

/** The operations at a path, or of a collection, by that path. */
type Groups = ReadonlyMap<string, readonly Operation[]>;

/** The resources that paths speak of, by the path of an item: one for each path that ends in a parameter. */
function deriveResources(
  operations: readonly Operation[],
  {
    byPath,
    byCollection,
    ids,
  }: { readonly byPath: Groups; readonly byCollection: Groups; readonly ids: readonly string[] },
): ReadonlyMap<string, Resource> {
  const paths = new Set(operations.map(({ path }) => path));
  const resources = new Map<string, Resource>();
  for (const path of paths)
    for (const [, itemPath = "", collectionPath = "", parameter = ""] of itemPathsIn(plainPath(path))) {
      if (resources.has(itemPath)) continue;
      const [onItem, onCollection] = [byPath.get(itemPath) ?? [], byCollection.get(collectionPath) ?? []];
      resources.set(itemPath, {
        ...{ itemPath, collectionPath, parameter, ids },
        end: paths.has(`${itemPath}/`) ? "/" : "",
        operations: onItem,
        read: onItem.find(isRead),
        list: onCollection.find(isRead),
        creations: onCollection.filter(isCreation),
        // The path of a parent is shorter: it is there already.
        parent: resources.get(ownerOf(collectionPath) ?? ""),
      });
    }
  return resources;
}

function isRead({ method }: Operation): boolean {
  return method === "GET";
}

function isCreation({ method }: Operation): boolean {
  return method === "POST";
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
    ...{ ids: [], operations: [], creations: [] },
    ...{ read: undefined, list: undefined, parent: undefined },
  };
}

/** An API as a set of resources, and what their operations have to do with each other. Of several that fit, the first counts. */
export interface Api {
  readonly operations: Contract["operations"];
  /** By the path of an item. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** The resource whose items a path leads to. */
  readonly resourceAt: (path: string) => Resource | undefined;
  /** The resource in the collection that an operation lists, or adds to. */
  readonly resourceIn: (operation: Pick<Operation, "path" | "itemsAt">) => Resource | undefined;
  /** The resources in a collection, whatever a path calls their ids. */
  readonly resourcesIn: (collection: string) => readonly Resource[];
  /** The operations at a path, in the order of the description. */
  readonly operationsAt: (path: string) => readonly Operation[];
  /** The operation that reads what is at a path. */
  readonly readAt: (path: string | undefined) => Operation | undefined;
  /** The operation that reads what another one creates, or what it changes. */
  readonly readOf: (operation: Operation) => Operation | undefined;
  /** The operation that lists the items of a collection. */
  readonly listAt: (collection: string) => Operation | undefined;
  /** The operations that add an item to a collection. */
  readonly creationsAt: (collection: string) => readonly Operation[];
  /** The link of the description from a creation to the item that it creates. */
  readonly linkOf: (operation: Operation) => ItemLink | undefined;
}

/** The part of a contract that says which resources there are, and which operations are called. */
export type KnownOperations = Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>;

/** The resources of a description. They are derived once: large descriptions have thousands. */
export function apiOf({ operations, known = noKnowledge }: KnownOperations): Api {
  return apisOf(operations)(known.ids);
}

/** By the operations, and by where the user says that ids stand. */
const apisOf = memoize((operations: Contract["operations"]) =>
  memoize((ids: readonly string[]) => deriveApi(operations, ids)),
);

function deriveApi(operations: Contract["operations"], ids: readonly string[]): Api {
  const all = [...operations.values()];
  const [byPath, byCollection] = [
    groupBy(all, ({ path }) => plainPath(path)),
    groupBy(all, collectionPathOf),
  ];
  const resources = deriveResources(all, { byPath, byCollection, ids });
  const inCollections = groupBy([...resources.values()], ({ collectionPath }) => collectionPath);
  const links = new Map<Operation, ItemLink | undefined>();
  const resourcesIn: Api["resourcesIn"] = (collection) => inCollections.get(collection) ?? [];
  const operationsAt: Api["operationsAt"] = (path) => byPath.get(plainPath(path)) ?? [];
  const readInCollection = (operation: Operation): Operation | undefined =>
    resourcesIn(collectionPathOf(operation)).find(({ read }) => read !== undefined)?.read;
  const linkOf: Api["linkOf"] = (operation) => {
    if (!links.has(operation))
      links.set(operation, itemLinkOf(operation, { operations, operationsAt, readInCollection }));
    return links.get(operation);
  };
  const readAt: Api["readAt"] = (path) => (path === undefined ? undefined : operationsAt(path).find(isRead));
  return {
    ...{ operations, resources, resourcesIn, operationsAt, linkOf, readAt },
    resourceAt: (path) => resources.get(plainPath(path)),
    resourceIn: (operation) => resourcesIn(collectionPathOf(operation))[0],
    readOf: (operation) =>
      operation.method === "POST"
        ? (readInCollection(operation) ?? linkOf(operation)?.read)
        : readAt(operation.path),
    listAt: (collection) => byCollection.get(collection)?.find(isRead),
    creationsAt: (collection) => byCollection.get(collection)?.filter(isCreation) ?? [],
  };
}
