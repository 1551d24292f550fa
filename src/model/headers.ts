import type { Operation, Parameter } from "../description/index.js";
import type { Json } from "../json/index.js";
import { plainSchema } from "../schema/index.js";
import { headerValues, type Response } from "../transport/index.js";
import { matches, sentencesOf } from "./lexicon.js";
import { isVersion } from "./names.js";
import { bodyPlaces, draftOf, type Place, valueAt } from "./places.js";
import type { Api } from "./resource.js";

/** The member of a change's body that says which version of the item it is meant for, and its value as long as none is known. */
export interface VersionMember {
  readonly place: Place;
  readonly name: string;
  readonly usual: Json;
}

/** Does a description say that a change is refused for the version in its body? */
export function describesStaleVersions({ responses }: Operation): boolean {
  return ["409", "412"]
    .map((status) => responses.get(status)?.description ?? "")
    .some((each) => matches(each, "stale-versions") && !matches(each, "other-clients"));
}

/** Making them takes longer than looking them up. */
const versionMembers = new WeakMap<Operation, readonly VersionMember[]>();

/** The version in the body of a change; undefined where it has none. */
export function versionMemberOf(operation: Operation): VersionMember | undefined {
  const known = versionMembers.get(operation) ?? versionMembersOf(operation);
  versionMembers.set(operation, known);
  return known[0];
}

function versionMembersOf(operation: Operation): readonly VersionMember[] {
  const { method, body, responses } = operation;
  if (body === undefined || !["PUT", "PATCH"].includes(method)) return [];
  const draft = draftOf(operation);
  // A text may be the version of something else: of a program, for example.
  const hasTexts = ["409", "412", "428"].some((status) => responses.has(status));
  return bodyPlaces(operation, draft).flatMap(({ place }) => {
    const name = place.path.at(-1) ?? "";
    const usual = valueAt(draft, place.path);
    const isValue = typeof usual === "bigint" || (typeof usual === "string" && hasTexts);
    return isVersion(name) && isValue && !place.path.includes("*") ? [{ place, name, usual }] : [];
  });
}

/** Does an operation change an item by the body that it is sent? */
export function changesBody({ method, body }: Operation): boolean {
  return (method === "PUT" || method === "PATCH") && body !== undefined;
}

/** Does a description say that a change has to have the ETag of the item, and is refused without it? */
export function requiresETag(operation: Operation): boolean {
  const { parameters, responses, method } = operation;
  const isChange = method === "DELETE" || changesBody(operation);
  const isRefused = ["400", "412", "422", "428", "4XX", "default"].some((status) => responses.has(status));
  return isChange && isRefused && parameters.some((each) => each.required && isOfETag(operation, each));
}

/** Does a description say that a change is compared with an ETag, whether or not it has to have one? */
export function comparesETags(operation: Operation): boolean {
  return operation.responses.has("412") || operation.parameters.some((each) => isOfETag(operation, each));
}

/** Does a description say that a change may be refused for its ETag? Of a deletion, that counts where something changes the items. */
export function refusesETags(operation: Operation, api: Api): boolean {
  const { method, path, responses } = operation;
  const isChange =
    changesBody(operation) || (method === "DELETE" && api.operationsAt(path).some(changesBody));
  return (
    isChange && (comparesETags(operation) || responses.has("428")) && api.readOf(operation) !== undefined
  );
}

/**
 * Does a description say that a replacement can apply only while no item is there (`If-None-Match: *`)? A header that it describes
 * as something else counts for nothing, nor one that does not take the asterisk.
 */
export function mayAskForAbsence({ method, parameters, responses }: Operation): boolean {
  const header = parameters.find(({ in: where, name }) => where === "header" && isIfNoneMatch(name));
  if (method !== "PUT" || header === undefined) return false;
  const { schema, description = plainSchema(schema).description } = header;
  const { enum: words, const: only, pattern, format, type = "string" } = plainSchema(schema);
  const stated = words ?? (only === undefined ? undefined : [only]);
  if (stated !== undefined) return stated.includes("*");
  if (type !== "string" || pattern !== undefined || format !== undefined) return false;
  // A header that says nothing of itself may be meant for the other operations of the path.
  if (description === undefined) return responses.has("412");
  return sentencesOf(description).some(allowsAsterisk);
}

function allowsAsterisk(sentence: string): boolean {
  return sentence.includes("*") && !matches(sentence, "of-no-effect");
}

/** Headers that change what a request means, or that the suite writes itself. */
const meaningful =
  /^(if-.*|range|prefer|host|origin|x-forwarded-.*|forwarded|x-http-method.*|x-method-override|connection|expect|te|upgrade)$/i;

/** Does a header change what a request means, so that it is never made up? */
export function changesMeaning(name: string): boolean {
  return meaningful.test(name);
}

/** Headers that the client writes itself. */
const ofClient =
  /^(accept|content|transfer|connection|cookie|user-agent|cache|referer|date|via|trailer|keep-alive|proxy|sec|access-control|authorization|te)(-|$)/i;

/** Is it a header of the client itself, so that it is not combined with others? */
export function isOfClient(name: string): boolean {
  return ofClient.test(name);
}

/** Is it a header of which a description has no say? Source: OpenAPI 3.1, section 4.8.12.1. */
export function isIgnored(name: string): boolean {
  return /^(accept|content-type|authorization)$/i.test(name);
}

/** The header with the ETag that an item has to have, so that it is changed. Source: RFC 9110, section 13.1.1. */
export function isIfMatch(name: string): boolean {
  return name.toLowerCase() === "if-match";
}

/** Does an operation describe that header? */
export function takesIfMatch({ parameters }: Operation): boolean {
  return parameters.some(({ in: where, name }) => where === "header" && isIfMatch(name));
}

/** The header with the ETags that an item must not have. Source: RFC 9110, section 13.1.2. */
function isIfNoneMatch(name: string): boolean {
  return name.toLowerCase() === "if-none-match";
}

/** Is it the parameter of a change whose value is the ETag of the item, so that it is not made up? */
export function isOfETag({ method }: Operation, { in: where, name }: Parameter): boolean {
  return where === "header" && isIfMatch(name) && ["PUT", "PATCH", "DELETE"].includes(method);
}

/** Is it about one request alone, so that its value is another one each time? */
export function isOfRequest(name: string): boolean {
  return /idempotency|request-?id|correlation|trace/i.test(name);
}

/** Is it the header by whose key a server recognises a request? Source: draft-ietf-httpapi-idempotency-key-header. */
export function isIdempotencyKey(name: string): boolean {
  return /^(x-)?idempotency-?key$/i.test(name);
}

/** Programs that usually stand in front of servers, and may answer in their place. */
const proxies =
  /nginx|openresty|envoy|istio|traefik|varnish|haproxy|kong|cloudflare|cloudfront|akamai|awselb/i;

/** May a response come from what stands between the run and the server? Source: RFC 9110, sections 7.6.3 and 10.2.4. */
export function mayBeOfProxy(response: Response): boolean {
  const isVia = headerValues(response, "via").length > 0;
  return isVia || headerValues(response, "server").some((each) => proxies.test(each));
}
