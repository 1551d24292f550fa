import { Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { Case } from "../../generate/index.js";
import { addressOf, isIfMatch, isOfETag } from "../../model/index.js";
import { type Exchange, headerValues } from "../../transport/index.js";
import type { ApiState } from "../state.js";
import { probe } from "./probe.js";

/** How often a change is sent where the item has changed between its ETag and the change. */
const mostTries = 3;

/**
 * Sends a change of an own item; with the item's ETag, where the server asks for that (428), or the description does. Source:
 * RFC 9110, section 13.1.1; RFC 6585, section 3.
 * @throws Skip where the item has no ETag
 */
export async function sendWithETag(
  state: ApiState,
  operation: Operation,
  request: Case,
  send: (request: Case) => Promise<Exchange>,
): Promise<Exchange> {
  if (request.headers.some(([name]) => isIfMatch(name))) return send(request);
  if (!asksForETag(state, operation)) {
    const exchange = await send(request);
    if (statusOf(exchange) !== 428) return exchange;
    state.learned.noteConditional(operation);
  }
  for (let tries = 1; ; tries += 1) {
    const etag = await etagOf(state, operation, request);
    if (etag === undefined)
      throw new Skip("untested", "it asks for If-Match, and no response shows the ETag of the item");
    const exchange = await send(withETag(request, etag));
    if (statusOf(exchange) !== 412 || tries >= mostTries) return exchange;
  }
}

/** Does an operation change an item only if it is sent the item's ETag? */
export function asksForETag({ learned: { conditional } }: ApiState, operation: Operation): boolean {
  return (
    conditional.has(operation.id) ||
    operation.parameters.some((each) => each.required && isOfETag(operation, each))
  );
}

/** The same request, for an item that has this ETag. */
function withETag(request: Case, etag: string): Case {
  return { ...request, headers: [...request.headers, ["If-Match", etag]] };
}

/** The ETag of the item to which a request goes; undefined where none is shown. */
export async function etagOf(
  state: ApiState,
  operation: Operation,
  { path }: Case,
): Promise<string | undefined> {
  const read = state.api.readOf(operation);
  const response = read && (await probe(state, read, { path: addressOf(path) }));
  return response && headerValues(response, "etag").find((each) => /^[\x20-\x7e]{1,1000}$/.test(each));
}

function statusOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === "response" ? outcome.status : undefined;
}
