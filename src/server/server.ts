import { once } from "node:events";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createRequestHandler } from "./answer.js";
import { conforming, type Handlers } from "./conforming/index.js";
import type { ReferenceContract } from "./operations.js";
import { createStore } from "./store.js";

/**
 * How long the server waits, in milliseconds: for the header of a request from its first byte, for a whole request, and
 * for the requests that still run when it is closed.
 */
const patient = { header: 10_000, request: 30_000, close: 5_000 };

/** The options of a reference server. */
export interface ReferenceServerOptions {
  readonly contract: ReferenceContract;
  /** The only API key that is valid. */
  readonly key: string;
  /** 0, the default, lets the operating system choose a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Where the server is to differ from the letter of the document. */
  readonly handlers?: Partial<Handlers>;
  /** The clock, by which `getPet` is removed. */
  readonly now?: () => Date;
  readonly patience?: Partial<typeof patient>;
  /** Called with what made the server answer 500. */
  readonly onFailure?: (error: unknown) => void;
}

/** A reference server that accepts requests. */
export interface ReferenceServer {
  /** The base address, with the version segment: `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** Accepts nothing more, finishes what runs, and resolves once every connection is closed. */
  close(): Promise<void>;
}

/** Starts a server that follows the interface document to the letter, but for what `handlers` overrides. */
export async function startReferenceServer(options: ReferenceServerOptions): Promise<ReferenceServer> {
  const { key, host = "127.0.0.1", port = 0, now = () => new Date(), onFailure } = options;
  const patience = { ...patient, ...options.patience };
  const handlers: Handlers = { ...conforming(), ...options.handlers };
  const versionSegment = handlers.mountAt(options.contract.versionSegment);
  const contract = { ...options.contract, versionSegment };
  const store = createStore();
  for (const pet of handlers.seed()) store.put(pet);

  const server = createServer({
    headersTimeout: patience.header,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(1000, patience.header / 2),
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
  });
  server.maxConnections = handlers.mostConnections();
  const closeServer = prepareClosing(server, patience.close);
  server.on("request", createRequestHandler({ contract, handlers, store, key, now }, onFailure));
  server.on("checkExpectation", (message, response) => server.emit("request", message, response));
  server.on("clientError", answerMalformedRequest);
  await once(server.listen(port, host), "listening");
  const stopBackground = handlers.startBackground(store);

  let closed: Promise<void> | undefined;
  return {
    baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${versionSegment}`,
    close() {
      closed ??= closeServer().finally(stopBackground);
      return closed;
    },
  };
}

/**
 * Returns a function that closes a server: at once the connections on which no request runs, and the others as soon as
 * theirs are answered. Node's own `closeIdleConnections` overlooks those that never sent a request.
 */
function prepareClosing(server: Server, patience: number): () => Promise<void> {
  const silent = new Set<Socket>();
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    silent.delete(socket);
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });
  return async () => {
    const giveUp = setTimeout(() => server.closeAllConnections(), patience);
    const closed = once(server, "close");
    server.close();
    for (const socket of silent) socket.destroy();
    await closed;
    clearTimeout(giveUp);
  };
}

const malformed: Readonly<Record<string, { status: number; code: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "header_too_large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "request_timeout" },
};

/** Answers what was no HTTP request, too long a header, or too slow a client; then closes the connection. */
function answerMalformedRequest(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, code } = malformed[error.code ?? ""] ?? { status: 400, code: "malformed_request" };
  const phrase = STATUS_CODES[status];
  const body = JSON.stringify({ code, message: `${phrase}.`, status });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
