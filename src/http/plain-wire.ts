import { Agent, type IncomingMessage, request as send } from "node:http";
import { Agent as SecureAgent, request as sendSecurely } from "node:https";
import { Readable } from "node:stream";
import { keepReading } from "./keep-reading.js";
import { contentOf, type Wire, type WireRequest, type WireResponse } from "./wire.js";

/** How connections are to be. */
export interface PlainWireOptions {
  readonly origin: string;
  /** At the same time. */
  readonly connections: number;
  /** Of all headers of an answer, in bytes. */
  readonly maxHeaderSize: number;
  /** Does a connection serve more than one request? */
  readonly reuses: boolean;
  /** What the TLS library is to know. */
  readonly tls: object;
}

/**
 * Connections by Node's own client: slower than the library's, but it takes an interim answer that was not asked for,
 * as RFC 9110, section 15.2, wants it.
 */
export function openPlainWire({ origin, connections, maxHeaderSize, reuses, tls }: PlainWireOptions): Wire {
  const url = new URL(origin);
  const isSecure = url.protocol === "https:";
  const open = (keepAlive: boolean): Agent => {
    const pool = { keepAlive, maxSockets: connections };
    return isSecure ? new SecureAgent({ ...pool, ...tls }) : new Agent(pool);
  };
  const agent = open(true);
  const once = open(false);
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    maxHeaderSize,
  };
  const underWay = new Set<Promise<void>>();
  let isDestroyed = false;
  const request = (wanted: WireRequest): Promise<WireResponse> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body, chunked, last, signal } = wanted;
      if (isDestroyed) return reject(new DOMException("the run was stopped", "AbortError"));
      const isLast = last || !reuses;
      const framing = chunked ? ["transfer-encoding", "chunked"] : lengthOf(body);
      // Given as a list they go out as they are, so that none is added for us.
      const names = headers.filter((_, index) => index % 2 === 0);
      const host = names.some((name) => name.toLowerCase() === "host") ? [] : ["host", url.host];
      const all = [...host, ...headers, ...framing, ...(isLast ? ["connection", "close"] : [])];
      const options = { ...target, agent: isLast ? once : agent, method, path, headers: all, signal };
      const take = (message: IncomingMessage): void =>
        resolve({ statusCode: message.statusCode ?? 0, headers: message.rawHeaders, body: message });
      const outgoing = isSecure ? sendSecurely(options, take) : send(options, take);
      const ended = new Promise<void>((end) => outgoing.once("close", end));
      underWay.add(ended);
      void ended.then(() => underWay.delete(ended));
      outgoing.on("error", reject).on("socket", keepReading);
      const content = contentOf(wanted);
      if (content instanceof Readable) content.pipe(outgoing);
      else outgoing.end(content ?? undefined);
    });
  const closeIdle = (): void => {
    for (const sockets of Object.values(agent.freeSockets)) for (const each of sockets ?? []) each.destroy();
  };
  return {
    request,
    close: async () => {
      closeIdle();
      await Promise.all(underWay);
      agent.destroy();
    },
    destroy: async () => {
      isDestroyed = true;
      agent.destroy();
      once.destroy();
    },
  };
}

function lengthOf(body: Uint8Array | null): readonly string[] {
  return body === null ? [] : ["content-length", `${body.length}`];
}
