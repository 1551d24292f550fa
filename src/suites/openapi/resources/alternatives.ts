import type { Operation } from "../../../description/index.js";
import {
  type AnySchema,
  fullShape,
  isUndecided,
  othersThanNull,
  plainSchema,
  valueIfAny,
} from "../../../generate/index.js";
import { type Alternative, type DescribedPlace, placesIn, pointerTo } from "./places.js";

/** The places that only bodies with another alternative have than the first one, where a member tells them apart. */
export function alternativePlaces(
  { body }: Operation,
  usual: readonly DescribedPlace[],
): readonly DescribedPlace[] {
  if (body === undefined) return [];
  const whole = { place: { path: [] }, schema: body.schema as AnySchema };
  const found = new Map<string, DescribedPlace>();
  const known = new Set(usual.map(({ place }) => pointerTo(place)));
  for (const { place, schema } of [whole, ...usual])
    for (const alternative of alternativesOf(schema, place.path))
      for (const each of placesOf(alternative)) {
        const pointer = pointerTo(each.place);
        if (!known.has(pointer) && !found.has(pointer)) found.set(pointer, each);
      }
  return [...found.values()];
}

/** All alternatives but the first, which every valid body has. */
function alternativesOf(schema: AnySchema, path: readonly string[]): readonly Alternative[] {
  const { oneOf, anyOf, ...own } = schema;
  if (isUndecided(schema)) return [];
  return othersThanNull(oneOf ?? anyOf ?? [])
    .map((each, index) => ({ path, schema: plainSchema({ ...own, oneOf: [each] }), index }))
    .slice(1);
}

function placesOf(within: Alternative): readonly DescribedPlace[] {
  const { path, schema } = within;
  const valid = valueIfAny(schema, {
    token: () => "abcdefgh",
    reference: () => undefined,
    shape: fullShape,
  });
  const places = valid === undefined ? [] : placesIn(schema, valid, { path });
  return places.map((each) => ({ ...each, place: { ...each.place, within } }));
}
