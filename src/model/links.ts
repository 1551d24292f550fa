import type { Contract, Operation } from "../description/index.js";
import { listAt, operationsAt } from "./item-links.js";
import { parentPathOf } from "./paths.js";
import { linkedResource } from "./put-creations.js";
import type { Resource } from "./resource.js";

/** The operations that put, list and remove links between items: `/teams/{teamId}/members/{userId}`. */
export interface Links {
  readonly put: Operation;
  readonly list: Operation;
  readonly removal: Operation;
  /** The items that are linked to: the users. */
  readonly end: Resource;
}

/** The links that an operation makes or removes: each has the id of an item in another collection, and is listed. */
export function linksOf({ path }: Operation, operations: Contract["operations"]): Links | undefined {
  const collection = parentPathOf(path);
  if (collection?.includes("{") !== true) return undefined;
  const at = operationsAt(path, operations);
  const put = at.find(({ method }) => method === "PUT");
  const removal = at.find(({ method }) => method === "DELETE");
  const list = listAt(collection, operations);
  const end = linkedResource(path, operations);
  if (put === undefined || removal === undefined || list === undefined || end === undefined) return undefined;
  return { put, list, removal, end };
}
