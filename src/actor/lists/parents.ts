import type { Operation } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { type Api, ownerOf, parentUrl, plainPath } from "../../model/index.js";
import { type Context, type KnownItem, ownItemAt, shownAt } from "../../session/index.js";

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

/** An item of the run, and the one below which it was created. */
export interface Nested {
  readonly item: KnownItem;
  readonly parent: KnownItem;
  readonly shown: Json;
}

/** Items that are looked for, at most. */
const mostTried = 3;

/** An item that the run has created below another one of its own; undefined where there is none. */
export async function ownBelow(t: Context, read: Operation): Promise<Nested | undefined> {
  const { api, inventory } = t.state;
  const resource = api.resourceAt(read.path);
  const own = inventory.items.filter((each) => each.own && each.resource === resource);
  for (const item of own.slice(0, mostTried)) {
    const parent = ownItemAt(inventory, parentUrl(parentUrl(item.path)));
    const shown = parent && (await shownAt(t, read, item));
    if (parent !== undefined && shown !== undefined) return { item, parent, shown };
  }
  return undefined;
}
