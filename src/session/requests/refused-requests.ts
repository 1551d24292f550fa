import type { Operation } from "../../description/index.js";
import { bareShape, fullShape } from "../../generate/index.js";
import { slugOf, takesInput } from "../../model/index.js";
import type { Context } from "./baseline.js";
import { type Trial, tryShape } from "./trials.js";

/** Statuses that refuse a request for what it is. */
const refusing: readonly number[] = [400, 415, 422];
/** Valid requests that are refused before an operation is said to refuse every one. */
const mostRefused = 5;

/** Warns of an operation that refuses one valid request after the other. @param last the one that was refused before */
export async function expectAcceptance(t: Context, operation: Operation, last: Trial): Promise<void> {
  if (!takesInput(operation)) return;
  let refused = last;
  for (let count = 0; count < mostRefused; count += 1) {
    if (!refusing.includes(refused.status)) return;
    refused = await tryShape(t, operation, count % 2 === 0 ? fullShape : bareShape);
  }
  if (!refusing.includes(refused.status)) return;
  t.expect(false, {
    check: `${slugOf(operation)}/accepts`,
    problem: "every valid request is refused",
    expected: "2xx to a request that the description calls valid",
    actual: `${mostRefused} of ${mostRefused} are refused, the last with ${refused.refusal}; if it takes values that the description does not state, give them (api: values)`,
    at: { in: "status" },
  });
}
