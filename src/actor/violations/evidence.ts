import type { Operation } from "../../description/index.js";
import { namesItem, type Place } from "../../model/index.js";
import { type ApiState, isStatedRefusal } from "../../session/index.js";
import {
  decideLeniency,
  refuses,
  type Violation,
  type ViolationOutcome,
  violationId,
} from "../../values/index.js";

/** Returns all evidence of a run. */
export function allEvidence({
  violations: { evidence },
}: Pick<ApiState, "violations">): readonly ViolationOutcome[] {
  return [...evidence.values()];
}

/** Is each invalid value that an operation accepts a failure: in a strict run, or since somebody says so of it? */
export function isStrictAt({ settings }: Pick<ApiState, "settings">, { facts }: Operation): boolean {
  return settings.strict || facts?.strict === true;
}

/**
 * The checks of refusals for which an accepted violation is a failure, the nearest first; none, where its response contradicts itself.
 * @returns undefined where it is no failure
 */
export function refusalsLike(
  state: Pick<ApiState, "violations">,
  operation: Operation,
  violation: Violation,
): readonly string[] | undefined {
  const leniency = decideLeniency(violationId(operation, violation), allEvidence(state));
  return leniency.kind === "failure" ? leniency.because : undefined;
}

/** Does a status refuse a violation? An item that is looked for by its id need not be found. */
export function isRefusedWith(
  state: Pick<ApiState, "violations" | "contract">,
  operation: Operation,
  { place, keyword }: Violation,
  status: number,
): boolean {
  if (locationOf(place) === "item id" && (status === 404 || status === 410)) return true;
  if (isStatedRefusal(state.contract, operation, status)) return true;
  return refuses({ operation: operation.id, keyword, status }, allEvidence(state));
}

/** Where in a request a place is, as far as servers validate it alike. */
export function locationOf({ in: where, path: [name = ""] }: Place): ViolationOutcome["location"] {
  if (where === "header") return "query";
  return where === "path" && namesItem(name) ? "item id" : where;
}
