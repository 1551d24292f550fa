import type { IncomingHttpHeaders } from "node:http";
import type { Operation } from "../../description/index.js";
import type { Json, JsonObject } from "../../json/index.js";

/** Where a request has values that a description speaks of. */
const parts = ["path", "query", "header", "cookie", "body"] as const;
export type RequestPart = (typeof parts)[number];

/** The values of a request, read as the types that are described: parameters by their names, and the body. */
export interface Values extends Readonly<Record<Exclude<RequestPart, "body">, JsonObject>> {
  readonly body: Json | undefined;
}

/** A request of an operation, before its values are read. */
export interface Call {
  readonly operation: Operation;
  /** As sent, without the query: `/books/7`. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A response, before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where there is no body. */
  readonly mediaType?: string;
  readonly body?: Json;
}

/** A response to a request that was not done. */
export interface DescribedRefusal {
  readonly kind:
    | "no credential"
    | "invalid"
    | "media type"
    | "not found"
    | "gone"
    | "conflict"
    | "method"
    | "broken";
  readonly reason: string;
}
