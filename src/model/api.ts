import { type Contract, groupBy, noKnowledge, type Operation } from "../description/index.js";
import { type ItemLink, itemLinkOf } from "./item-links.js";
import { collectionPathOf, plainPath } from "./paths.js";
import { deriveResources, operationsByCollection, operationsByPath, type Resource } from "./resource.js";

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

type Described = Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>;

/** By the operations, and by where the user says that ids stand. */
const derived = new WeakMap<Contract["operations"], WeakMap<readonly string[], Api>>();

/** The resources of a description. They are derived once: large descriptions have thousands. */
export function apiOf({ operations, known = noKnowledge }: Described): Api {
  const of = derived.get(operations) ?? new WeakMap<readonly string[], Api>();
  const api = of.get(known.ids) ?? deriveApi(operations, known.ids);
  derived.set(operations, of.set(known.ids, api));
  return api;
}

function deriveApi(operations: Contract["operations"], ids: readonly string[]): Api {
  const all = [...operations.values()];
  const resources = deriveResources(all, ids);
  const [byPath, byCollection] = [operationsByPath(all), operationsByCollection(all)];
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
  const readAt: Api["readAt"] = (path) =>
    path === undefined ? undefined : operationsAt(path).find(({ method }) => method === "GET");
  return {
    ...{ operations, resources, resourcesIn, operationsAt, linkOf, readAt },
    resourceAt: (path) => resources.get(plainPath(path)),
    resourceIn: (operation) => resourcesIn(collectionPathOf(operation))[0],
    readOf: (operation) =>
      operation.method === "POST"
        ? (readInCollection(operation) ?? linkOf(operation)?.read)
        : readAt(operation.path),
    listAt: (collection) => byCollection.get(collection)?.find(({ method }) => method === "GET"),
    creationsAt: (collection) =>
      byCollection.get(collection)?.filter(({ method }) => method === "POST") ?? [],
  };
}
