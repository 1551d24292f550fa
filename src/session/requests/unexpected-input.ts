import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, parseExchange } from "../../engine/index.js";
import { isJsonObject, type JsonObject } from "../../json/index.js";
import { type Acceptable, accepting, bytesBody, type Case } from "../../transport/index.js";
import { type UnexpectedBody, withMediaType } from "../../values/index.js";
import { type Context, freshBaseline } from "./item-baseline.js";
import { learnItems } from "./learn-items.js";
import { successes } from "./made-request.js";
import { sendSafely } from "./sending.js";

/** An API of this many operations is sent all that may be unexpected; a larger one a half of it, and then a quarter. */
const fewOperations = 20;
const manyOperations = 60;

/** The first of some requests: fewer where there are many operations, so that a run does not take much longer. */
export function asManyAsFit<Each>(all: readonly Each[], operations: number): readonly Each[] {
  const part = operations <= fewOperations ? 1 : operations <= manyOperations ? 0.5 : 0.25;
  return all.slice(0, Math.ceil(all.length * part));
}

/** Makes other bodies of a valid one, and of a word that no request had before. */
export type UnexpectedBodies = (valid: JsonObject, word: string) => readonly UnexpectedBody[];

/** The acceptable responses to unexpected input: a server refuses it, or makes something of it. */
export function refusedOrServed(operation: Operation): readonly Acceptable[] {
  return [...accepting("4xx"), ...successes(operation)];
}

/**
 * Sends what a server need not understand. A server may refuse it in any words, also those of its framework, and may make
 * something of it: all that counts is that it does not fail. Source: RFC 9110, section 15.6.
 */
export async function sendUnexpected(t: Context, request: Case): Promise<ParsedExchange> {
  const exchange = await sendSafely(t.state, request);
  const { outcome } = exchange;
  if (outcome.kind !== "response" || outcome.status >= 500) return t.judge(exchange);
  const parsed = parseExchange(exchange, outcome, t.state.validate);
  // An item that is created nevertheless is to be deleted in the end.
  if (request.method === "POST" && isSuccess(outcome.status)) await learnItems(t.state, parsed);
  return parsed;
}

/**
 * Sends valid requests with other bodies, until one is served: that need not be tried in other forms.
 * @param judge is called with that one
 */
export async function sendBodies(
  t: Context,
  operation: Operation,
  bodiesOf: UnexpectedBodies,
  judge: (served: UnexpectedBody, status: number) => void,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const { request, body } = freshBaseline(t, operation);
    if (!isJsonObject(body) || Object.keys(body).length === 0) return;
    const bodies = bodiesOf(body, t.state.words.marker());
    const other = asManyAsFit(bodies, t.state.effects.size)[index];
    if (other === undefined) return;
    const { label, text, mediaType, isLatin = false } = other;
    const typed = mediaType === undefined ? request : withMediaType(request, mediaType);
    const accepts = refusedOrServed(operation);
    const sent = isLatin ? bytesBody(Buffer.from(text, "latin1")) : ({ kind: "text", text } as const);
    const { response } = await sendUnexpected(t, { ...typed, label, accepts, body: sent });
    if (!isSuccess(response.status)) continue;
    judge(other, response.status);
    // An item that was changed is made valid again.
    if (operation.method !== "POST") await sendSafely(t.state, freshBaseline(t, operation).request);
    return;
  }
}
