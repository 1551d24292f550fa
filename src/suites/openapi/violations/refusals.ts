import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type ApiScenario, type Context, isRefusal } from "../requests/baseline.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import { namesItem } from "../resources/path-places.js";
import { asked, isPaging, ofBounds, stored } from "./families.js";
import { inconsistentAcceptance, knownFamilies } from "./inconsistent-validation.js";
import { isToBeRefused, violationId, violationsOf } from "./judged-violations.js";
import { sendViolation } from "./send-violation.js";
import { isIgnoredByServer, isKept, isStored } from "./stored-values.js";
import { isBodiless, type Violation } from "./violation.js";

/**
 * Two scenarios for each place and keyword. The first one learns what is refused. The second judges what was accepted
 * although its like is refused elsewhere: where all of its kind is accepted, that is a leniency of the framework.
 */
export function violationScenarios(operation: Operation): readonly ApiScenario[] {
  return violationsOf(operation).flatMap((violation) => {
    const id = violationId(operation, violation);
    const { place, label } = violation;
    const title = isBodiless(violation)
      ? `${operation.id} is asked without its body`
      : `${operation.id} is asked with a ${place.path.length === 0 ? "request" : place.in} in which ${label}`;
    const learn: ApiScenario = {
      id,
      title,
      phase: "read",
      inputs: () => [null],
      run: async (t) => {
        const parsed = await sendViolation(t, operation, violation);
        const status = effectiveStatus(parsed);
        if (refuses(violation, status)) {
          for (const family of knownFamilies(t.state, violation)) family.refused.add(id);
          return;
        }
        if (!isSuccess(status))
          throw new Skip(
            "untested",
            `it was answered with ${status}, which says nothing of what is violated`,
          );
        for (const family of knownFamilies(t.state, acceptedAs(violation, parsed))) family.accepted.add(id);
        if (t.state.strict) {
          expectRefused(t, violation, status);
          return;
        }
        throw new Skip(
          "untested",
          "it is accepted, as all of its kind is: a habit of the server, or of its framework",
        );
      },
    };
    if (!isToBeRefused(operation, violation)) {
      const run = async (t: Context): Promise<unknown> =>
        effectiveStatus(await sendViolation(t, operation, violation));
      return [{ ...learn, run }];
    }
    const judge: ApiScenario = {
      id: `${id}/unlike-others`,
      title: `${title}, as it refuses its like elsewhere`,
      phase: "credentials",
      inputs: (state) =>
        !state.strict && inconsistentAcceptance(state, operation, violation, id) !== undefined ? [null] : [],
      run: async (t) => {
        const parsed = await sendViolation(t, operation, violation);
        const status = effectiveStatus(parsed);
        if (!isSuccess(status))
          throw new Skip(
            "untested",
            `it is accepted once, and then answered with ${status}: what it created may be in the way`,
          );
        const exchange = t.exchanges.length - 1;
        const isByStored = inconsistentAcceptance(t.state, operation, violation, id) === stored;
        if (isByStored && (await isStored(t, operation, { violation, parsed })) !== true)
          throw new Skip("untested", "it is accepted, but nothing shows that it is stored");
        if (await isIgnoredByServer(t, operation, { violation, parsed }))
          throw new Skip("untested", "the server has a value of its own there, whichever is sent");
        expectRefused(t, violation, status, { check: id, exchange });
      },
    };
    return [learn, judge];
  });
}

/** What is not found is refused, where it is looked for by its id. */
function refuses({ place }: Violation, status: number): boolean {
  const isItem = place.in === "path" && namesItem(place.path[0] ?? "");
  return isRefusal(status) || (isItem && (status === 404 || status === 410));
}

function expectRefused(
  t: Context,
  { label }: Violation,
  status: number,
  shown: { readonly check?: string; readonly exchange?: number } = {},
): void {
  t.expect(!isSuccess(status), {
    ...shown,
    problem: "accepted",
    expected: "a refusal with 4xx",
    actual: `${status}, although ${label}`,
    at: { in: "status" },
  });
}

/**
 * The violation as far as it was accepted: what is shown otherwise than it was sent may be cut to its bounds, and is not
 * stored as it was sent. What says which page is asked for may be cut, too.
 */
function acceptedAs(violation: Violation, parsed: ParsedExchange): Violation {
  const isOtherwise = isKept(violation, parsed.json) === false;
  const isIgnoredByServer = (family: string): boolean =>
    (isOtherwise && (family === stored || ofBounds.includes(family))) ||
    (family === asked && isPaging(violation.place));
  return { ...violation, families: violation.families.filter((family) => !isIgnoredByServer(family)) };
}
