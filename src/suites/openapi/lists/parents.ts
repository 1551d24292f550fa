import type { Operation } from "../../../description/index.js";
import { type Api, ownerOf, plainPath } from "../../../model/index.js";

/** The parent of the items that an operation creates: `/tickets/{ticketId}` of `/tickets/{ticketId}/comments`. */
export interface Parent {
  readonly create: Operation;
  readonly read: Operation;
}

/** The operations that create and read the item below which another operation creates items; undefined where one is not there. */
export function parentOf({ method, path }: Operation, api: Api): Parent | undefined {
  const parent = method === "POST" ? api.resourceAt(ownerOf(path) ?? "") : undefined;
  const [create, read] = [parent?.creations[0], parent?.read];
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** The address of a collection below the item at an address. */
export function below({ path }: Operation, parent: string): string {
  const [, last = ""] = /(\/[^/]+\/?)$/.exec(path) ?? [];
  return `${plainPath(parent)}${last}`;
}
