import type { Contract, Requirement } from "../../description/index.js";
import { bodyPlaces, pathPlaces, pointerTo } from "../../model/index.js";
import { violationId, violationsOf } from "./judged-violations.js";
import { parametersOf } from "./violations.js";

/** The schema from which a requirement follows; undefined where its whole operation states it. */
export function schemaBehind(
  { operations }: Pick<Contract, "operations">,
  { operations: [id = ""], verifiedBy }: Requirement,
): object | undefined {
  const operation = operations.get(id);
  if (operation === undefined) return undefined;
  const violation = violationsOf(operation).find((each) => verifiedBy.includes(violationId(operation, each)));
  if (violation === undefined) return undefined;
  const { place } = violation;
  if (place.parameter !== undefined) return place.parameter.schema;
  const places =
    place.in === "body" ? bodyPlaces(operation) : [...parametersOf(operation), ...pathPlaces(operation)];
  const found = places.find(
    (each) => each.place.in === place.in && pointerTo(each.place) === pointerTo(place),
  );
  return found?.schema ?? operation.body?.schema;
}
