import type { Contract, Operation, Requirement } from "../../description/index.js";
import { bodyPlaces, pathPlaces, pointerTo, slugOf } from "../../model/index.js";
import { optional, type Violation } from "./violation.js";
import { deriveViolations, parametersOf } from "./violations.js";

/** The check of a violation. */
export function violationId(operation: Operation, violation: Violation): string {
  return `${slugOf(operation)}/${violationPart(operation, violation)}`;
}

/** The part of its id that goes on after the operation. Where no refusal is described, all that counts is that the server does not fail. */
export function violationPart(operation: Operation, violation: Violation): string {
  const { place, keyword } = violation;
  const where = place.path.length === 0 ? "whole" : `at/${encodeURIComponent(pointerTo(place))}`;
  const kind = isToBeRefused(operation, violation) ? "violation" : "server-error";
  return `${kind}/${place.in}/${where}/${keyword}`;
}

/** Is it the id of a check that shows whether a violation is refused? */
export function collectsEvidence(check: string): boolean {
  return check.split("/")[1] === "violation";
}

/** Is it the id of a check that takes the evidence of others? */
export function isJudgedByEvidence(check: string): boolean {
  return check.endsWith("/unlike-others") || check.startsWith("validation/");
}

/** Is something violated, and a refusal described, so that it may be expected? */
export function isToBeRefused({ responses }: Operation, { keyword }: Violation): boolean {
  return keyword !== optional && ["400", "422", "4XX", "default"].some((status) => responses.has(status));
}

/** The violations of an operation: to match texts with patterns takes long. */
const known = new WeakMap<Operation, readonly Violation[]>();

/** The violations of an operation's requests: a server has to refuse them, if it refuses their like elsewhere. */
export function violationsOf(operation: Operation): readonly Violation[] {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const found = findViolations(operation);
  known.set(operation, found);
  return found;
}

function findViolations(operation: Operation): readonly Violation[] {
  if (operation.method === "DELETE") return [];
  // An operation without a described refusal is tried with ids of another kind.
  return deriveViolations(operation).filter(
    (each) => each.place.in !== "path" || isToBeRefused(operation, each),
  );
}

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
