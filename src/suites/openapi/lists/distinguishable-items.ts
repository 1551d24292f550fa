import { isSuccess, unlessSkipped } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type AnySchema, plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { isReference } from "../comparison/comparison.js";
import { type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { creationFor } from "../requests/create-item.js";
import { validRequest } from "../requests/requests.js";
import { valueAt, withValueAt } from "../resources/places.js";
import { collectionResource } from "../resources/resource-index.js";
import { placesInBody } from "../resources/wrapped-bodies.js";
import { valueOfRank, wordsInOrder } from "./distinguishable-values.js";
import { isTime, laterBy } from "./times.js";

/** A member of which new items have values that are far apart. */
export interface SeedMember {
  /** Where the items of the list have it. */
  readonly at: readonly string[];
  /** Of each new item, which value it has: 0 for the lowest. */
  readonly ranks: readonly number[];
  /** How many times the lowest number the highest one is, where that matters. */
  readonly factor?: number;
}

/**
 * Adds items whose values of these members are far apart, one for each rank.
 * @returns how many were added: none more once one is refused
 */
export async function seedDistinct(
  t: Context,
  list: Operation,
  members: readonly SeedMember[],
): Promise<number> {
  const creation = creationFor(t.state, list);
  const baseline = creation && t.state.learned.baselines.get(creation.id);
  if (creation?.body === undefined || baseline === undefined) return 0;
  const { schema = {} } = creation.body;
  const resource = collectionResource(t.state.model.resources, creation);
  const given = t.state.contract.known?.values ?? {};
  const free = members.filter(({ at }) => {
    const name = at.at(-1) ?? "";
    return !Object.hasOwn(given, name) && !isReference(t.state, name);
  });
  const words = free.map(({ ranks }) => wordsInOrder(ranks.length, t.state.words.marker));
  const count = members[0]?.ranks.length ?? 0;
  for (let added = 0; added < count; added += 1) {
    const { request, body = null } = makeRequest(() => validRequest(t.state, creation, baseline.shape));
    const changed = free.reduce<Json>((value, { at, ranks, factor }, member) => {
      const place = placeIn(value, schema, placesInBody(resource, body, at));
      const rank = ranks[added] ?? 0;
      const word = words[member]?.[rank] ?? "";
      const made =
        place && valueOfRank(place.schema, { rank, count, word, marker: t.state.words.marker, factor });
      return place === undefined || made === undefined ? value : withValueAt(value, place.path, made);
    }, body);
    const ofTime = free.find(({ at }) => {
      const place = placeIn(changed, schema, placesInBody(resource, body, at));
      return place !== undefined && isTime(place.schema);
    });
    // The times of an item have to fit together.
    const moved = ofTime === undefined ? changed : laterBy((ofTime.ranks[added] ?? 0) + 1, changed);
    const sent = encodeFor(creation, moved);
    const accepts = orRefused(request);
    const label = `one of ${count} items whose values differ`;
    const parsed = await unlessSkipped(() => t.sendAnyway({ ...request, accepts, label, body: sent }));
    if (!isSuccess(parsed?.response.status ?? 0)) return added;
  }
  return count;
}

/** The first of some places that a body may have. */
function placeIn(body: Json, schema: AnySchema, places: readonly (readonly string[])[]) {
  return places
    .flatMap((path) => {
      const found = path.reduce<AnySchema | undefined>(
        (outer, name) => (outer === undefined ? undefined : plainSchema(outer).properties?.[name]),
        schema,
      );
      return found !== undefined && isJsonObject(valueAt(body, path.slice(0, -1)) ?? null)
        ? [{ path, schema: found }]
        : [];
    })
    .at(0);
}
