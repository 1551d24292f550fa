import { isSuccess, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { accepting, NoValue } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import type { Response } from "../../transport/index.js";
import { at } from "../../values/index.js";
import type { ApiState, KnownItem } from "../state.js";
import { type Context, eventually, makeRequest } from "./baseline.js";
import { validRequest } from "./requests.js";

/**
 * The item at its address, waited for as long as the run allows; undefined if there is none.
 * @param absent the statuses that say so
 */
export async function readItem(
  t: Context,
  read: Operation,
  item: Pick<KnownItem, "path">,
  absent: readonly number[] = [404],
): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, ...accepting(...absent)];
  const poll = async (): Promise<Json | undefined> => {
    const { response, json } = await t.send({ ...at(request, item), accepts, label: "an item of the run" });
    if (isSuccess(response.status)) return json ?? null;
    if (absent.includes(response.status)) return undefined;
    throw new Skip("untested", `it may not be read: ${response.status}`);
  };
  return eventually(t, poll, (found) => found !== undefined);
}

/** Is there an item at the address? @throws Skip where the response does not tell */
export async function isThere(
  t: Context,
  { read, item }: { readonly read: Operation; readonly item: Pick<KnownItem, "path"> },
): Promise<boolean> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, ...accepting(404, 410)];
  const { response } = await t.send({ ...at(request, item), accepts, label: "an item that may be gone" });
  if ([404, 410].includes(response.status)) return false;
  if (isSuccess(response.status)) return true;
  throw new Skip("untested", `it may not be read: ${response.status}`);
}

/**
 * Returns the representation of an item; undefined where it is not found, or nothing is shown.
 * @throws Skip for another status: it does not tell whether the item is there
 */
export async function shownAt(
  t: Context,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = accepting(200, 404, 410);
  const { response, json } = await t.send({ ...at(request, item), accepts, label: "an item of the run" });
  if (!isSuccess(response.status) && ![404, 410].includes(response.status))
    throw new Skip("untested", `it may not be read: ${response.status}`);
  return isSuccess(response.status) && json !== null ? json : undefined;
}

/** The response of an operation at the address of an item, for the run itself: nothing is judged. Undefined where it does not answer. */
export async function responseAt(
  state: ApiState,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Response | undefined> {
  if (!state.effects.has(read.id)) return undefined;
  try {
    const { request } = validRequest(state, read);
    const { outcome } = await state.target.sendProbe(at(request, item));
    return outcome.kind === "response" ? outcome : undefined;
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** The value that an operation shows at the address of an item, for the run itself: nothing is judged. Undefined where it shows nothing. */
export async function probe(
  state: ApiState,
  read: Operation,
  item: Pick<KnownItem, "path">,
): Promise<Response | undefined> {
  const response = await responseAt(state, read, item);
  return response !== undefined && isSuccess(response.status) ? response : undefined;
}

/** How late what a server shows may be although no `--settle` says so, in ms. */
export const usualDelay = 500;

/** Waits until what was written may be shown everywhere: as long as `--settle` says, but `least` ms. */
export function settle(t: Context, least = usualDelay): Promise<void> {
  return t.state.clock.pause(Math.max(t.state.clock.settle, least));
}
