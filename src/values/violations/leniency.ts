import type { Contract, Operation, Requirement } from "../../description/index.js";
import { bodyPlaces, pathPlaces, pointerTo, slugOf } from "../../model/index.js";
import { deriveViolations, parametersOf } from "./derive-violations.js";
import { type Group, optional, type Violation, type ViolationOutcome } from "./violation.js";

/** Why an invalid value is accepted. `because`: the checks whose refusals make it a failure, the nearest first. */
export type Leniency =
  | { readonly kind: "failure"; readonly because: readonly string[] }
  /** The API validates nothing of the group at this location: all places that show it. */
  | { readonly kind: "general"; readonly places: readonly ViolationOutcome[] }
  | { readonly kind: "conversion" | "open" | "undecided" };

/** Places that have to be tried before the API as a whole is said not to validate a group. */
const enoughPlaces = 3;

/** Statuses that refuse a request for another reason than what is wrong with a value. */
const ofOtherReasons = [401, 403, 404, 405, 408, 409, 410, 415, 429];

/** Decides which leniency the acceptance of an invalid value is. Pure. Source: the design, "Leniencies". */
export function decideLeniency(check: string, all: readonly ViolationOutcome[]): Leniency {
  const one = all.find((each) => each.check === check);
  if (one === undefined || !isAccepted(one)) return { kind: "undecided" };
  if (one.isForbidden) return { kind: "failure", because: [] };
  if (one.isOfView) return { kind: "open" };
  return isConverted(one) ? decideConversion(one, all) : decideAssertion(one, all);
}

/** The evidence that the API as a whole does not validate a group at a location; empty if it does, or if nothing shows it. */
export function unvalidatedPlaces(
  group: Group,
  location: ViolationOutcome["location"],
  all: readonly ViolationOutcome[],
): readonly ViolationOutcome[] {
  const accepted = all.filter(
    (each) => each.group === group && each.location === location && !each.isOfView && isAccepted(each),
  );
  return accepted.filter((each) => decideLeniency(each.check, all).kind === "general");
}

/** Is the keyword one that a server enforces or not, whatever frameworks convert? */
function isAssertion({ group }: Pick<ViolationOutcome, "group">): boolean {
  return group === "required" || group === "choice" || group === "range";
}

/** Does a status refuse what was sent for what it is: 400, 422, or what the operation answers to a missing member? */
export function refuses(
  { operation, keyword, status }: Pick<ViolationOutcome, "operation" | "keyword" | "status">,
  all: readonly ViolationOutcome[],
): boolean {
  if (status === 400 || status === 422) return true;
  const isOfReason = status >= 400 && status < 500 && !ofOtherReasons.includes(status);
  return (
    isOfReason &&
    (keyword === "required" ||
      all.some(
        (each) => each.operation === operation && each.keyword === "required" && each.status === status,
      ))
  );
}

function isAccepted({ outcome }: ViolationOutcome): boolean {
  return outcome === "accepted" || outcome === "shown" || outcome === "changed";
}

function isRefused(each: ViolationOutcome, all: readonly ViolationOutcome[]): boolean {
  return each.outcome === "refused" || (each.outcome === "unclear" && refuses(each, all));
}

/** A number or a size that a server puts within its bounds. */
function isClamped({ keyword }: ViolationOutcome): boolean {
  return /^((exclusive)?(minimum|maximum)|multipleOf|(min|max)(Items|Properties))$/i.test(keyword);
}

/** Was the value converted into another one, dropped or filled in, as far as responses tell? */
function isConverted(one: ViolationOutcome): boolean {
  const { location, group, keyword, outcome, onlyIfShown } = one;
  if (location === "path" || location === "item id" || group === "format" || group === "null") return true;
  if (outcome === "shown") return false;
  const isPlain = group === "type" || group === "members" || keyword === "uniqueItems";
  return isPlain || onlyIfShown || (outcome === "changed" && isClamped(one));
}

/** A conversion is a failure only where the same is refused elsewhere. */
function decideConversion(one: ViolationOutcome, all: readonly ViolationOutcome[]): Leniency {
  for (const keyOf of one.outcome === "shown" ? [sameKey, formatKey] : [sameKey]) {
    const key = keyOf(one);
    const same = key === undefined ? [] : all.filter((each) => keyOf(each) === key);
    const refused = same.filter((each) => isRefused(each, all) && !mayBeDropped(each));
    const isOnlyOne = !isOfBody(one) || isClamped(one) || same.filter(isAccepted).length === 1;
    if (refused.length > 0 && isOnlyOne)
      return { kind: "failure", because: refused.map(({ check }) => check) };
  }
  return { kind: "conversion" };
}

/**
 * The same text for evidence of one format in the operations of a resource that describe a member alike: PUT keeps what POST
 * refuses. A value that is shown as it was sent was neither converted nor dropped.
 */
function formatKey(one: ViolationOutcome): string | undefined {
  const { location, place, group, sent, described, isRequired, otherAssertions } = one;
  if (location !== "body" || group !== "format") return undefined;
  return [place, sent, described, isRequired, otherAssertions].join(" ");
}

/** The same text for evidence of the same conversion in one body or query; undefined where nothing can be the same. */
function sameKey(one: ViolationOutcome): string | undefined {
  const { operation, location, place, group, keyword, sent, described, isRequired } = one;
  if (!isOfBody(one) || isClamped(one)) return [location, keyword].join(" ");
  if (isAssertion(one) && keyword !== "uniqueItems") return undefined;
  if (one.otherAssertions !== "") return undefined;
  return [operation, location, group, sent, described, isRequired, isItem(place)].join(" ");
}

/** Is it an item of a list? A server that looks at the types of its members need not look at what is in their lists. */
function isItem(place: string): boolean {
  return place.endsWith("/*");
}

/** Is it in a body, a query or a header, rather than in a path? */
function isOfBody({ location }: ViolationOutcome): boolean {
  return location === "body" || location === "query";
}

/** A framework that drops a member of the wrong type refuses it only for being required. */
function mayBeDropped(each: ViolationOutcome): boolean {
  return isOfBody(each) && (each.group === "type" || each.group === "null") && each.isRequired;
}

/** An assertion that is not enforced is a failure, unless the API enforces none of its group there, or nothing at all. */
function decideAssertion(one: ViolationOutcome, all: readonly ViolationOutcome[]): Leniency {
  const isComparable = (each: ViolationOutcome): boolean =>
    one.group !== "type" || isItem(each.place) === isItem(one.place);
  const same = all.filter(
    (each) => each.location === one.location && isOfGroup(each, one.group) && isComparable(each),
  );
  const refused = same.filter((each) => isRefused(each, all));
  const others = all.filter(
    (each) => each.location === one.location && isAssertion(each) && isRefused(each, all),
  );
  const accepted = same.filter((each) => isAccepted(each) && !each.isOfView && !isConverted(each));
  const places = new Set(accepted.map(({ place }) => place));
  if (refused.length === 0 && (places.size >= enoughPlaces || others.length === 0))
    return { kind: "general", places: accepted };
  const isNear = (each: ViolationOutcome): number => Number(each.operation === one.operation);
  const nearest = (each: readonly ViolationOutcome[]): readonly ViolationOutcome[] =>
    each.toSorted((left, right) => isNear(right) - isNear(left));
  const because = [...nearest(refused), ...nearest(others)]
    // A value of another type says nothing of what is just outside.
    .filter((each) => !mayBeDropped(each))
    .map(({ check }) => check);
  return { kind: "failure", because: [...new Set(because)] };
}

/** A framework that asks for a body need not look at its members; one that looks at members asks for a body. */
function isOfGroup({ group }: ViolationOutcome, wanted: Group): boolean {
  return group === wanted || (wanted === "body" && group === "required");
}

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

/** Is something violated, and a refusal described or stated by the user, so that it may be expected? */
export function isToBeRefused(operation: Operation, { keyword }: Violation): boolean {
  return keyword !== optional && (operation.refusesInput === true || describesRefusal(operation));
}

/** Does an operation describe a response to invalid input? */
export function describesRefusal({ responses }: Operation): boolean {
  return ["400", "422", "4XX", "default"].some((status) => responses.has(status));
}

/** Do some operations take input, and is none of it judged, since none describes a refusal? */
export function isInputUnjudged(operations: readonly Operation[]): boolean {
  const violated = operations.map(
    (each) => [each, violationsOf(each).filter(({ keyword }) => keyword !== optional)] as const,
  );
  return (
    violated.some(([, violations]) => violations.length > 0) &&
    !violated.some(([operation, violations]) => violations.some((each) => isToBeRefused(operation, each)))
  );
}

/** The violations of an operation: to match texts with patterns takes long. */
const known = new WeakMap<Operation, readonly Violation[]>();

/** The violations of an operation's requests: a server has to refuse them, if it refuses their like elsewhere. */
export function violationsOf(operation: Operation): readonly Violation[] {
  const before = known.get(operation);
  if (before !== undefined || operation.method === "DELETE") return before ?? [];
  // An operation without a described refusal is tried with ids of another kind.
  const found = deriveViolations(operation).filter(
    (each) => each.place.in !== "path" || isToBeRefused(operation, each),
  );
  known.set(operation, found);
  return found;
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
