import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import { bareShape, fullShape, type Shape } from "../../../generate/index.js";
import { itemAddress, type Links } from "../../../model/index.js";
import type { KnownItem } from "../session/state.js";
import { type Context, isRefusal, makeRequest, orRefused } from "./baseline.js";
import { createItem, creationFor } from "./create-item.js";
import { validRequest } from "./requests.js";
import { collectionFor, stateWith } from "./unused-ids.js";

/** The place of a link from an item of the run to the item with this id. @throws Skip where none is known */
export async function linkTo(t: Context, { put }: Links, id: string): Promise<KnownItem> {
  const { resource, collection, own } = await collectionFor(t, put);
  if (own === undefined) throw new Skip("untested", "only what the run has created is linked");
  return { resource, id, path: itemAddress(resource, collection, id), own: false };
}

/** A new item of the run that may be linked to. @throws Skip where none can be created */
export async function newEnd(t: Context, { end }: Links): Promise<KnownItem> {
  const creation = creationFor(t.state, { path: end.collectionPath });
  if (creation === undefined) throw new Skip("untested", "no item of the run is known that may be linked to");
  return (await createItem(t, creation)).item;
}

/** Puts a link where none is. Both of its ends are the run's own, and so is the link. */
export async function putLink(
  t: Context,
  links: Links,
  link: KnownItem,
): Promise<ParsedExchange | undefined> {
  const whole = await put(t, links, { link, shape: fullShape });
  return whole !== undefined && isRefusal(whole.response.status)
    ? put(t, links, { link, shape: bareShape })
    : whole;
}

async function put(
  t: Context,
  { put: operation }: Links,
  { link, shape }: { readonly link: KnownItem; readonly shape: Shape },
): Promise<ParsedExchange | undefined> {
  const { sending, inventory } = t.state;
  const { request } = makeRequest(() => validRequest(stateWith(t.state, link), operation, shape));
  const accepts = orRefused(request);
  const label = "valid, to link two items of the run";
  const parsed = await sending.putting(link, () => t.sendAnyway({ ...request, accepts, label }));
  // A server that fails may have stored it all the same.
  if (parsed === undefined || parsed.response.status >= 500) inventory.add({ ...link, own: true });
  return parsed;
}

/** Was something linked at once? @throws Skip where it was not */
export function expectLinked(parsed: ParsedExchange | undefined): ParsedExchange {
  const status = parsed?.response.status ?? 0;
  if (parsed === undefined || !isSuccess(status) || status === 202)
    throw new Skip("untested", `nothing was linked at once: ${status}`);
  return parsed;
}
