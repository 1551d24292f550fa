import type { Operation } from "../../description/index.js";
import { isSuccess, Skip, shownJson, shownText } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, parseJson, renderJson } from "../../json/index.js";
import {
  addressOf,
  isIfMatch,
  isOfETag,
  matches,
  shownValues,
  type VersionMember,
  valueAt,
  versionMemberOf,
  withValueAt,
} from "../../model/index.js";
import type { Case } from "../../transport/index.js";
import { type Exchange, headerValues } from "../../transport/index.js";
import type { ApiState } from "../api-state.js";
import { probe } from "./read-item.js";

/** How often a change is sent where the item has changed after its version, or its ETag, was read. */
const mostTries = 3;

/**
 * Sends a change; where the server asks for the version that the item has, with that one. A version that is wrong by intention
 * is left as it is.
 */
export async function sendWithVersion(
  state: ApiState,
  operation: Operation,
  request: Case,
  send: (request: Case) => Promise<Exchange>,
): Promise<Exchange> {
  const member = versionMemberOf(operation);
  const sent = bodyIn(request);
  if (member === undefined || sent === undefined || !isUsual(member, sent)) return send(request);
  const { learned } = state;
  const address = addressOf(request.path);
  const poll = async (): Promise<Json | undefined> => {
    const version = await versionOf(state, operation, member, request);
    if (version !== undefined) learned.setVersion(address, version);
    return version;
  };
  let version = learned.versioned.has(operation.id)
    ? (learned.versions.get(address) ?? (await poll()))
    : member.usual;
  for (let tries = 1; ; tries += 1) {
    const exchange = await send(withVersion(request, member, version ?? member.usual));
    if (isDone(exchange)) learned.setVersion(address, undefined);
    if (!mayBeStale(exchange) || tries >= mostTries) return exchange;
    const shown = await poll();
    if (shown === undefined || isSameValue(shown, version)) return exchange;
    learned.noteVersioned(operation);
    version = shown;
  }
}

function isDone({ outcome }: Exchange): boolean {
  return outcome.kind === "response" && isSuccess(outcome.status);
}

/** The same request, for this version of the item. */
function withVersion(request: Case, { place }: VersionMember, version: Json): Case {
  const sent = bodyIn(request);
  return sent === undefined
    ? request
    : { ...request, body: { kind: "text", text: renderJson(withValueAt(sent, place.path, version)) } };
}

/** The version that the item shows to which a request goes; undefined where it shows none of this kind. */
async function versionOf(
  state: ApiState,
  operation: Operation,
  { name, usual }: VersionMember,
  { path }: Case,
): Promise<Json | undefined> {
  const read = state.api.readOf(operation);
  const json = shownJson(read && (await probe(state, read, { path: addressOf(path) })));
  return json === undefined
    ? undefined
    : shownValues(json, [name]).find((each) => typeof each === typeof usual);
}

function bodyIn({ body }: Case): Json | undefined {
  if (body?.kind !== "text") return undefined;
  const parsed = parseJson(body.text);
  return parsed.status === "valid" && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function isUsual({ place, usual }: VersionMember, sent: Json): boolean {
  return isSameValue(valueAt(sent, place.path), usual);
}

/** Are two versions the same? */
function isSameValue(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && other !== undefined && isSameJson(one, other);
}

/** May a change have been refused for its version? */
function mayBeStale({ outcome }: Exchange): boolean {
  if (outcome.kind !== "response") return false;
  const { status } = outcome;
  const isNamed = (): boolean => matches(shownText(outcome).slice(0, 10_000), "names-version");
  return [409, 412, 428].includes(status) || ([400, 422].includes(status) && isNamed());
}

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
