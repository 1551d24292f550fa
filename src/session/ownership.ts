import type { ParsedExchange, RunState } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import { idOf, itemAddress, itemsIn, sentIn } from "../model/index.js";
import { hasMarker } from "../values/index.js";
import type { CreatedItem } from "./created-items.js";
import { type ApiState, markersIn } from "./state.js";

/** The evidence on an item that a creation may have created. */
export interface Evidence {
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
const objections: readonly ((evidence: Evidence) => boolean)[] = [
  ({ isNew }) => !isNew,
  ({ isContested }) => isContested,
];

/** Each of them shows that an item is the run's. */
const proofs: readonly ((evidence: Evidence) => boolean)[] = [
  ({ showsMarker }) => showsMarker,
  ({ showsValues, isTrusted }) => showsValues && isTrusted,
  ({ isOnlyNewRow, isTrusted }) => isOnlyNewRow && isTrusted,
];

/** Does the evidence show that an item is the run's own? */
export function isOwnBy(evidence: Evidence): boolean {
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

/** Does a representation show every value that was sent, under the same names? A value of null may be left out. */
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
  const [one, other] = [renderJson(sent), renderJson(shown)];
  const areNumbers = [sent, shown].every((each) => typeof each === "bigint" || isFraction(each));
  return one === other || (areNumbers && Number(one) === Number(other));
}

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
