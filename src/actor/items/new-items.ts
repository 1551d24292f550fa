import type { Operation } from "../../description/index.js";
import { Skip } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { type Api, addressOf, createsByPut, creationAndReadOf, plainPath } from "../../model/index.js";
import { baselineOf, type Context, type KnownItem, ownItemAt } from "../../session/index.js";
import { choosesIds, hasManyIds, isPatterned, isShort, newId, rareIdOf } from "../../values/index.js";
import { createAndRead } from "../comparison/read-back.js";

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
  const create = api.operationsAt(path).find((each) => createsByPut(each, api) && choosesIds(each, api));
  const read = create && api.readOf(create);
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** An item of the run, as its creation sent it, and as it was read then. */
export interface Item extends KnownItem {
  readonly sent: Json;
  readonly found: Json;
}

/** Creates an item from a valid body, after a change, and reads it. @throws Skip where it is not known as the run's own */
export async function newItem(
  t: Context,
  { create, read }: NewItems,
  change: (body: Json) => Json = (body) => body,
): Promise<Item> {
  const { shape } = baselineOf(t, create);
  const what = { change, label: "valid, to be changed then" };
  const made = await createAndRead(t, { operation: create, read, shape }, what);
  const item = made && ownItemAt(t.state.inventory, made.item.path);
  if (made === undefined || item === undefined)
    throw new Skip("untested", "no new item is known that shows what was sent");
  return { ...item, sent: made.sent, found: made.found };
}

/** Does an operation read items whose ids the server gives, of which there are many, and is what is not found described? */
export function readsItems(operation: Operation, api: Api): boolean {
  const isCreated = (api.resourceAt(operation.path)?.creations.length ?? 0) > 0;
  return operation.method === "GET" && isCreated && describesUnknown(operation);
}

/** Is it described how an operation answers for an id that no item has, of the many that there are? */
export function describesUnknown(operation: Operation): boolean {
  return ["404", "410"].some((status) => operation.responses.has(status)) && hasManyIds(operation);
}

/** The address of an item that is surely not there. @throws Skip where no such id is known */
export function unknownAddress(t: Context, operation: Operation): string {
  const address = addressOf(baselineOf(t, operation).request.path);
  const end = address.endsWith("/") ? "/" : "";
  const collection = plainPath(address).replace(/\/[^/]*$/, "");
  const marker = t.state.words.marker();
  const made = newId(operation, marker);
  // A pattern may leave so few short ids that some item has the one that is made.
  const id = isPatterned(operation) && isShort(made) ? rareIdOf(operation, marker) : made;
  if (id === undefined || (isPatterned(operation) && t.state.inventory.items.some((each) => each.id === id)))
    throw new Skip("untested", "no id is known that surely no item has");
  return `${collection}/${encodeURIComponent(id)}${end}`;
}
