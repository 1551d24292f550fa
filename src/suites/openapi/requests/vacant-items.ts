import { type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { plainPath } from "../resources/paths.js";
import { itemAddress, resourceAt } from "../resources/resource.js";
import type { ApiState, KnownItem } from "../state/state.js";
import { newId } from "./new-ids.js";
import { pathParametersOf } from "./path-parameters.js";
import { at, validRequest } from "./requests.js";
import { type Context, makeRequest } from "./twin.js";

/** The operation that puts an item, and the one that reads it. */
export interface Puts {
  readonly operation: Operation;
  readonly read: Operation;
}

/** Ids that are tried at most. */
const mostTries = 3;
/** An id that is shorter may be one that somebody has, in characters. */
const shortest = 6;

/** An item that is not there yet. @throws Skip where every id that is made has one */
export async function vacantItem(t: Context, { operation, read }: Puts): Promise<KnownItem> {
  const resource = resourceAt(t.state.resources, operation.path);
  if (resource === undefined) throw new Skip("untested", "no id is known at the end of its path");
  const { collectionPath } = resource;
  // What is no item by itself is a part of the id, and may be any.
  const asked = isOfItems(collectionPath, t.state.contract.operations) ? operation : read;
  const parents = makeRequest(() => pathParametersOf(t.state, { ...asked, path: collectionPath }));
  const collection = collectionPath.replaceAll(/\{([^{}/]+)\}/g, (_, name: string) => parents[name] ?? "");
  for (let tries = 0; tries < mostTries; tries += 1) {
    const id = newId(operation, t.state.nonce());
    if (id.length < shortest) break;
    const item = { resource, id, path: itemAddress(resource, collection, id), own: false };
    const { request } = makeRequest(() => validRequest(t.state, read));
    const accepts = [404, 410].map((status) => ({ status, schema: "" }));
    const label = "an id that no item has";
    const { outcome } = await t.sendUnjudged({ ...at(request, item), accepts, label });
    if (outcome.kind === "response" && [404, 410].includes(outcome.status)) return item;
  }
  throw new Skip("untested", "no id is known that surely no item has");
}

/** Does a path lead through items, which may be somebody's: something is there under their ids, or lists them? */
function isOfItems(path: string, operations: Contract["operations"]): boolean {
  const paths = new Set([...operations.values()].map((each) => plainPath(each.path)));
  return [...path.matchAll(/\/\{[^{}/]+\}/g)].some(({ 0: part, index }) => {
    const collection = path.slice(0, index);
    return paths.has(collection) || paths.has(`${collection}${part}`);
  });
}

/** The same state, as if an item were there already: requests are made for it. */
export function stateWith(state: ApiState, item: KnownItem): ApiState {
  return { ...state, items: [{ ...item, own: true }, ...state.items] };
}

/** Sends what puts an item where none is, so that it counts as the run's own once it is there. */
export async function putNew(
  t: Context,
  item: KnownItem,
  request: Case,
): Promise<ParsedExchange | undefined> {
  const { vacant } = t.state;
  vacant.set(item.path, item);
  return t.sendAnyway(request).finally(() => vacant.delete(item.path));
}
