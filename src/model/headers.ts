import type { Operation, Parameter } from "../description/index.js";
import { headerValues, type Response } from "../transport/index.js";

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
