import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, Skip } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import { isOfRequest, pointerTo, slugOf, valueAt } from "../../model/index.js";
import {
  type ApiState,
  baselineOf,
  type Context,
  makeRequest,
  sendUnexpected,
  validRequest,
} from "../../session/index.js";
import { type Case, orRefused } from "../../transport/index.js";
import {
  contentTypeOf,
  heldAt,
  type ValidRequest,
  type Violation,
  violate,
  violationId,
} from "../../values/index.js";

/**
 * Sends a request with a violation, and writes down its status. A value that was accepted once may be taken since: then others that
 * are wrong in the same way are sent.
 */
export async function sendViolation(
  t: Context,
  operation: Operation,
  violation: Violation,
): Promise<ParsedExchange> {
  await expectAlternative(t, operation, violation);
  const [first = violation, ...others] = variantsOf(t.state, violation);
  const wasUsedBefore = isAcceptedValue(t.state, violation);
  let variant = first;
  let parsed = await sendOne(t, operation, variant);
  for (const other of others) {
    const { status } = parsed.response;
    if (isSuccess(status) || !(status === 409 || wasUsedBefore)) break;
    variant = other;
    parsed = await sendOne(t, operation, variant);
  }
  const { status } = parsed.response;
  t.state.violations.noteControlStatus(violationId(operation, violation), status);
  if (isSuccess(status)) t.state.violations.noteAcceptedValue(acceptedKey(variant));
  return parsed;
}

/** @throws Skip where a valid body with the alternative that has this place got no 2xx */
async function expectAlternative(t: Context, operation: Operation, { place }: Violation): Promise<void> {
  const { within } = place;
  if (within === undefined) return;
  const { controlStatuses, noteControlStatus } = t.state.violations;
  const key = `${slugOf(operation)}/${within.isCondition ? "condition" : "alternative"}${pointerTo({ ...place, path: within.path })}/${within.index}`;
  if (!controlStatuses.has(key)) {
    const { shape } = baselineOf(t, operation);
    const { request } = validRequest(t.state, operation, shape, undefined, within);
    const accepts = orRefused(request);
    const whole = pointerTo({ ...place, path: within.path }) || "its body";
    const label = within.isCondition
      ? `valid, where a condition of ${whole} holds`
      : `valid, with alternative ${within.index + 1} of ${whole}`;
    const parsed = await t.sendAnyway({ ...request, accepts, label });
    noteControlStatus(key, parsed?.response.status ?? 0);
  }
  const status = controlStatuses.get(key) ?? 0;
  if (!isSuccess(status)) throw new Skip("untested", `no valid body of this kind got a 2xx: ${status}`);
}

async function sendOne(t: Context, operation: Operation, violation: Violation): Promise<ParsedExchange> {
  const request = violatingRequest(t, operation, violation);
  return violation.place.in === "path" ? sendForId(t, request) : sendTyped(t, operation, request);
}

/**
 * How an id that is not valid is answered: a server may have no such address, and say so in any words. A page that it shows
 * at every address serves nothing.
 */
async function sendForId(t: Context, request: Case): Promise<ParsedExchange> {
  const parsed = await sendUnexpected(t, request);
  if (isSuccess(parsed.response.status) && (parsed.json ?? null) === null)
    throw new Skip("untested", "the response shows nothing in JSON");
  return parsed;
}

/** Without a body there is no media type. Where the server asks for one first (415), the request names it all the same. */
async function sendTyped(t: Context, { body }: Operation, request: Case): Promise<ParsedExchange> {
  const parsed = await t.send(request);
  if (request.body !== undefined || body === undefined || parsed.response.status !== 415) return parsed;
  const type = ["Content-Type", contentTypeOf(body.mediaType)] as const;
  return t.send({ ...request, headers: [...request.headers, type], body: { kind: "text", text: "" } });
}

/** The status that a violation got alone: as the run has seen before, or sees now where it has not gone that way. */
export async function controlStatus(t: Context, operation: Operation, violation: Violation): Promise<number> {
  const known = t.state.violations.controlStatuses.get(violationId(operation, violation));
  return known ?? sendControl(t, operation, violation);
}

/** The status that a violation gets alone now. */
export async function sendControl(t: Context, operation: Operation, violation: Violation): Promise<number> {
  const { response } = await t.send(violatingRequest(t, operation, violation));
  t.state.violations.noteControlStatus(violationId(operation, violation), response.status);
  return response.status;
}

/**
 * Makes a request that is valid but for one place.
 * @throws Skip where none can be made
 */
function violatingRequest(t: Context, operation: Operation, violation: Violation): Case {
  const valid = validBeside(t, operation, violation);
  return makeRequest(() => violate(valid, violation));
}

/**
 * Makes a valid request that has the place of a violation, with fresh values: what was created once may not be created again.
 * @throws Skip where none can be made
 */
export function validBeside(t: Context, operation: Operation, violation: Violation): ValidRequest {
  const baseline = baselineOf(t, operation);
  const { place, beside } = violation;
  const pointer = pointerTo(place);
  const held = heldAt(violation);
  if (place.in === "body" && place.path.length > 0)
    expectPlace(baseline, place.within?.path ?? held, pointer);
  if (beside !== undefined) expectPlace(baseline, [...place.path.slice(0, -1), beside], beside);
  const valid = validRequest(t.state, operation, baseline.shape, undefined, place.within);
  if (place.within !== undefined) expectPlace(valid, held, pointer);
  return valid;
}

/** @throws Skip where a valid request has nothing at a place of its body */
function expectPlace({ body }: ValidRequest, path: readonly string[], name: string): void {
  if (valueAt(body, path) === undefined) throw new Skip("untested", `no accepted body has ${name}`);
}

/** How many values are tried where each of them is in the way of something. */
const mostTried = 4;

/** A violation in several ways that are alike: a value that was accepted once may be taken since. */
function variantsOf(state: ApiState, violation: Violation): readonly Violation[] {
  const { place, value, others = [], label } = violation;
  const isKey = place.in === "header" && isOfRequest(place.path[0] ?? "");
  if (!(place.in === "body" || isKey) || value === undefined || others.length === 0) return [violation];
  const all = [value, ...others].map((each) => ({
    ...violation,
    value: each,
    label: label.replace(renderJson(value), () => renderJson(each)),
  }));
  const [first = violation, ...rest] = all;
  return [first, ...rest.filter((each) => !isAcceptedValue(state, each))].slice(0, mostTried);
}

/** Was a value accepted, so that it may be taken? */
function isAcceptedValue({ violations }: ApiState, violation: Violation): boolean {
  return violations.acceptedValues.has(acceptedKey(violation));
}

function acceptedKey({ place, value }: Violation): string {
  return `${place.path.at(-1)} ${renderJson(value ?? null)}`;
}
