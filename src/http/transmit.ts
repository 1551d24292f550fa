import { randomUUID } from "node:crypto";
import {
  authorizationName,
  bodyBytes,
  type Case,
  hasLongBody,
  isChunked,
  isFraming,
  renderCredential,
} from "../cases/index.js";
import type { ClientOptions } from "./client-options.js";
import { acceptedCodings } from "./content-coding.js";
import { startDeadline } from "./deadline.js";
import type { Answer, NoAnswer } from "./exchange.js";
import { causeOf } from "./no-answer.js";
import { readAnswer } from "./read-answer.js";
import type { Route } from "./route.js";

/** Sends a request once, with its key and all that goes with it. Never rejects. */
export type Transmit = (request: Case, trace: string) => Promise<Answer | NoAnswer>;

/** What each request decides for itself, or the library does. */
const ownHeaders = new Set([
  ...["authorization", "content-type", "content-length", "transfer-encoding", "connection", "host"],
  "traceparent",
]);
/** What becomes of a request when the run is stopped. */
export const stopped: NoAnswer = { kind: "no-answer", cause: "aborted", detail: "the run was stopped" };

/** @param route the way for the next request */
export function createTransmit(options: ClientOptions, route: () => Route): Transmit {
  const { timeout, signal } = options;
  const extra = (options.headers ?? []).filter(([name]) => !ownHeaders.has(name.toLowerCase()));

  /** What every request says of itself, unless it is told otherwise. */
  const usualHeaders = (request: Case, trace: string): string[] => {
    const told = new Set([...extra, ...request.headers].map(([name]) => name.toLowerCase()));
    const usual: readonly (readonly [string, string])[] = [
      ["accept-encoding", acceptedCodings],
      ["user-agent", options.userAgent],
      ["accept", "application/json"],
      ["traceparent", `00-${trace}-${randomId().slice(0, 16)}-01`],
    ];
    return usual.filter(([name]) => !told.has(name)).flat();
  };

  return async (request, trace) => {
    const { wire, prefix, headers } = route();
    const authorization = renderCredential(request.credential, options.key);
    const deadline = startDeadline(timeout);
    try {
      const response = await deadline.race(
        wire.request({
          method: request.method,
          path: prefix + request.path,
          headers: [
            ...headers,
            ...usualHeaders(request, trace),
            ...(authorization === undefined ? [] : [authorizationName(request), authorization]),
            ...extra.flat(),
            // How a body is framed, the library says by itself.
            ...request.headers.filter(([name]) => !isFraming(name)).flat(),
          ],
          body: request.body === undefined ? null : bodyBytes(request.body),
          chunked: isChunked(request),
          last: isChunked(request) || hasLongBody(request),
          signal: deadline.signal,
        }),
      );
      const answer = await deadline.race(readAnswer(response, options.sizeLimit));
      return signal.aborted && answer.kind === "answer" && answer.cutShort ? stopped : answer;
    } catch (error) {
      const isProxied = options.connection?.proxy !== undefined;
      return signal.aborted ? stopped : causeOf(error, deadline.signal.aborted, isProxied);
    } finally {
      deadline.clear();
    }
  };
}

/** 32 hexadecimal digits, most of them random; faster than random bytes, since the library draws many at once. */
export function randomId(): string {
  return randomUUID().replaceAll("-", "");
}
