import type { Operation } from "../description/index.js";
import type { ParsedExchange, RunState } from "../engine/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import {
  bulkCreationOf,
  evaluate,
  type ItemLink,
  idIn,
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
import { isComparable, isSame } from "../values/index.js";
import { type ApiState, type KnownItem, markersIn, ownItemNamed } from "./api-state.js";

/** An item that a creation created, as far as its response and the description tell. */
export interface CreatedItem extends Omit<KnownItem, "own"> {
  /** Is a link all that says that it is the item that was created? Then it has to be recognised when it is read. */
  readonly isElsewhere: boolean;
}

/** The kind of item that an operation creates. */
export function createdKind(state: ApiState, operation: Operation): Resource | undefined {
  const collected = state.api.resourceIn(operation) ?? bulkCreationOf(operation, state.api)?.resource;
  const link = collected === undefined ? state.api.linkOf(operation) : undefined;
  return link === undefined ? collected : state.api.resourceAt(link.read.path);
}

/** May the run delete what an operation creates? */
export function mayDeleteCreated(state: ApiState, operation: Operation): boolean {
  return state.api
    .operationsAt(createdKind(state, operation)?.itemPath ?? "")
    .some(({ id, method }) => method === "DELETE" && state.effects.has(id));
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
  // At the end of its own address, or else in its body, or in an object there.
  const id = locatedId(resource, path, response) ?? idIn(resource, json);
  if (id === undefined || isReferredTo(state, parsed, resource, id)) return undefined;
  return { resource, id, path: itemAddress(resource, path, id), isElsewhere: false };
}

/**
 * Is an id that of another item, to which the request refers: that of a user who becomes a member? An item that has it may be there. Where
 * that is an item of the run, so is what has its id: the second loan may be that of the second tool.
 */
function isReferredTo(state: ApiState, parsed: ParsedExchange, resource: Resource, id: string): boolean {
  const sent = sentIn(parsed);
  const own = idNames(resource);
  return (
    isJsonObject(sent) &&
    markersIn(state, id).length === 0 &&
    Object.entries(sent).some(
      ([name, value]) =>
        value === id &&
        /(_id|[a-z]I[dD])$/.test(name) &&
        !own.includes(name) &&
        ownItemNamed(state, name, id) === undefined,
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

/** The evidence on an item that a creation may have created. */
export interface ItemEvidence {
  /** Was its id in no response before the creation was sent? */
  readonly isNew: boolean;
  /** Did another creation show it, too? */
  readonly isContested: boolean;
  /** Is a marker of the creation shown at its address, or in the response? */
  readonly showsMarker: boolean;
  /** Had the creation no room for a marker, and does a read show every value that was sent? */
  readonly showsValues: boolean;
  /** Is it the one row that is new in its list, and was no other creation under way? */
  readonly isOnlyNewRow: boolean;
  /** Is the server on this machine, or its store disposable? Elsewhere nothing but a marker counts. */
  readonly isTrusted: boolean;
}

/** Each of them keeps an item from being the run's, whatever else shows that it is. Source: the design, "own". */
const objections: readonly ((evidence: ItemEvidence) => boolean)[] = [
  ({ isNew }) => !isNew,
  ({ isContested }) => isContested,
];

/** Each of them shows that an item is the run's. */
const proofs: readonly ((evidence: ItemEvidence) => boolean)[] = [
  ({ showsMarker }) => showsMarker,
  ({ showsValues, isTrusted }) => showsValues && isTrusted,
  ({ isOnlyNewRow, isTrusted }) => isOnlyNewRow && isTrusted,
];

/** Does the evidence show that an item is the run's own? */
export function isOwnBy(evidence: ItemEvidence): boolean {
  return !objections.some((holds) => holds(evidence)) && proofs.some((holds) => holds(evidence));
}

/**
 * May other evidence than a marker count: on this machine, or on a store that may be thrown away?
 * Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3.
 */
export function trustsOtherEvidence({ settings, target }: Pick<RunState, "settings" | "target">): boolean {
  if (settings.disposable) return true;
  const { hostname } = new URL(target.baseUrl);
  return /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Does a representation show every value that was sent, under the same names? A value of null may be left out, and an instant may be
 * written in another way.
 */
export function showsValuesOf(sent: Json | undefined, shown: Json | undefined): boolean {
  if (!isJsonObject(sent)) return false;
  const entries = Object.entries(sent).filter(([, value]) => value !== null);
  return (
    entries.length > 0 &&
    isJsonObject(shown) &&
    entries.every(([name, value]) => Object.hasOwn(shown, name) && isSameValue(value, shown[name] ?? null))
  );
}

function isSameValue(sent: Json, shown: Json): boolean {
  if (isJsonObject(sent)) return Object.keys(sent).length === 0 || showsValuesOf(sent, shown);
  return renderJson(sent) === renderJson(shown) || (isComparable(sent, shown) && isSame(sent, shown, false));
}
