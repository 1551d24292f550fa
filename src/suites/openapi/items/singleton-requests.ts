import type { Operation } from "../../../description/index.js";
import { bareShape, type Case } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import { isIfMatch, isVersion, type Singleton } from "../../../model/index.js";
import { type Context, makeRequest } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { validRequest } from "../requests/requests.js";

/** A singleton, and what changes it. */
export interface SingletonUse {
  readonly singleton: Singleton;
  readonly operation: Operation;
  /** Names of the members that can be sent and read. */
  readonly names: readonly string[];
}

/** The representation of a singleton before any change. */
export interface Shown {
  readonly before: JsonObject;
  /** The members that can be sent back. */
  readonly whole: JsonObject;
  /** Names of those that stay as they are while others change. */
  readonly steady: readonly string[];
}

/** The request that sends these members, with the ETag that was shown, where the operation takes one. */
export function requestOf(
  t: Context,
  { operation }: SingletonUse,
  {
    body,
    label,
    etag,
  }: { readonly body: JsonObject; readonly label: string; readonly etag?: string | undefined },
): Case {
  const { request } = makeRequest(() => validRequest(t.state, operation, bareShape));
  const isTaken = operation.parameters.some(({ in: where, name }) => where === "header" && isIfMatch(name));
  const headers =
    isTaken && etag !== undefined ? [...request.headers, ["If-Match", etag] as const] : request.headers;
  return { ...request, headers, label, body: encodeFor(operation, body) };
}

/** Makes the body that gives these members these values: a PATCH has them alone, and any other change has all that is shown. */
export function bodyOf(
  { operation, names }: SingletonUse,
  {
    whole,
    values,
    latest,
  }: Pick<Shown, "whole"> & { readonly values: JsonObject; readonly latest: Json | undefined },
): JsonObject {
  const shown = isJsonObject(latest) ? Object.entries(latest) : [];
  // A version is sent as it is by now.
  const versions = Object.fromEntries(shown.filter(([name]) => names.includes(name) && isVersion(name)));
  return operation.method === "PATCH" ? { ...versions, ...values } : { ...whole, ...versions, ...values };
}
