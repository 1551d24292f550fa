import type { Contract, Operation } from "../description/index.js";
import { creationAt, operationsAt } from "./item-links.js";
import { matches } from "./lexicon.js";
import { parentPathOf } from "./paths.js";
import { deriveResources, type Resource, resourceAt } from "./resource.js";
import { referredTo, withParameter } from "./resource-index.js";

/**
 * Does an operation create an item under an id that the client chooses, which can be read and deleted again? Where items are
 * posted to the collection, the ids are the server's. Source: RFC 9110, section 9.3.4.
 */
export function createsByPut(operation: Operation, operations: Contract["operations"]): boolean {
  const { method, path, body, responses } = operation;
  if (method !== "PUT" || body === undefined || !responses.has("201")) return false;
  const at = operationsAt(path, operations).map((each) => each.method);
  const { all } = resourcesOf(operations);
  const resource = resourceAt(all, path);
  return (
    resource !== undefined &&
    at.includes("GET") &&
    at.includes("DELETE") &&
    creationAt(parentPathOf(path), operations) === undefined &&
    !namesAnother(resource, all)
  );
}

/** Is the id at the end of a path that of an item in another collection? */
export function namesAnotherItem({ path }: Operation, operations: Contract["operations"]): boolean {
  const { all } = resourcesOf(operations);
  const resource = resourceAt(all, path);
  return resource !== undefined && namesAnother(resource, all);
}

/** The items whose ids a path ends in, where these have a collection of their own at the top. */
export function linkedResource(path: string, operations: Contract["operations"]): Resource | undefined {
  const { all, atTop } = resourcesOf(operations);
  const resource = resourceAt(all, path);
  if (resource === undefined || matches(resource.parameter, "anyones-ids")) return undefined;
  return otherWith(resource, atTop) ?? referredTo(resource.parameter, atTop, isOther(resource));
}

/** Are they in another collection? */
function isOther({ collectionPath }: Resource): (resource: Resource) => boolean {
  return (each) => each.collectionPath !== collectionPath;
}

/** The items of another collection with a parameter of the same name. */
function otherWith(resource: Resource, among: ReadonlyMap<string, Resource>): Resource | undefined {
  return withParameter(among, resource.parameter).find(isOther(resource));
}

type Resources = Readonly<Record<"all" | "atTop", ReadonlyMap<string, Resource>>>;

const known = new WeakMap<Contract["operations"], Resources>();

/** Large descriptions have very many paths. */
function resourcesOf(operations: Contract["operations"]): Resources {
  const before = known.get(operations);
  if (before !== undefined) return before;
  const all = deriveResources(operations.values());
  const found = {
    all,
    atTop: new Map([...all].filter(([, { collectionPath }]) => !collectionPath.includes("{"))),
  };
  known.set(operations, found);
  return found;
}

/** Is the id that of an item in another collection, as `userId` is in the path of a membership? */
function namesAnother(resource: Resource, all: ReadonlyMap<string, Resource>): boolean {
  const { parameter } = resource;
  const isShared = !matches(parameter, "anyones-ids") && otherWith(resource, all) !== undefined;
  return isShared || referredTo(parameter, all, isOther(resource)) !== undefined;
}
