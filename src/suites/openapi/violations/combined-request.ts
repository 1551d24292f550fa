import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Case, plainSchema, type Shape } from "../../../generate/index.js";
import { pointerTo, valueAt, withValueAt } from "../../../model/index.js";
import { baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { validRequest } from "../requests/requests.js";
import type { ValidRequest } from "../session/state.js";
import { violate } from "./violate.js";
import { heldAt, type Violation } from "./violation.js";

/**
 * Makes a request with several violations.
 * @param isBare has it what is required alone, besides?
 * @throws Skip where none can be made
 */
export function combinedRequest(
  t: Context,
  operation: Operation,
  violations: readonly Violation[],
  isBare: boolean,
): Case {
  const { shape } = baselineOf(t, operation);
  const kept = isBare ? shapeWith(operation, violations) : shape;
  const valid = makeRequest(() => validRequest(t.state, operation, kept));
  const { request } = violations.reduce(violateOnce, valid);
  const label = violations.length > 1 ? "two violations at once" : "a violation in a smaller body";
  return { ...request, label };
}

/** The required members alone, and those that are violated. */
function shapeWith(operation: Operation, violations: readonly Violation[]): Shape {
  const { required = [] } = plainSchema(operation.body?.schema ?? {});
  const names = violations.flatMap(({ place }) => (place.in === "body" ? place.path.slice(0, 1) : []));
  return { optional: names.filter((name) => !required.includes(name)) };
}

/** @throws Skip where the request lacks the place */
function violateOnce(valid: ValidRequest, violation: Violation): ValidRequest {
  const { place, value } = violation;
  const isMember = place.in === "body" && place.path.length > 0;
  if (isMember && valueAt(valid.body, heldAt(violation)) === undefined)
    throw new Skip("not-applicable", `the body has no ${pointerTo(place)}`);
  const request = makeRequest(() => violate(valid, violation));
  const body = isMember && valid.body !== undefined ? withValueAt(valid.body, place.path, value) : valid.body;
  return { ...valid, request, body };
}
