import type { Operation } from "../description/index.js";
import {
  type AnySchema,
  conditionsOf,
  draftValue,
  isUndecided,
  joined,
  othersThanNull,
  plainSchema,
} from "../schema/index.js";
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
  const valid = draftValue(schema);
  const places = valid === undefined ? [] : placesIn(schema, valid, { path });
  return places.map((each) => ({ ...each, place: { ...each.place, within } }));
}

/** A member that a body has to have where another one has a value, and the name of that other one. */
export interface ConditionalPlace {
  readonly place: DescribedPlace["place"];
  readonly beside: string;
}

/** The members that `then` requires, in bodies for which `if` holds by the value of one member. */
export function conditionalPlaces(
  { body }: Operation,
  usual: readonly DescribedPlace[],
): readonly ConditionalPlace[] {
  if (body === undefined) return [];
  const whole = { place: { path: [] }, schema: body.schema as AnySchema };
  return [whole, ...usual].flatMap(({ place: { path }, schema }) => {
    if (isUndecided(schema)) return [];
    const plain = plainSchema(schema);
    return conditionsOf(plain).flatMap((condition, index) => {
      const beside = decidingMember(condition);
      const { required: asked = [] } = plainSchema(condition.then ?? {});
      const name = asked.find((each) => plain.required?.includes(each) !== true);
      if (beside === undefined || name === undefined) return [];
      const met = joined(joined(plain, condition.if ?? {}), condition.then ?? {});
      const within = { path, schema: met, index, isCondition: true };
      return [{ place: { in: "body", path: [...path, name], within } as const, beside }];
    });
  });
}

/** The one member on whose value a condition depends, as long as it has to be there. */
function decidingMember({ if: condition = {} }: AnySchema): string | undefined {
  const { properties = {}, required = [], ...others } = plainSchema(condition);
  const [name, ...more] = Object.keys(properties);
  const isAlone = more.length === 0 && Object.keys(others).every((keyword) => keyword === "type");
  const { const: only, enum: words } = plainSchema(properties[name ?? ""] ?? {});
  const isDecided = only !== undefined || words !== undefined;
  return name !== undefined && isAlone && isDecided && required.includes(name) ? name : undefined;
}
