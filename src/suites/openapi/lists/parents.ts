import type { Contract, Operation } from "../../../description/index.js";
import { creationAt } from "../resources/item-links.js";
import { collectionOf, plainPath } from "../resources/paths.js";

/** What a creation needs to know of the item below which it creates others: `/tickets/{ticketId}` of `/tickets/{ticketId}/comments`. */
export interface Parent {
  readonly create: Operation;
  readonly read: Operation;
}

/** The operations that create and read the item below which another operation creates items; undefined where one is not there. */
export function parentOf(
  { method, path }: Operation,
  operations: Contract["operations"],
): Parent | undefined {
  const [, parentPath] = /^(.*\/\{[^{}/]+\})\/[^{}/]+$/.exec(plainPath(path)) ?? [];
  if (method !== "POST" || parentPath === undefined) return undefined;
  const read = [...operations.values()].find(
    (each) => each.method === "GET" && plainPath(each.path) === parentPath,
  );
  const create = creationAt(collectionOf(parentPath), operations.values());
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** The address of a collection below the item at an address. */
export function below({ path }: Operation, parent: string): string {
  const [, last = ""] = /(\/[^/]+\/?)$/.exec(path) ?? [];
  return `${plainPath(parent)}${last}`;
}
