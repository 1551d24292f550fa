import type { ParsedExchange } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import {
  createdId,
  evaluate,
  type ItemLink,
  idNames,
  isId,
  itemAddress,
  locatedId,
  type Resource,
  sentIn,
  unwrapped,
  valuesIn,
  wordOf,
  wordsIn,
} from "../model/index.js";
import { type ApiState, type KnownItem, markersIn } from "./state.js";

/** An item that a creation created, as far as its response and the description tell. */
export interface CreatedItem extends Omit<KnownItem, "own"> {
  /** Is a link all that says that it is the item that was created? Then it has to be recognised when it is read. */
  readonly isElsewhere: boolean;
}

/** The kind of item that an operation creates. */
export function createdKind(state: ApiState, operation: Operation): Resource | undefined {
  const collected = state.api.resourceIn(operation);
  const link = collected === undefined ? state.api.linkOf(operation) : undefined;
  return link === undefined ? collected : state.api.resourceAt(link.read.path);
}

/** Finds the item that a creation created: by its address in the collection, a link, or its id; undefined where none of them tells. */
export function createdItem(
  state: ApiState,
  operation: Operation,
  parsed: ParsedExchange,
): CreatedItem | undefined {
  const resource = createdKind(state, operation);
  if (resource === undefined) return undefined;
  const { exchange, response, json } = parsed;
  const { path } = exchange.case;
  const link = state.api.linkOf(operation);
  // The address in the response itself counts more.
  const isLinked = link?.isElsewhere === true || locatedId(resource, path, response) === undefined;
  const linked = link && isLinked ? linkedItem(state, { operation, link, parsed, resource }) : undefined;
  if (linked !== undefined || link?.isElsewhere === true) return linked;
  const id = createdId(resource, { path, response, json });
  if (id === undefined || isReferredTo(state, parsed, resource, id)) return undefined;
  return { resource, id, path: itemAddress(resource, path, id), isElsewhere: false };
}

/** Is an id that of another item, to which the request refers: that of a user who becomes a member? An item that has it may be there. */
function isReferredTo(state: ApiState, parsed: ParsedExchange, resource: Resource, id: string): boolean {
  const sent = sentIn(parsed);
  const own = idNames(resource);
  return (
    isJsonObject(sent) &&
    markersIn(state, id).length === 0 &&
    Object.entries(sent).some(
      ([name, value]) => value === id && /(_id|[a-z]I[dD])$/.test(name) && !own.includes(name),
    )
  );
}

interface Linked {
  readonly operation: Operation;
  readonly link: ItemLink;
  readonly parsed: ParsedExchange;
  readonly resource: Resource;
}

function linkedItem(state: ApiState, { operation, link, parsed, resource }: Linked): CreatedItem | undefined {
  const { read, isElsewhere } = link;
  const values: Record<string, string> = {};
  for (const [name, expression] of Object.entries(link.parameters)) {
    const value = evaluate(expression, { parsed, path: operation.path });
    // A header may have the whole address of the item.
    const isAddress = expression.in === "response header" && value?.includes("/") === true;
    const part = isAddress ? valuesIn(value.split(/[?#]/)[0] ?? "", read.path)?.[name] : value;
    if (part === undefined || !isId(part)) return undefined;
    values[name] = part;
  }
  const id = values[resource.parameter] ?? "";
  const expression = link.parameters[resource.parameter];
  const isNamed = expression !== undefined && isNamedByRequest(state, parsed, { id, path: expression.path });
  if (id === "" || isNamed) return undefined;
  const path = read.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  return { resource, id, path, isElsewhere };
}

/**
 * Is an id one that the request has named? Then the item may be somebody's: one that is referred to, or replaced. An id with
 * a word that no other request has is nobody's.
 */
function isNamedByRequest(
  state: ApiState,
  parsed: ParsedExchange,
  { id, path }: { readonly id: string; readonly path: readonly string[] },
): boolean {
  if (markersIn(state, id).length > 0) return false;
  const names = [wordOf(path), wordOf(path.slice(-1))];
  const isInBody = wordsIn(sentIn(parsed)).some(([word, text]) => text === id && names.includes(word));
  return isInBody || parsed.exchange.case.path.split(/[/?&=]/).includes(encodeURIComponent(id));
}

/** Shows an item a text under the very name under which only this request has sent it? */
export function isRecognised(
  state: ApiState,
  parsed: ParsedExchange,
  { resource, shown }: { readonly resource: Resource; readonly shown: Json | undefined },
): boolean {
  const sent = sentIn(parsed);
  if (!isJsonObject(sent) || !isJsonObject(shown)) return false;
  const objects = [shown, unwrapped(resource, shown)];
  return Object.entries(sent).some(
    ([name, value]) =>
      typeof value === "string" &&
      markersIn(state, value).length > 0 &&
      objects.some((each) => each !== undefined && Object.hasOwn(each, name) && each[name] === value),
  );
}
