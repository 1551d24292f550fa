import { Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { createAndRead } from "../comparison/create-and-read.js";
import { hasManyIds, isNumbered } from "../requests/new-ids.js";
import { type Context, twinOf } from "../requests/twin.js";
import { creationAndReadOf, readOf } from "../resources/item-links.js";
import { plainPath } from "../resources/paths.js";
import { createsByPut } from "../resources/put-creations.js";
import { type KnownItem, ownItemAt } from "../state/state.js";

/** The operations that create and that read the items which another one changes. */
export interface NewItems {
  readonly create: Operation;
  readonly read: Operation;
}

/**
 * What creates the items that an operation changes: a creation in their list, or one under an id of the client's.
 * @param creations that the run may send
 */
export function newItemsFor(
  operation: Operation,
  operations: Contract["operations"],
  creations: readonly Operation[],
): NewItems | undefined {
  return creationAndReadOf(operation, operations, creations) ?? putAndReadOf(operation, operations);
}

function putAndReadOf({ path }: Operation, operations: Contract["operations"]): NewItems | undefined {
  const create = [...operations.values()].find(
    (each) =>
      plainPath(each.path) === plainPath(path) &&
      createsByPut(each, operations) &&
      hasManyIds(each) &&
      !isNumbered(each),
  );
  const read = create && readOf(create, operations);
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** A new item of the run, as it was sent and as it is read. @throws Skip where there is none */
export async function newItem(
  t: Context,
  { create, read }: NewItems,
): Promise<{ readonly item: KnownItem; readonly sent: Json; readonly found: Json }> {
  const { shape } = twinOf(t, create);
  const what = { change: (body: Json) => body, label: "valid, to be changed then", shape };
  const made = await createAndRead(t, { operation: create, read }, what);
  const item = made && ownItemAt(t.state, made.item.path);
  if (made === undefined || item === undefined)
    throw new Skip("untested", "no new item is known that shows what was sent");
  return { ...made, item };
}
