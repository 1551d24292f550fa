import type { ParsedExchange } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import { type Json, type JsonObject, renderJson } from "../json/index.js";
import { idOf, itemAddress, itemsIn, sentIn } from "../model/index.js";
import { hasMarker } from "../values/index.js";
import type { CreatedItem } from "./created-items.js";
import { type ApiState, markersIn } from "./state.js";

/** One of the items that one request created. */
export interface ItemOfMany {
  readonly item: CreatedItem;
  /** The part of the body that was sent for it. */
  readonly sent: Json;
  /** Does the response show it with a word that only its own request had? */
  readonly hasOwnMarker: boolean;
}

/** The items of a request that has a list for its body, or is answered with one: the items of the response that have an id. */
export function createdTogether(
  state: ApiState,
  operation: Operation,
  parsed: ParsedExchange,
): readonly ItemOfMany[] {
  const resource = state.api.resourceIn(operation);
  const { json, exchange, response } = parsed;
  const body = sentIn(parsed);
  if (resource === undefined || body === undefined || response.status !== 201) return [];
  if (!Array.isArray(body) && !Array.isArray(json)) return [];
  const all = Array.isArray(body) ? (body as readonly Json[]) : [body];
  const shown = itemsIn(json);
  if (shown.length !== all.length) return [];
  return shown.flatMap((each, index) => {
    const id = idOf(resource, each);
    // Nothing says that the order is the same.
    const own = all.find((other) => showsWordOf(state, other, each));
    const sent = own ?? all[index];
    const path = itemAddress(resource, exchange.case.path, id ?? "");
    return id === undefined || sent === undefined
      ? []
      : [{ item: { resource, id, path, isElsewhere: false }, sent, hasOwnMarker: own !== undefined }];
  });
}

function showsWordOf(state: ApiState, sent: Json, shown: JsonObject): boolean {
  const text = renderJson(shown);
  return markersIn(state, renderJson(sent)).some((marker) => hasMarker(text, marker));
}
