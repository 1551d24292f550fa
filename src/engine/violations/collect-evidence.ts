import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { isFraction, isJsonObject, type Json } from "../../json/index.js";
import {
  isPagingOrSorting,
  namesItem,
  type Place,
  parentPathOf,
  plainPath,
  pointerTo,
} from "../../model/index.js";
import type { ApiState, Context } from "../../session/index.js";
import {
  decideLeniency,
  type Evidence,
  isErrorEnvelope,
  refuses,
  type Violation,
  violationId,
} from "../../values/index.js";
import { isStored } from "./stored-values.js";

/** Returns all evidence of a run. */
export function allEvidence({ violations: { evidence } }: Pick<ApiState, "violations">): readonly Evidence[] {
  return [...evidence.values()];
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

/** Returns what a response to a violation shows; reads the item where the response does not show it. */
export async function evidenceOf(
  t: Context,
  operation: Operation,
  violation: Violation,
  parsed: ParsedExchange,
): Promise<Evidence> {
  const { place, keyword, value, about } = violation;
  const { status } = parsed.response;
  const facts = {
    check: violationId(operation, violation),
    operation: operation.id,
    location: locationOf(place),
    place: placeKey(operation, place),
    keyword,
    ...about,
    sent: typeOfJson(value),
    isOfView: isOfView(place),
    status,
  };
  if (isRefusedWith(t.state, operation, violation, status))
    return { ...facts, outcome: "refused", isForbidden: false };
  const isAnswered = isSuccess(status) && !isErrorEnvelope(parsed);
  if (!isAnswered || (place.in === "path" && operation.method === "GET" && showsNothing(parsed.json)))
    return { ...facts, outcome: "unclear", isForbidden: false };
  const isShown = await isStored(t, operation, { violation, parsed });
  const outcome = isShown === undefined ? "accepted" : isShown ? "shown" : "changed";
  return { ...facts, outcome, isForbidden: isShown === true && isForbidden(t, place, parsed) };
}

/** Does a status refuse a violation? An item that is looked for by its id need not be found. */
export function isRefusedWith(
  state: Pick<ApiState, "violations">,
  { id }: Operation,
  { place, keyword }: Violation,
  status: number,
): boolean {
  if (locationOf(place) === "item id" && (status === 404 || status === 410)) return true;
  return refuses({ operation: id, keyword, status }, allEvidence(state));
}

/** Where in a request a place is, as far as servers validate it alike. */
export function locationOf({ in: where, path: [name = ""] }: Place): Evidence["location"] {
  if (where === "header") return "query";
  return where === "path" && namesItem(name) ? "item id" : where;
}

/** The same text for the same member of a resource, and for the same header. */
function placeKey({ path }: Operation, place: Place): string {
  const pointer = pointerTo(place);
  return place.in === "header"
    ? pointer.toLowerCase()
    : `${parentPathOf(path) ?? plainPath(path)} ${place.in} ${pointer}`;
}

function isOfView({ in: where, path }: Place): boolean {
  return where === "query" && path.slice(0, 2).some(isPagingOrSorting);
}

function typeOfJson(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" || isFraction(value) ? "number" : typeof value;
}

/** Is there no row in what a read shows? Then it may be what a filter leaves of a list, and the value counts for nothing. */
function showsNothing(json: Json | undefined): boolean {
  if (json === undefined) return false;
  const lists = (isJsonObject(json) ? Object.values(json) : [json]).filter((each) => Array.isArray(each));
  return lists.length > 0 && lists.every((each) => each.length === 0);
}

/** Does the schema of a response forbid what it shows at a place of the item? */
function isForbidden(
  { state }: Context,
  place: Place,
  { exchange, response, json, mediaType }: ParsedExchange,
) {
  if (json === undefined) return false;
  const { operation } = exchange.case;
  const found = state.validate("", json, { operation, status: response.status, mediaType });
  return found.some(({ at, property }) => {
    const whole = property === undefined ? at : `${at}/${property}`;
    return place.path.length > 0 && whole.replaceAll(/\/\d+(?=\/|$)/g, "/*").endsWith(pointerTo(place));
  });
}
