import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../engine/index.js";
import { itemAddress } from "../../model/index.js";
import { accepting, type Case } from "../../transport/index.js";
import {
  at,
  choosesNumbers,
  hasManyIds,
  isNumbered,
  isShort,
  newId,
  newIdBelow,
} from "../../values/index.js";
import { type ApiState, type KnownItem, ownItemAt } from "../api-state.js";
import { useAllowance } from "../user-knowledge.js";
import type { Context } from "./item-baseline.js";
import { assumeOwned } from "./list-rows.js";
import { makeRequest, validRequest } from "./made-request.js";
import { pathParametersOf } from "./path-parameters.js";
import { readItem } from "./read-item.js";

/** The operation that puts an item, and the one that reads it. */
export interface Puts {
  readonly operation: Operation;
  readonly read: Operation;
}

/** Ids that are tried at most. */
const mostTries = 3;

/** An item that is not there yet. @throws Skip where every id that is made has one */
export async function unusedId(t: Context, { operation, read }: Puts): Promise<KnownItem> {
  const { resource, collection, own } = await collectionFor(t, operation);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const id = idFor(operation, t.state.words.nonce(), own);
    const isChosen =
      choosesNumbers(operation, t.state.api) || (hasManyIds(operation) && !isNumbered(operation));
    const isSure = !isShort(id) && isChosen;
    // That nothing is found at a short id at the top says enough where nobody else writes.
    const isAsked = !isNumbered(operation) && !t.state.settings.deletableOnly;
    if (!isSure && own === undefined && !isAsked) break;
    // Below an item of the run's own, a short id may be one that somebody has elsewhere: of a seat, an address, a telephone.
    if (!isSure && own !== undefined && !useAllowance(t.state, operation))
      throw new Skip(
        "untested",
        `its ids are so short that somebody may have one: "--allow ${operation.id}" has one tried that is not there`,
      );
    const item = { resource, id, path: itemAddress(resource, collection, id), own: false };
    const { request } = validRequest(t.state, read);
    const accepts = accepting(404, 410);
    const label = "an id that no item has";
    const { outcome } = await t.sendUnchecked({ ...at(request, item), accepts, label });
    if (outcome.kind === "response" && [404, 410].includes(outcome.status)) return item;
  }
  throw new Skip("untested", "no id is known that surely no item has");
}

/** An id by chance: many of those that are short, or below an item of the run's own, may have an item. */
function idFor(operation: Operation, word: string, own: KnownItem | undefined): string {
  const id = newId(operation, word);
  return own !== undefined || isShort(id) ? newIdBelow(operation, word) : id;
}

/** Where an operation puts items, and the item of the run below which that is. @throws Skip where that is no longer the run's */
export async function collectionFor(t: Context, operation: Operation) {
  const resource = t.state.api.resourceAt(operation.path);
  if (resource === undefined) throw new Skip("untested", "no id is known at the end of its path");
  const { collectionPath } = resource;
  const parents = makeRequest(() => pathParametersOf(t.state, { ...operation, path: collectionPath }));
  const [parent = ""] = /^.*\}/.exec(collectionPath) ?? [];
  const own = ownItemAt(t.state.inventory, withIds(parent, parents));
  if (own !== undefined) await assumeOwned(t.state, own);
  return { resource, collection: withIds(collectionPath, parents), own };
}

/** A path with the ids of items in it. */
function withIds(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) => ids[name] ?? "");
}

/** The same state, as if an item were there already: requests are made for it. */
export function stateWith(state: ApiState, item: KnownItem): ApiState {
  const { inventory } = state;
  return { ...state, inventory: { ...inventory, items: [{ ...item, own: true }, ...inventory.items] } };
}

/**
 * Sends what puts an item where none is, so that it counts as the run's own once it is there. A server that fails may have
 * stored it all the same, and so may one that refuses it.
 */
export async function createAtUnusedId(
  t: Context,
  read: Operation,
  { item, request }: { readonly item: KnownItem; readonly request: Case },
): Promise<ParsedExchange | undefined> {
  const { sending, inventory } = t.state;
  const parsed = await sending.putting(item, () => t.sendAnyway(request));
  const isDone = parsed !== undefined && isSuccess(parsed.response.status);
  if (!isDone && (await unlessSkipped(() => readItem(t, read, item))) !== undefined)
    inventory.add({ ...item, own: true });
  return parsed;
}
