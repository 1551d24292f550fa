import { createServer, type IncomingHttpHeaders, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { hasObject } from "../servers/sent-object.js";

/** A request on its way to the honest server, or a response on its way back. */
export interface Passing {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  /** Sent in the place of the body, where a response is no text. */
  bytes?: Buffer;
}

/** Changes what passes. A change of a request may answer it at once, with a status above 0. */
export interface Front {
  readonly request?: (passing: Passing) => void | Promise<void>;
  readonly response?: (passing: Passing) => void | Promise<void>;
}

/** Starts one of the honest servers of `examples/`. */
export type Start = (options: {
  readonly key: string;
}) => Promise<{ address: string; close: () => Promise<void> }>;

/** Starts an honest server, and something in front of it that deviates. Both end with the test. */
export async function startBehind(
  start: Start,
  key: string,
  { request, response }: Front = {},
): Promise<string> {
  const honest = await start({ key });
  const front = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const passing: Passing = {
      method,
      path: url,
      headers: { ...headers },
      body: await text(incoming),
      status: 0,
    };
    try {
      await request?.(passing);
    } catch (error) {
      // Most changes are of objects: another body passes as it is.
      if (passing.body === "" || hasObject(passing.body)) throw error;
    }
    if (passing.status === 0) {
      Object.assign(passing, await forward(honest.address, passing));
      await response?.(passing);
    }
    const { status, headers: kept, bytes = Buffer.from(passing.body) } = passing;
    const isEmpty = status === 204;
    const isChunked = kept["transfer-encoding"] === "chunked";
    outgoing.writeHead(status, {
      ...kept,
      ...(isEmpty || isChunked ? {} : { "content-length": bytes.length }),
    });
    if (isChunked) for (const byte of bytes) outgoing.write(Buffer.of(byte));
    outgoing.end(isEmpty || isChunked ? "" : bytes);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    front.closeAllConnections();
    front.close();
    await honest.close();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

function forward(address: string, { method, path, headers, body }: Passing): Promise<Partial<Passing>> {
  return new Promise((resolve, reject) => {
    const { "content-length": _, "transfer-encoding": __, ...others } = headers;
    const sent = body === "" ? others : { ...others, "content-length": `${Buffer.byteLength(body)}` };
    const outgoing = send(new URL(path, address), { method, headers: sent }, async (answer) => {
      const { "content-length": _, "transfer-encoding": __, ...kept } = answer.headers;
      resolve({ status: answer.statusCode ?? 0, headers: kept, body: await text(answer) });
    });
    outgoing.on("error", reject).end(body);
  });
}
