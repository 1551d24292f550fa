import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { startOrigin } from "./plain-server.js";
import { sentObject } from "./sent-object.js";

/** A request, once its body is read. */
export interface Asked {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly path: string;
  /** Of the path, without the slashes: `notes` and `7` of `/notes/7`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The object in the body; an empty one where it has none. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** What a request is answered with: a value is sent as JSON. */
export type Reply = readonly [status: number, value?: unknown, headers?: object];

/** Starts a server that answers each request with JSON, on a free port, until the test ends; returns its origin. */
export function startJsonServer(replyTo: (asked: Asked) => Reply): Promise<string> {
  return startOrigin(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const [path = "", ...search] = url.split("?");
    const parts = path.split("/").slice(1);
    const query = new URLSearchParams(search.join("?"));
    const [status, value, more] = replyTo({
      method,
      url,
      path,
      parts,
      query,
      headers,
      body,
      sent: sentObject(body),
    });
    const isEmpty = value === undefined || status === 204;
    response.writeHead(status, { ...(isEmpty ? {} : { "content-type": "application/json" }), ...more });
    response.end(isEmpty ? undefined : JSON.stringify(value));
  });
}
