import type { Contract, Operation } from "../../../description/index.js";
import { creationAt, ownerOf, parentPathOf, plainPath, readAt } from "../../../model/index.js";

/** The parent of the items that an operation creates: `/tickets/{ticketId}` of `/tickets/{ticketId}/comments`. */
export interface Parent {
  readonly create: Operation;
  readonly read: Operation;
}

/** The operations that create and read the item below which another operation creates items; undefined where one is not there. */
export function parentOf(
  { method, path }: Operation,
  operations: Contract["operations"],
): Parent | undefined {
  const parentPath = ownerOf(path);
  if (method !== "POST" || parentPath === undefined) return undefined;
  const read = readAt(parentPath, operations);
  const create = creationAt(parentPathOf(parentPath), operations);
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** The address of a collection below the item at an address. */
export function below({ path }: Operation, parent: string): string {
  const [, last = ""] = /(\/[^/]+\/?)$/.exec(path) ?? [];
  return `${plainPath(parent)}${last}`;
}
