import { type Actor, isRefusedWith, locationOf } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, unlessSkipped } from "../../engine/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../json/index.js";
import {
  addressOf,
  isPagingOrSorting,
  matches,
  membersOf,
  type Place,
  parentPathOf,
  plainPath,
  pointerTo,
  shownValues,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { type Context, createdItem, freshBaseline, ownItemAt, readItem } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import {
  encodeFor,
  inText,
  isErrorEnvelope,
  type Violation,
  type ViolationOutcome,
  violationId,
} from "../../values/index.js";

/** Records what the response to a violation shows. */
export async function noteEvidence(
  { stage: { t, roles } }: Actor,
  violation: Violation,
  parsed: ParsedExchange,
): Promise<ViolationOutcome> {
  const evidence = await evidenceOf(t, roles.op, violation, parsed);
  t.state.violations.noteEvidence(violationId(roles.op, violation), evidence);
  return evidence;
}

/** Returns what a response to a violation shows; reads the item where the response does not show it. */
async function evidenceOf(
  t: Context,
  operation: Operation,
  violation: Violation,
  parsed: ParsedExchange,
): Promise<ViolationOutcome> {
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
    isOfView: isOfView(operation, place),
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

/** The same text for the same member of a resource, and for the same header. */
function placeKey({ path }: Operation, place: Place): string {
  const pointer = pointerTo(place);
  return place.in === "header"
    ? pointer.toLowerCase()
    : `${parentPathOf(path) ?? plainPath(path)} ${place.in} ${pointer}`;
}

/** May a server clamp or ignore a value, since it asks for paging or sorting, and nothing says that it is refused? */
function isOfView({ parameters }: Operation, { in: where, path }: Place): boolean {
  const parameter = parameters.find((each) => each.in === where && each.name === path[0]);
  const said = `${parameter?.description ?? ""} ${plainSchema(parameter?.schema ?? {}).description ?? ""}`;
  return where === "query" && path.slice(0, 2).some(isPagingOrSorting) && !matches(said, "says-refused");
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

/** Is a value that was sent shown as it is? Undefined where nothing is shown in its place. */
function isKept({ place, about, value, beside }: Violation, json: Json | undefined): boolean | undefined {
  if (value === undefined && beside !== undefined) return isLeftOut(place.path, beside, json);
  const shown = place.in === "body" ? shownValues(json, place.path) : [];
  if (shown.length === 0) return undefined;
  // A number or an object that is shown as a text was converted.
  const written = about.group === "type" ? renderJson : inText;
  return shown.some((each) => written(each) === written(value ?? null));
}

/** Is a member shown, and another one that has to be there with it is not? */
function isLeftOut(path: readonly string[], beside: string, json: Json | undefined): boolean | undefined {
  const others = shownValues(json, [...path.slice(0, -1), beside]);
  if (others.length === 0) return undefined;
  return shownValues(json, path).every((each) => each === null);
}

/** A violation, and what it was answered with. */
interface Accepted {
  readonly violation: Violation;
  readonly parsed: ParsedExchange;
}

/** The same, where the response to it may show nothing, but what reads the item does. */
async function isStored(
  t: Context,
  operation: Operation,
  { violation, parsed }: Accepted,
): Promise<boolean | undefined> {
  const answered = isKept(violation, parsed.json);
  const read = t.state.api.readOf(operation);
  const item =
    createdItem(t.state, operation, parsed) ??
    ownItemAt(t.state.inventory, addressOf(parsed.exchange.case.path));
  if (answered !== undefined || read === undefined || item === undefined) return answered;
  return isKept(violation, await unlessSkipped(() => readItem(t, read, item)));
}

/**
 * Does the server show a value of its own, or none, in the place of what was sent, and of a valid value as well, although it
 * shows other members? A member that it ignores need not be validated.
 */
export async function ignoresValue(
  { stage: { t, roles } }: Actor,
  violation: Violation,
  parsed: ParsedExchange,
): Promise<boolean> {
  const { op: operation } = roles;
  const { place } = violation;
  const kept = isKept(violation, parsed.json);
  if (kept === true || (kept === undefined && !isDue(operation, { violation, parsed }))) return false;
  const { request, body } = freshBaseline(t, operation);
  const usual = valueAt(body, place.path);
  if (body === undefined || usual === undefined) return false;
  // The usual number may be the one with which every server begins to count.
  const value = typeof usual === "bigint" ? usual + 6n : usual;
  const accepts = orRefused(request);
  const valid = await t.sendAnyway({
    ...request,
    accepts,
    label: "the same with a valid value",
    body: encodeFor(operation, withValueAt(body, place.path, value)),
  });
  return isSuccess(valid?.response.status ?? 0) && isKept({ ...violation, value }, valid?.json) === kept;
}

/** Does a response show what was sent beside a value that is not for requests alone, so that it would show the value, too? */
function isDue({ body }: Operation, { violation: { place }, parsed }: Accepted): boolean {
  const [name = ""] = place.path;
  const members = membersOf(body?.schema);
  const isSecret = members.some((each) => each.name === name && each.schema.writeOnly === true);
  const isOtherShown = members.some(
    (each) => each.name !== name && shownValues(parsed.json, [each.name]).length > 0,
  );
  return place.in === "body" && name !== "" && !isSecret && isOtherShown;
}
