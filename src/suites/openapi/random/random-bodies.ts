import * as fc from "fast-check";
import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { groupBy } from "../../../description/index.js";
import {
  type Case,
  type Dimension,
  type Dimensions,
  plainSchema,
  type Shape,
} from "../../../generate/index.js";
import { pointerTo, valueAt, withValueAt } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, isRefusal, makeRequest } from "../requests/baseline.js";
import { slugOf, validRequest } from "../requests/requests.js";
import type { ValidRequest } from "../session/state.js";
import { isToBeRefused, violationId, violationsOf } from "../violations/judged-violations.js";
import { controlStatus, sendControl } from "../violations/send-violation.js";
import { violate } from "../violations/violate.js";
import { heldAt, optional, type Violation } from "../violations/violation.js";

/** The violations of a body, and its other members. Plain data. */
interface WrongBody {
  /** Ids of the checks of violations. */
  readonly first: string;
  readonly second: string | null;
  /** Does it have what is required alone, besides? */
  readonly isBare: boolean;
}

/**
 * A body that is refused for one violation is refused for two, and in a smaller body. Only violations are combined that the
 * server refuses by themselves: nothing is to be stored.
 */
export function randomBodyScenario(operation: Operation): ApiScenario | undefined {
  const violations = violationsOf(operation).filter(({ keyword }) => keyword !== optional);
  const { method, body } = operation;
  if (method === "GET" || body === undefined || violations.length === 0) return undefined;
  const slug = slugOf(operation);
  return {
    id: `${slug}/server-error/random`,
    title: `${operation.id} refuses a violation in combination, too`,
    phase: "random",
    needsWalk: true,
    inputs: () => [],
    dimensions: (): Dimensions => {
      const kinds = kindsOf(operation, violations);
      return {
        first: kinds,
        second: { none: fc.constant(null), ...kinds },
        isBare: { no: fc.constant(false), yes: fc.constant(true) },
      };
    },
    run: async (t, input) => {
      const { first, second, isBare } = input as WrongBody;
      const chosen = [first, second].flatMap(
        (id) => violations.find((each) => violationId(operation, each) === id) ?? [],
      );
      const combined = chosen.filter((each, index) => index === 0 || !overlap(each, chosen[0]));
      if (combined.length === 0) return;
      for (const each of combined)
        if (!isRefusal(await controlStatus(t, operation, each)))
          throw new Skip("not-applicable", `it is not refused alone that ${each.label}`);
      if (combined.length === 1 && !isBare) return;
      const { response } = await t.send(combinedRequest(t, operation, combined, isBare));
      if (!isSuccess(response.status)) return;
      await expectRefused(t, operation, combined, response.status);
    },
  };
}

/** By keyword. */
function kindsOf(operation: Operation, violations: readonly Violation[]): Dimension {
  const byKeyword = groupBy(violations, ({ place, keyword }) => `${place.in} ${keyword}`);
  return Object.fromEntries(
    [...byKeyword].map(([name, same]) => [
      name,
      fc.constantFrom(...same.map((each) => violationId(operation, each))),
    ]),
  );
}

/** Is one at the place of the other, or inside it? */
function overlap(left: Violation, right: Violation | undefined): boolean {
  if (right === undefined || left.place.in !== right.place.in) return false;
  const [short, long] = [left.place.path, right.place.path].toSorted((a, b) => a.length - b.length);
  return short?.every((name, index) => name === long?.[index]) ?? false;
}

function combinedRequest(
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

/** It counts only if each violation is refused by itself also now. */
async function expectRefused(
  t: Context,
  operation: Operation,
  violations: readonly Violation[],
  status: number,
): Promise<void> {
  const exchange = t.exchanges.length - 1;
  if (!violations.every((each) => isToBeRefused(operation, each))) return;
  for (const each of violations) if (!isRefusal(await sendControl(t, operation, each))) return;
  const { masked, noteMasked } = t.state.violations;
  const ids = violations.map((each) => violationId(operation, each));
  // One violation may be what hides all others.
  const [check = ""] = [...ids.filter((id) => masked.has(id)), ...ids];
  noteMasked(check);
  t.expect(false, {
    check,
    problem: violations.length > 1 ? "accepted beside another" : "accepted in a smaller body",
    expected: "a refusal with 4xx, as each violation gets alone",
    actual: `${status}, although ${violations.map(({ label }) => label).join(", and ")}`,
    at: { in: "status" },
    exchange,
  });
}
