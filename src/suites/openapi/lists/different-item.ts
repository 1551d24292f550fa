import { isSuccess, unlessSkipped } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isJsonObject, type JsonObject } from "../../../json/index.js";
import { type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { creationFor } from "../requests/create-item.js";
import { validRequest } from "../requests/requests.js";
import { valueAt, withValueAt } from "../resources/places.js";
import { collectionResource } from "../resources/resource-index.js";
import { placesInBody } from "../resources/wrapped-bodies.js";

/** Other words that are tried: of a state, some are reached from others only. */
const mostTried = 2;

/**
 * Where all items of a list have the same value under a name, one with another value is added: without it, nobody can tell
 * whether a filter is obeyed.
 * @param words of the enumeration; none where it is a boolean
 * @returns whether one was added
 */
export async function addDifferent(
  t: Context,
  list: Operation,
  { at, words }: { readonly at: readonly string[]; readonly words: readonly string[] },
  items: readonly JsonObject[],
): Promise<boolean> {
  const name = at.at(-1) ?? "";
  const values = new Set(items.map((item) => valueAt(item, at)));
  const creation = creationFor(t.state, list);
  const baseline = creation && t.state.learned.baselines.get(creation.id);
  if (values.size !== 1 || creation === undefined || baseline === undefined) return false;
  const others = (words.length > 0 ? words : [true, false]).filter((value) => !values.has(value));
  for (const other of others.slice(0, mostTried)) {
    const { request, body } = makeRequest(() => validRequest(t.state, creation, baseline.shape));
    const resource = collectionResource(t.state.model.resources, creation);
    const place = placesInBody(resource, body, at).find(
      (each) => typeof valueAt(body ?? null, each) === typeof other,
    );
    if (body === undefined || place === undefined) return false;
    const label = `one whose ${name} is ${other}`;
    const sent = encodeFor(creation, withValueAt(body, place, other));
    const accepts = orRefused(request);
    const parsed = await unlessSkipped(() => t.sendAnyway({ ...request, accepts, label, body: sent }));
    const shown = parsed?.json;
    const taken = isJsonObject(shown) ? valueAt(shown, place) : undefined;
    const isTaken = taken === undefined || taken === other;
    if (isTaken && isSuccess(parsed?.response.status ?? 0)) return true;
  }
  return false;
}
