import { isSuccess, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { isToBeRefused, violationId, violationsOf } from "./contract.js";
import { pointerTo, valueAt } from "./places.js";
import { validRequest, violate } from "./requests.js";
import { type ApiScenario, type Context, makeRequest, twinOf } from "./twin.js";
import type { Violation } from "./violations.js";

/**
 * Two scenarios for each place and keyword. The first one learns what is refused. The second judges what was accepted
 * although its like is refused elsewhere: where all of its kind is accepted, that is the framework's habit.
 */
export function violationScenarios(operation: Operation): readonly ApiScenario[] {
  return violationsOf(operation).flatMap((violation) => {
    const id = violationId(operation, violation);
    const title = `${operation.id} is asked with a ${violation.place.in} in which ${violation.label}`;
    const send = async (t: Context): Promise<number> => {
      const { response } = await t.send(violatingRequest(t, operation, violation));
      return response.status;
    };
    const learn: ApiScenario = {
      id,
      title,
      phase: "read",
      inputs: () => [null],
      run: async (t) => {
        const known = t.state.leniency.get(violation.family) ?? { refused: 0, accepted: new Set<string>() };
        t.state.leniency.set(violation.family, known);
        const status = await send(t);
        if (status === 400 || status === 422) {
          known.refused += 1;
          return;
        }
        if (!isSuccess(status))
          throw new Skip(
            "untested",
            `it was answered with ${status}, which says nothing of what is violated`,
          );
        known.accepted.add(id);
        throw new Skip(
          "untested",
          "it is accepted, as all of its kind is: a habit of the server, or of its framework",
        );
      },
    };
    if (!isToBeRefused(operation, violation)) return [{ ...learn, run: send }];
    const judge: ApiScenario = {
      id: `${id}/unlike-others`,
      title: `${title}, as it refuses its like elsewhere`,
      phase: "credentials",
      inputs: ({ leniency }) => {
        const { refused = 0, accepted } = leniency.get(violation.family) ?? {};
        return refused > 0 && accepted?.has(id) === true ? [null] : [];
      },
      run: async (t) => {
        const status = await send(t);
        t.expect(!isSuccess(status), {
          check: id,
          problem: "accepted",
          expected: "a refusal with 4xx",
          actual: `${status}, although ${violation.label}`,
          at: { in: "status" },
        });
      },
    };
    return [learn, judge];
  });
}

function violatingRequest(t: Context, operation: Operation, violation: Violation) {
  const twin = twinOf(t, operation);
  const { place, keyword } = violation;
  if (place.in !== "body" || place.path.length === 0) return violate(twin, violation);
  if (keyword !== "additionalProperties" && valueAt(twin.body, place.path) === undefined)
    throw new Skip("untested", `no accepted body has ${pointerTo(place)}`);
  // Another one that is valid but for this place: what was created once may not be created again.
  return violate(
    makeRequest(() => validRequest(t.state, operation, twin.isBare)),
    violation,
  );
}
