import type { Operation } from "../../description/index.js";
import { isSuccess, Skip } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import type { Response } from "../../transport/index.js";
import { accepting, type Case } from "../../transport/index.js";
import { at } from "../../values/index.js";
import type { ApiState, KnownItem } from "../api-state.js";
import { type Context, eventually } from "./item-baseline.js";
import { requestIfAny, validRequest } from "./made-request.js";

type Address = Pick<KnownItem, "path">;

/** Statuses that say that an item is not there. */
const gone: readonly number[] = [404, 410];

const label = "an item of the run";

/**
 * The item at its address, waited for as long as the run allows; undefined if there is none.
 * @param absent the statuses that say so
 */
export async function readItem(
  t: Context,
  read: Operation,
  item: Address,
  absent: readonly number[] = [404],
): Promise<Json | undefined> {
  const { request } = validRequest(t.state, read);
  const accepts = [...request.accepts, ...accepting(...absent)];
  const poll = async (): Promise<Json | undefined> => {
    const { isFound, json = null } = await find(t, { ...at(request, item), accepts, label }, absent);
    return isFound ? json : undefined;
  };
  return eventually(t, poll, (found) => found !== undefined);
}

/** Is there an item at the address? @throws Skip where the response does not tell */
export async function isThere(
  t: Context,
  { read, item }: { readonly read: Operation; readonly item: Address },
): Promise<boolean> {
  const { request } = validRequest(t.state, read);
  const accepts = [...request.accepts, ...accepting(...gone)];
  return (await find(t, { ...at(request, item), accepts, label: "an item that may be gone" })).isFound;
}

/**
 * Returns the representation of an item; undefined where it is not found, or nothing is shown.
 * @throws Skip for another status: it does not tell whether the item is there
 */
export async function shownAt(t: Context, read: Operation, item: Address): Promise<Json | undefined> {
  const { request } = validRequest(t.state, read);
  const { json } = await find(t, { ...at(request, item), accepts: accepting(200, ...gone), label });
  return json ?? undefined;
}

/** Sends a read. @throws Skip for a status that does not tell whether the item is there */
async function find(
  t: Context,
  request: Case,
  absent = gone,
): Promise<{ readonly isFound: boolean; readonly json?: Json | undefined }> {
  const { response, json } = await t.send(request);
  if (isSuccess(response.status)) return { isFound: true, json };
  if (absent.includes(response.status)) return { isFound: false };
  throw new Skip("untested", `it may not be read: ${response.status}`);
}

/** The response of an operation at the address of an item, for the run itself: nothing is judged. Undefined where it does not answer. */
export async function responseAt(
  state: ApiState,
  read: Operation,
  item: Address,
): Promise<Response | undefined> {
  const valid = state.effects.has(read.id) ? requestIfAny(state, read) : undefined;
  if (valid === undefined) return undefined;
  const path = state.inventory.present(item.path);
  const { outcome } = await state.target.sendProbe(at(valid.request, { path }));
  return outcome.kind === "response" ? outcome : undefined;
}

/** The value that an operation shows at the address of an item, for the run itself: nothing is judged. Undefined where it shows nothing. */
export async function probe(state: ApiState, read: Operation, item: Address): Promise<Response | undefined> {
  const response = await responseAt(state, read, item);
  return response !== undefined && isSuccess(response.status) ? response : undefined;
}

/** How late what a server shows may be although no `--settle` says so, in ms. */
export const usualDelay = 500;

/** Waits until what was written may be shown everywhere: as long as `--settle` says, but `least` ms. */
export function settle(t: Context, least = usualDelay): Promise<void> {
  return t.state.clock.pause(Math.max(t.state.clock.settle, least));
}
