import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import {
  type Api,
  type Callable,
  createsByPut,
  creationAndReadOf,
  endsInParameter,
} from "../../../model/index.js";
import { createAndRead } from "../comparison/create-and-read.js";
import { type ApiScenario, baselineOf, type Context } from "../requests/baseline.js";
import { isJsonType } from "../requests/bodies.js";
import { choosesIds } from "../requests/new-ids.js";
import { changeKindOf, slugOf } from "../requests/requests.js";
import { type KnownItem, ownItemAt } from "../session/state.js";

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

/** An operation that replaces or changes items by a body in JSON, the creation of these, and the check that a wrong change breaks. */
export function changeOfItems(operation: Operation, { api, mayCall }: Callable) {
  const { method, body, path } = operation;
  const related = newItemsFor(operation, api, mayCall);
  if (related === undefined || body === undefined || !isJsonType(body.mediaType)) return undefined;
  if (!["PUT", "PATCH"].includes(method) || !endsInParameter(path)) return undefined;
  return {
    operation,
    related,
    body,
    check: `${slugOf(operation)}/${changeKindOf(operation)}`,
  };
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

/** An operation that changes items, what creates and reads these, and the check that a wrong change breaks. */
interface Change {
  readonly operation: Operation;
  readonly related: NewItems;
  readonly check: string;
}

/** A trial with a new item: a part of a check. */
interface Trial {
  readonly part: string;
  readonly title: string;
  readonly run: ApiScenario["run"];
}

/** A scenario with a new item, once valid requests of the operation and of the creation got a 2xx. */
export function onNewItem({ operation, related, check }: Change, { part, title, run }: Trial): ApiScenario {
  return {
    id: `${check}/${part}`,
    title,
    phase: "populate",
    expects: [check],
    inputs: ({ learned: { baselines } }) =>
      baselines.has(operation.id) && baselines.has(related.create.id) ? [null] : [],
    run,
  };
}
