import { type Actor, type Created, createdBy, type Stage } from "../../actor/index.js";
import { type Parameter, responseTo } from "../../description/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { fullShape, plainSchema, validValueOf } from "../../schema/index.js";
import { makeRequest, markersIn } from "../../session/index.js";
import { type Exchange, orRefused } from "../../transport/index.js";
import type { ValidRequest } from "../../values/index.js";

/**
 * Creates an item by a request like one before: any answer to it is allowed.
 * @returns undefined where the server refuses it, or its response does not show what it created
 */
export async function repost(
  { stage }: Actor,
  request: ValidRequest,
  label: string,
): Promise<Created | undefined> {
  const exchange = await sendRepeated(stage, request, label);
  const { outcome } = exchange;
  if (outcome.kind !== "response") return undefined;
  const isDescribed = responseTo(stage.roles.op, outcome.status) !== undefined;
  return isDescribed || outcome.status >= 500 ? createdBy(stage, await stage.t.judge(exchange)) : undefined;
}

/** Sends a creation that repeats a value of another item, and learns nothing of its answer. @returns the status; 0 without one */
export async function postProbe({ stage }: Actor, request: ValidRequest, label: string): Promise<number> {
  const { outcome } = await sendRepeated(stage, request, label);
  return outcome.kind === "response" ? outcome.status : 0;
}

async function sendRepeated(
  { t }: Stage,
  { request, body = null }: ValidRequest,
  label: string,
): Promise<Exchange> {
  const exchange = await t.sendUnchecked({ ...request, accepts: orRefused(request), label });
  // The first item shows the words of a repetition that is refused: the server need not have stored it.
  t.state.sending.noteRefused(markersIn(t.state, renderJson(body)), false);
  return exchange;
}

/** Makes a new value for a parameter, unused in any run. */
export function uniqueValue({ stage: { t } }: Actor, { schema }: Parameter): Json {
  // An example of the description may have been used.
  const { examples: _, default: __, ...form } = plainSchema(schema);
  const options = { marker: t.state.words.nonce, reference: () => undefined, shape: fullShape };
  return makeRequest(() => validValueOf(form, options));
}
