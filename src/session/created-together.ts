import type { Operation } from "../description/index.js";
import { isSuccess, type ParsedExchange } from "../engine/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import {
  bulkCreationOf,
  bulkItemsIn,
  idIn,
  idNames,
  idOf,
  isId,
  itemAddress,
  itemsIn,
  nounsOf,
  type Resource,
  sentIn,
  wrappersOf,
} from "../model/index.js";
import { type ApiState, markersIn, showsOneOf } from "./api-state.js";
import { type CreatedItem, createdKind } from "./created-items.js";

/** One of the items that one request created. */
export interface ItemOfMany {
  readonly item: CreatedItem;
  /** The part of the body that was sent for it; the whole where nothing tells. */
  readonly sent: Json;
  /** Does the response show it with a word that only its own request had? */
  readonly hasOwnMarker: boolean;
}

/**
 * The items of a creation that is answered with a list: of items that have an id, of ids alone, bare or in an object; or with one id alone.
 */
export function createdTogether(
  state: ApiState,
  operation: Operation,
  parsed: ParsedExchange,
): readonly ItemOfMany[] {
  const resource = createdKind(state, operation);
  const { json, exchange, response } = parsed;
  const body = sentIn(parsed);
  if (resource === undefined || body === undefined || !isSuccess(response.status)) return [];
  const bulk = bulkCreationOf(operation, state.api);
  const all = bulk === undefined ? partsOf(body) : bulkItemsIn(bulk, body);
  const itemOf = (id: string): CreatedItem => {
    const path = itemAddress(resource, exchange.case.path, id);
    return { resource, id, path, isElsewhere: false };
  };
  const ids = idsAlone(resource, json);
  if (ids.length > 0)
    return ids.map((id, index) => {
      const sent = ids.length === all.length ? (all[index] ?? body) : body;
      return { item: itemOf(id), sent, hasOwnMarker: false };
    });
  // The response to a single creation may have lists of other items in it.
  const isOfMany = bulk !== undefined || Array.isArray(json) || all.length > 1 || Array.isArray(body);
  if (response.status !== 201 || !isOfMany) return [];
  const shown = itemsIn(json);
  // The response may show the items that were there before, too.
  const isComplete = shown.length === all.length;
  if (!isComplete && bulk === undefined) return [];
  return shown.flatMap((each, index) => {
    const id = idOf(resource, each);
    // Nothing says that the order is the same.
    const own = all.find((other) => showsWordOf(state, other, each));
    const sent = own ?? (isComplete ? all[index] : undefined);
    return id === undefined || sent === undefined
      ? []
      : [{ item: itemOf(id), sent, hasOwnMarker: own !== undefined }];
  });
}

/** The items in the body of a creation: those of the list that it is, or that it alone has. */
function partsOf(body: Json): readonly Json[] {
  if (Array.isArray(body)) return body as readonly Json[];
  const [only, ...others] = isJsonObject(body) ? Object.values(body) : [];
  const isList = Array.isArray(only) && others.length === 0 && (only as readonly Json[]).every(isJsonObject);
  return isList ? (only as readonly Json[]) : [body];
}

/** The ids of a response that shows nothing else of the items that were created. */
function idsAlone(resource: Resource, json: Json | undefined): readonly string[] {
  if (!isJsonObject(json)) return idsIn(Array.isArray(json) ? json : [json ?? null]);
  if (idIn(resource, json) !== undefined) return [];
  const ids = idNames(resource).map((name) => `${name}s`.toLowerCase());
  const entries = Object.entries(json);
  const nouns = [...nounsOf(resource.collectionPath), ...wrappersOf(resource)];
  const [, list] = entries.find(([name]) => ids.includes(name.toLowerCase())) ??
    entries.find(([name]) => entries.length === 1 && nouns.includes(name)) ?? ["", undefined];
  return Array.isArray(list) ? idsIn(list) : [];
}

/** Values that are ids, all of them; none, where one is something else, such as a word that says that it is done. */
function idsIn(values: readonly Json[]): readonly string[] {
  const mayBeId = (text: string): boolean => isId(text) && !text.includes(" ") && /[\d-]/.test(text);
  const ids = values.flatMap((each) =>
    typeof each === "bigint" || (typeof each === "string" && mayBeId(each)) ? [`${each}`] : [],
  );
  return ids.length === values.length ? [...new Set(ids)] : [];
}

function showsWordOf(state: ApiState, sent: Json, shown: JsonObject): boolean {
  return showsOneOf(renderJson(shown), markersIn(state, renderJson(sent)));
}
