import type { IncomingRequest, Operator } from "../../src/server/index.js";

/** One request as a server received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** In base64: it need not be text. */
  readonly body: string;
}

/** A deviation that writes down every request, and deviates no further than the other one. */
export function recordInto(received: Received[], deviate: Operator = () => ({})): Operator {
  return (handlers) => {
    const deviant = { ...handlers, ...deviate(handlers) };
    return {
      ...deviant,
      answerEarly: (request, store) => {
        received.push(readRequest(request));
        return deviant.answerEarly(request, store);
      },
    };
  };
}

/** Method, path, query and body in one line. */
export function lineOf({ method, path, query, body }: Received): string {
  return `${method} ${path}?${query} ${Buffer.from(body, "base64").toString("latin1")}`;
}

function readRequest({ method, path, query, headers, body }: IncomingRequest): Received {
  return {
    method,
    path,
    query: query.toString(),
    authorization: headers.authorization,
    contentType: headers["content-type"],
    body: body.kind === "bytes" ? Buffer.from(body.bytes).toString("base64") : "too large",
  };
}
