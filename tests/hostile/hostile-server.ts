import type { Socket } from "node:net";
import type { Behaviour } from "./behaviour.js";
import { type Listening, listen } from "./listening.js";
import { openStore, type StoreReply } from "./store-behind.js";

/** One request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** One request to a hostile server, and what there is to answer it with. */
export interface Visit {
  readonly socket: Socket;
  readonly request: WireRequest;
  /** What its `Authorization` header says after the scheme; empty if there is none. */
  readonly credential: string;
  /** The base address of somebody else, who must not be asked anything. */
  readonly elsewhere: string;
  /** What a store that conforms answers. */
  readonly store: () => Promise<StoreReply>;
}

export interface HostileServer {
  readonly url: string;
  /** Who went elsewhere. */
  readonly strayed: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a server that behaves so. */
export async function startHostileServer(behaviour: Behaviour): Promise<HostileServer> {
  const store = openStore();
  let strayed = 0;
  const other = await listen((socket) => {
    strayed += 1;
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]");
  });
  const elsewhere = `http://127.0.0.1:${other.port}/v1`;
  const serve = (socket: Socket): void => {
    behaviour.greet?.({ socket });
    let received = Buffer.alloc(0);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = readRequest(received);
      if (request === undefined) return;
      received = Buffer.alloc(0);
      const authorization = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? "";
      const credential = authorization.replace(/^\S+\s*/, "");
      const visit = { socket, request, credential, elsewhere, store: () => store.ask(request) };
      // The run may be over before the store has answered.
      void Promise.resolve(behaviour.response(visit)).catch(() => socket.destroy());
    });
  };
  const main: Listening = await (behaviour.listen?.() ?? listen(serve));
  return {
    url: `http://127.0.0.1:${main.port}/v1`,
    strayed: () => strayed,
    close: async () => void (await Promise.all([main.close(), other.close(), store.close()])),
  };
}

function readRequest(bytes: Buffer): WireRequest | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const headers = lines.map((each): readonly [string, string] => {
    const colon = each.indexOf(":");
    return [each.slice(0, colon), each.slice(colon + 1).trim()];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? 0);
  const body = bytes.subarray(end + 4);
  return body.length < length ? undefined : { method, path, headers, body };
}
