import {
  type Contract,
  groupBy,
  jsonOf,
  type Operation,
  type ResponseSpec,
  responseTo,
} from "../description/index.js";
import { type AnySchema, plainSchema } from "../generate/index.js";
import { collectionPathOf, decodeOnce, endsInParameter, parentPathOf, plainPath } from "./paths.js";
import { type Expression, readExpression, tokensOf } from "./runtime-expressions.js";

type Operations = Contract["operations"];

/** A link of a description from a creation to the item that it creates. Source: OpenAPI 3.1, section 4.8.20. */
export interface ItemLink {
  readonly read: Operation;
  /** By the parameters of the path: what they are then. */
  readonly parameters: Readonly<Record<string, Expression>>;
  /** Is the item in another collection than the one that is posted to, so that the link alone says where? */
  readonly isElsewhere: boolean;
  /** Does the description link to an operation that deletes it, too? */
  readonly isDeletable: boolean;
}

/** The operation that reads what another one creates, or what it changes. */
export function readOf(operation: Operation, operations: Operations): Operation | undefined {
  if (operation.method === "POST")
    return readInCollection(operation, operations) ?? itemLinkOf(operation, operations)?.read;
  return readAt(operation.path, operations);
}

/** The operation that reads what is at a path. */
export function readAt(path: string | undefined, operations: Operations): Operation | undefined {
  return path === undefined ? undefined : readsOf(operations).byPath.get(plainPath(path));
}

function readInCollection(operation: Operation, operations: Operations): Operation | undefined {
  return readsOf(operations).byCollection.get(collectionPathOf(operation));
}

/** The operation that lists the items of a collection. */
export function listAt(collection: string | undefined, operations: Operations): Operation | undefined {
  return readsOf(operations).byItems.get(collection);
}

/** The operation that adds an item to a collection. */
export function creationAt(
  collection: string | undefined,
  operations: Operations | readonly Operation[],
): Operation | undefined {
  return creationsAt(collection, operations)[0];
}

/** The operations that add an item to a collection, in their order. */
export function creationsAt(
  collection: string | undefined,
  operations: Operations | readonly Operation[],
): readonly Operation[] {
  return indexOf(operations).creations.get(collection) ?? [];
}

/** The operations at a path, in their order. */
export function operationsAt(path: string, operations: Operations): readonly Operation[] {
  return indexOf(operations).byPath.get(plainPath(path)) ?? [];
}

/** The operations on the items of a collection, in their order. */
export function operationsOnItems(
  collection: string | undefined,
  operations: Operations,
): readonly Operation[] {
  return indexOf(operations).byParent.get(collection) ?? [];
}

/** Have the items of a list paths of their own? */
export function listsItems(operation: Operation, operations: Operations): boolean {
  return operationsOnItems(collectionPathOf(operation), operations).length > 0;
}

/** The operations that create and that read what another one changes or deletes; undefined where one of them is not there. */
export function creationAndReadOf(
  operation: Operation,
  operations: Operations,
  creations: Operations | readonly Operation[],
): { readonly create: Operation; readonly read: Operation } | undefined {
  const [create, read] = [creationAt(parentPathOf(operation.path), creations), readOf(operation, operations)];
  return create === undefined || read === undefined ? undefined : { create, read };
}

type Index = ReturnType<typeof makeIndex>;

const indices = new WeakMap<Operations | readonly Operation[], Index>();

/** Operations by their paths: large descriptions have thousands of them, and to look through all for each takes minutes. */
function indexOf(operations: Operations | readonly Operation[]): Index {
  const index = indices.get(operations) ?? makeIndex(operations.values());
  indices.set(operations, index);
  return index;
}

function makeIndex(operations: Iterable<Operation>) {
  const all = [...operations];
  return {
    creations: groupBy<Operation, string | undefined>(
      all.filter(({ method }) => method === "POST"),
      collectionPathOf,
    ),
    byPath: groupBy(all, ({ path }) => plainPath(path)),
    byParent: groupBy(all, ({ path }) => parentPathOf(path)),
  };
}

type Reads = Readonly<
  Record<"byPath" | "byItems" | "byCollection", ReadonlyMap<string | undefined, Operation>>
>;

const known = new WeakMap<Operations, Reads>();

/** The reads by their own path, by that of the items they list, and by the collection of the item they read. There may be a thousand. */
function readsOf(operations: Operations): Reads {
  const before = known.get(operations);
  if (before !== undefined) return before;
  // Of two that are alike, the first counts.
  const reads = [...operations.values()].filter(({ method }) => method === "GET").toReversed();
  const found = {
    byPath: new Map(reads.map((each) => [plainPath(each.path), each])),
    byItems: new Map(reads.map((each) => [collectionPathOf(each), each])),
    byCollection: new Map(reads.map((each) => [parentPathOf(each.path), each])),
  };
  known.set(operations, found);
  return found;
}

/**
 * The link to what an operation creates; undefined where there is none, or where links to other items look the same.
 * An item of another collection has to be of the kind that is sent, and the one that 201 links to.
 */
export function itemLinkOf(operation: Operation, operations: Operations): ItemLink | undefined {
  if (operation.method !== "POST") return undefined;
  const inCollection = readInCollection(operation, operations);
  const isElsewhere = inCollection === undefined;
  const targets = [...operation.responses.values()]
    .filter(({ status }) => (isElsewhere ? status === "201" : ["200", "201", "2XX"].includes(status)))
    .flatMap(({ links }) => Object.values(links))
    .map((link) => ({ target: targetOf(link, operations), parameters: link.parameters ?? {} }));
  const found = targets.flatMap(({ target: read, parameters: stated }): readonly ItemLink[] => {
    if (read?.method !== "GET" || !endsInParameter(read.path)) return [];
    if (isElsewhere ? !isOfKind(operation, read) : read !== inCollection) return [];
    const parameters = parametersOf(read, operation, stated);
    const isDeletable = targets.some(
      ({ target }) => target?.method === "DELETE" && plainPath(target.path) === plainPath(read.path),
    );
    return parameters === undefined ? [] : [{ read, parameters, isElsewhere, isDeletable }];
  });
  return new Set(found.map(({ read }) => read)).size === 1 ? found[0] : undefined;
}

function targetOf(
  { operationId, operationRef = "" }: ResponseSpec["links"][string],
  operations: Operations,
): Operation | undefined {
  if (operationId !== undefined) return operations.get(operationId);
  const [, pointer = ""] = /^#\/paths\/(.+)$/.exec(decodeOnce(operationRef) ?? "") ?? [];
  const [path, method = ""] = tokensOf(pointer);
  return operationsAt(path ?? "", operations).find(
    (each) => each.path === path && each.method === method.toUpperCase(),
  );
}

/** The value of each parameter of the path; undefined if one is unknown, or the item's id is not of the creation itself. */
function parametersOf(
  { path }: Operation,
  creation: Operation,
  stated: Readonly<Record<string, unknown>>,
): ItemLink["parameters"] | undefined {
  const names = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = ""]) => name);
  const entries = names.map((name) => {
    const isShared = creation.path.includes(`{${name}}`);
    const usual: Expression | undefined = isShared ? { in: "request path", path: [name] } : undefined;
    return [name, readExpression(stated[name] ?? stated[`path.${name}`]) ?? usual] as const;
  });
  if (entries.some(([, each]) => each === undefined) || entries.at(-1)?.[1]?.in === "request path")
    return undefined;
  return Object.fromEntries(entries) as ItemLink["parameters"];
}

/** Shows an operation at least half of the members that a creation sends? */
function isOfKind({ body }: Operation, read: Operation): boolean {
  const sent = Object.entries(membersOf(body?.schema ?? {})).filter(
    ([, schema]) => plainSchema(schema).writeOnly !== true,
  );
  return (
    sent.length > 0 &&
    showsHalf(
      read,
      sent.map(([name]) => name),
    )
  );
}

/** Shows an operation at least half of the members with these names, by themselves or in an object? */
export function showsHalf(read: Operation, names: readonly string[]): boolean {
  const shown = membersOf(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {});
  const wrapped = Object.values(shown).map((each) => membersOf(each));
  return [shown, ...wrapped].some(
    (members) => names.filter((name) => Object.hasOwn(members, name)).length * 2 >= names.length,
  );
}

/** The members of an object, by their names. */
export function membersOf(schema: object): Readonly<Record<string, AnySchema>> {
  return plainSchema(schema).properties ?? {};
}
