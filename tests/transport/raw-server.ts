import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Case } from "../../src/transport/index.js";
import {
  type Client,
  type ClientOptions,
  createClient,
  type Exchange,
  type Response,
  type TransportError,
} from "../../src/transport/index.js";

/** One request as it came over the wire. */
export interface WireRequest {
  /** `POST /v1/pets HTTP/1.1` */
  readonly line: string;
  /** In the order of the wire, names as they were written. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** When its last byte came, in ms. */
  readonly at: number;
}

/** Answers the request of this number (from 0): text is written as it is, or the socket is handled by hand. */
export type Respond = (socket: Socket, request: WireRequest, number: number) => string | Buffer | undefined;

export interface RawServer {
  readonly port: number;
  readonly baseUrl: string;
  readonly requests: readonly WireRequest[];
  readonly connections: () => number;
}

/** A server of bytes on 127.0.0.1; gone after the test. */
export async function startRawServer(...how: Parameters<typeof listenRaw>): Promise<RawServer> {
  const { close, ...server } = await listenRaw(...how);
  onTestFinished(close);
  return server;
}

/** The same, until it is closed. `greet` has a connection before anything is asked. */
export async function listenRaw(
  respond: Respond,
  greet: (socket: Socket) => unknown = () => undefined,
): Promise<RawServer & { readonly close: () => Promise<void> }> {
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    greet(socket);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      requests.push(request);
      const reply = respond(socket, request, requests.length - 1);
      if (reply !== undefined) socket.write(reply);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, baseUrl: `http://127.0.0.1:${port}/v1`, requests, connections: () => connections, close };
}

function readRequest(bytes: Buffer): WireRequest | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = lines.map((each): [string, string] => {
    const colon = each.indexOf(":");
    return [each.slice(0, colon), each.slice(colon + 1).trim()];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
  const body = bytes.subarray(end + 4);
  return body.length < length ? undefined : { line, headers, body, at: performance.now() };
}

/** The values that a request gave for a header. */
export function valuesOf(request: WireRequest | undefined, name: string): readonly string[] {
  if (request === undefined) throw new Error("no such request came");
  return request.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** A whole HTTP/1.1 answer with its length. */
export function response(
  status: number,
  body: string | Buffer = "",
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} X`, `Content-Length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

/** A client with short patience, closed after the test. */
export function connectTo(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    key: "s3cret",
    userAgent: "pedigree-test",
    concurrency: 4,
    timeout: 3000,
    sizeLimit: 100_000,
    patience: 10_000,
    random: Math.random,
    signal: new AbortController().signal,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** What came of cases that were sent to a server that answers so, one after the other. */
export async function sendTo(
  respond: Respond,
  requests: readonly Case[] = [getCase()],
  options: Partial<ClientOptions> = {},
) {
  const server = await startRawServer(respond);
  const client = connectTo(server.baseUrl, options);
  const exchanges: Exchange[] = [];
  for (const request of requests) exchanges.push(await client.send(request));
  return { server, client, exchanges, exchange: exchanges[0]! };
}

/** Of an exchange: the status of its answer, or why there is none. */
export function resultOf({ outcome }: Exchange): number | TransportError["cause"] {
  return outcome.kind === "response" ? outcome.status : outcome.cause;
}

/** A look at the list; anything about it may be different. */
export function getCase(changes: Partial<Case> = {}): Case {
  return {
    operation: "listPets",
    label: "a list",
    method: "GET",
    path: "/pets",
    headers: [],
    credential: { kind: "good" },
    accepts: [{ status: 200, schema: "Pets" }],
    ...changes,
  };
}

/** A creation; anything about it may be different. */
export function postCase(changes: Partial<Case> = {}): Case {
  return {
    ...getCase(),
    operation: "createPet",
    method: "POST",
    headers: [["Content-Type", "application/json"]],
    body: { kind: "text", text: '{"name":"Rex","categoryId":1}' },
    ...changes,
  };
}

/** The answer of an exchange that must have one. */
export function answerOf({ outcome }: Exchange): Response {
  if (outcome.kind === "transport-error") throw new Error(`no answer: ${outcome.cause}: ${outcome.detail}`);
  return outcome;
}

/** The trouble of an exchange that must have no answer. */
export function troubleOf({ outcome }: Exchange): TransportError {
  if (outcome.kind === "response") throw new Error(`answered with ${outcome.status}`);
  return outcome;
}
