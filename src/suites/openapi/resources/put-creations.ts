import type { Contract, Operation } from "../../../description/index.js";
import { creationAt } from "./item-links.js";
import { parentPathOf, plainPath } from "./paths.js";
import { deriveResources, type Resource, referredTo, resourceAt } from "./resource.js";

/**
 * Does an operation create an item under an id that the client chooses, which can be read and deleted again? Where items are
 * posted to the collection, the ids are the server's. Source: RFC 9110, section 9.3.4.
 */
export function createsByPut(operation: Operation, operations: Contract["operations"]): boolean {
  const { method, path, body, responses } = operation;
  if (method !== "PUT" || body === undefined || !responses.has("201")) return false;
  const all = [...operations.values()];
  const at = all.filter((each) => plainPath(each.path) === plainPath(path)).map((each) => each.method);
  const resources = resourcesOf(operations);
  const resource = resourceAt(resources, path);
  return (
    resource !== undefined &&
    at.includes("GET") &&
    at.includes("DELETE") &&
    creationAt(parentPathOf(path), all) === undefined &&
    !namesAnother(resource, [...resources.values()])
  );
}

/** Is the id at the end of a path that of an item in another collection? */
export function namesAnotherItem({ path }: Operation, operations: Contract["operations"]): boolean {
  const resources = resourcesOf(operations);
  const resource = resourceAt(resources, path);
  return resource !== undefined && namesAnother(resource, [...resources.values()]);
}

/** The items whose ids a path ends in, where these have a collection of their own at the top. */
export function linkedResource(path: string, operations: Contract["operations"]): Resource | undefined {
  const resources = resourcesOf(operations);
  const resource = resourceAt(resources, path);
  if (resource === undefined || anyones.test(resource.parameter)) return undefined;
  const { parameter, collectionPath } = resource;
  const others = [...resources.values()].filter(
    (each) => each.collectionPath !== collectionPath && !each.collectionPath.includes("{"),
  );
  return others.find((each) => each.parameter === parameter) ?? referredTo(parameter, others);
}

const known = new WeakMap<Contract["operations"], ReadonlyMap<string, Resource>>();

/** Large descriptions have very many paths. */
function resourcesOf(operations: Contract["operations"]): ReadonlyMap<string, Resource> {
  const resources = known.get(operations) ?? deriveResources(operations.values());
  known.set(operations, resources);
  return resources;
}

/** Names that every item may have its id under. */
const anyones = /^(id|uuid|guid|key|code|name|slug)$/i;

/** Is the id that of an item in another collection, as `userId` is in the path of a membership? */
function namesAnother(resource: Resource, all: readonly Resource[]): boolean {
  const { parameter, collectionPath } = resource;
  const others = all.filter((each) => each.collectionPath !== collectionPath);
  const isShared = !anyones.test(parameter) && others.some((each) => each.parameter === parameter);
  return isShared || referredTo(parameter, others) !== undefined;
}
