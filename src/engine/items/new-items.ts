import { Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { type Api, createsByPut, creationAndReadOf } from "../../model/index.js";
import { baselineOf, type Context, type KnownItem, ownItemAt } from "../../session/index.js";
import { choosesIds } from "../../values/index.js";
import { createAndRead } from "../comparison/create-and-read.js";

/** The operations that create and that read the items which another one changes. */
export interface NewItems {
  readonly create: Operation;
  readonly read: Operation;
}

/**
 * Finds the creation of the items that an operation changes: a creation in their list, or one under an id of the client's.
 * @param mayCall may the run send a creation? Always, if absent
 */
export function newItemsFor(
  operation: Operation,
  api: Api,
  mayCall?: (creation: Operation) => boolean,
): NewItems | undefined {
  return creationAndReadOf(operation, api, mayCall) ?? putAndReadOf(operation, api);
}

function putAndReadOf({ path }: Operation, api: Api): NewItems | undefined {
  const create = api.operationsAt(path).find((each) => createsByPut(each, api) && choosesIds(each));
  const read = create && api.readOf(create);
  return create === undefined || read === undefined ? undefined : { create, read };
}

/**
 * A new item of the run, as it was sent and as it is read.
 * @param change makes another body of the valid one
 * @throws Skip where there is none
 */
export async function newItem(
  t: Context,
  { create, read }: NewItems,
  change: (body: Json) => Json = (body) => body,
): Promise<{ readonly item: KnownItem; readonly sent: Json; readonly found: Json }> {
  const { shape } = baselineOf(t, create);
  const what = { change, label: "valid, to be changed then", shape };
  const made = await createAndRead(t, { operation: create, read }, what);
  const item = made && ownItemAt(t.state.inventory, made.item.path);
  if (made === undefined || item === undefined)
    throw new Skip("untested", "no new item is known that shows what was sent");
  return { ...made, item };
}
