import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, parseExchange } from "../../engine/index.js";
import { type Acceptable, accepting, type Case } from "../../transport/index.js";
import type { Context } from "./item-baseline.js";
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
