import type { Operation } from "../description/index.js";
import { fullShape, valueIfAny } from "../generate/index.js";
import type { Json } from "../json/index.js";
import { type DescribedPlace, placesIn } from "./places.js";

/** Any valid body, only to see which members it has. */
export function draftOf({ body }: Operation): Json | undefined {
  return (
    body &&
    valueIfAny(body.schema, { marker: () => "abcdefgh", reference: () => undefined, shape: fullShape })
  );
}

/** The places that a valid body fills. */
export function bodyPlaces(operation: Operation, draft = draftOf(operation)): readonly DescribedPlace[] {
  return operation.body === undefined || draft === undefined ? [] : placesIn(operation.body.schema, draft);
}
