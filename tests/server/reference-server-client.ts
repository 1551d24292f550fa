import { once } from "node:events";
import { connect } from "node:net";
import { request } from "undici";
import { isJsonObject, type Json, type JsonObject, parseJsonBytes } from "../../src/json/index.js";
import type { ReferenceServerOptions } from "../../src/server/index.js";
import { key, startServer } from "../servers/judging.js";

/** An answer, with its body read without loss. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
}

export interface Client {
  readonly url: string;
  close(): Promise<void>;
  send(
    method: string,
    path: string,
    options?: { headers?: object; body?: string | Uint8Array },
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Sends the body, a JSON text, with the key and the right content type. */
  create(body: string | Uint8Array): Promise<Answer>;
  /** Writes the text on a new connection, and returns all that comes until the server closes it. */
  converse(text: string | Uint8Array): Promise<string>;
}

/** Starts a server that ends with the test, and returns a client to it. */
export async function startClient(options: Partial<ReferenceServerOptions> = {}): Promise<Client> {
  const server = await startServer(undefined, options);
  const send: Client["send"] = async (method, path, { headers, body } = {}) => {
    const response = await request(server.baseUrl + path, {
      method: method as "GET",
      headers: { ...(headers ?? { authorization: `Bearer ${key}` }) } as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    });
    const bytes = new Uint8Array(await response.body.arrayBuffer());
    const read = parseJsonBytes(bytes);
    if (read.status === "invalid") throw new Error(`${response.statusCode}, not JSON: ${read.reason}`);
    return { status: response.statusCode, headers: response.headers, body: read.value };
  };
  return {
    url: server.baseUrl,
    close: () => server.close(),
    send,
    get: (path) => send("GET", path),
    create: (body) =>
      send("POST", "/pets", {
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body,
      }),
    async converse(text) {
      const { hostname, port } = new URL(server.baseUrl);
      const socket = connect(Number(port), hostname);
      let received = "";
      socket.on("data", (data) => {
        received += data.toString("latin1");
      });
      socket.on("error", () => {});
      socket.write(text);
      await once(socket, "close");
      return received;
    },
  };
}

/** The members of an answer's body, which is to be an object. */
export function membersOf({ body }: Answer): JsonObject {
  if (!isJsonObject(body)) throw new Error(`no object: ${String(body)}`);
  return body;
}

/** The elements of an answer's body, which is to be an array of objects. */
export function petsOf({ body }: Answer): readonly JsonObject[] {
  if (!Array.isArray(body)) throw new Error("no array");
  return body.filter(isJsonObject);
}

/** Is the answer an Error with this status, in head and body? */
export function isError(answer: Answer, status: number): boolean {
  const { code, message, status: inBody } = membersOf(answer);
  return (
    answer.status === status &&
    answer.headers["content-type"] === "application/json" &&
    typeof code === "string" &&
    typeof message === "string" &&
    inBody === BigInt(status)
  );
}
