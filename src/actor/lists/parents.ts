import type { Operation } from "../../description/index.js";
import { type Api, ownerOf, plainPath } from "../../model/index.js";

/** The parent of the items that an operation creates: `/tickets/{ticketId}` of `/tickets/{ticketId}/comments`. */
export interface Parent {
  readonly create: Operation;
  readonly read: Operation;
}

/** The operations that create and read the item below which an operation stands; undefined where one is not there. */
export function parentOf({ path }: Operation, api: Api): Parent | undefined {
  const parent = api.resourceAt(ownerOf(path) ?? "");
  const [create, read] = [parent?.creations[0], parent?.read];
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** The address of a collection below the item at an address. */
export function below({ path }: Operation, parent: string): string {
  const [, last = ""] = /(\/[^/]+\/?)$/.exec(path) ?? [];
  return `${plainPath(parent)}${last}`;
}
