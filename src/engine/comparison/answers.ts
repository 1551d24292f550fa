import type { ParsedExchange } from "../../checks/index.js";
import { jsonOf, type Operation, type ResponseSpec } from "../../description/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { membersOf } from "../../model/index.js";
import { type Context, markersIn } from "../../session/index.js";
import { pairOf } from "../../values/index.js";
import { differencesOf } from "./comparison.js";

/** Is the response to a creation said to have at least half of the members that it sends? Then it shows the item. */
export function answersWithItem({ method, body, responses }: Operation): boolean {
  return method === "POST" && showsSent(body, responses.get("201"));
}

/** Has a response at least half of the members of a body? */
export function showsSent(body: Operation["body"], spec: ResponseSpec | undefined): boolean {
  if (body === undefined || spec === undefined) return false;
  const shown = membersOf(jsonOf(spec.contents)?.schema).map(({ name }) => name);
  const sent = membersOf(body.schema).filter(({ schema }) => schema.writeOnly !== true);
  return sent.length > 0 && sent.filter(({ name }) => shown.includes(name)).length * 2 >= sent.length;
}

/**
 * Compares the response to a creation with what was sent: only what it shows, and only where it shows the item.
 * @returns whether it does
 */
export function expectAnswered(
  t: Context,
  {
    operation,
    parsed,
    sent,
  }: { readonly operation: Operation; readonly parsed: ParsedExchange; readonly sent: Json | undefined },
): boolean {
  const { json, response, exchange } = parsed;
  if (response.status !== 201 || json === undefined || !answersWithItem(operation)) return false;
  const representations = { operation, read: operation, status: 201, sent, found: json };
  const pair = pairOf(t.state.api, representations);
  if (pair === undefined) return false;
  // Another kind of thing, such as a job, may have a name, too.
  const isIt = Object.entries(pair.sent).some(
    ([name, value]) =>
      typeof value === "string" &&
      markersIn(t.state, value).length > 0 &&
      Object.hasOwn(pair.found, name) &&
      pair.found[name] === value,
  );
  if (!isIt) return false;
  const shows = t.exchanges.indexOf(exchange);
  t.expectNone(
    differencesOf(t.state, representations)
      // A response need not have everything, and a list may be filled after it.
      .filter(({ actual }) => actual !== undefined && actual !== null && !Array.isArray(actual))
      .map(({ path, expected, actual }) => ({
        problem: `another ${path.join("/")}`,
        expected: `${path.join("/")} is ${renderJson(expected)}, as it was sent`,
        actual: `${renderJson(actual ?? null)}, in the response to its creation`,
        at: { in: "body", pointer: `/${path.join("/")}` } as const,
        ...(shows < 0 ? {} : { exchange: shows }),
      })),
  );
  return true;
}
