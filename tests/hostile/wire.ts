import type { Socket } from "node:net";
import type { Visit } from "./hostile-server.js";
import type { StoreReply } from "./store-behind.js";

/** The first lines of an answer, as they are: headers are whole lines, characters bytes. */
export function head(status: number | string, headers: readonly string[] = [], reason = "X"): string {
  return `${[`HTTP/1.1 ${status} ${reason}`, ...headers].join("\r\n")}\r\n\r\n`;
}

/** A whole answer in JSON. */
export function whole(
  status: number | string,
  body: string | Buffer,
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const usual = ["Content-Type: application/json", `Content-Length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(head(status, [...usual, ...headers]), "latin1"), bytes]);
}

/** An answer of the store as it goes over the wire, perhaps with more header lines. */
export function onWire({ status, headers, body }: StoreReply, more: readonly string[] = []): Buffer {
  const lines = headers.map((each) => each.join(": "));
  const length = `Content-Length: ${body.length}`;
  return Buffer.concat([Buffer.from(head(status, [...lines, length, ...more]), "latin1"), body]);
}

/** The same bytes in answer to everything. */
export function say(bytes: Buffer | string): ({ socket }: Pick<Visit, "socket">) => void {
  return ({ socket }) => void socket.write(Buffer.from(bytes as string, "latin1"));
}

/** The same bytes, and then the connection ends. */
export function sayLast(bytes: Buffer | string): ({ socket }: Pick<Visit, "socket">) => void {
  return ({ socket }) => void socket.end(Buffer.from(bytes as string, "latin1"));
}

/** First this, then so much of the other, as fast as it is taken. */
export function pour(first: string, chunk: string | Buffer, most = 2 ** 30) {
  return ({ socket }: Pick<Visit, "socket">): void => {
    const bytes = Buffer.from(chunk as string, "latin1");
    let left = most;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= bytes.length;
        if (!socket.write(bytes)) return void socket.once("drain", more);
      }
    };
    socket.write(first, "latin1");
    more();
  };
}

/** First this, then the other, a byte a second. */
export function drip(first: string, slow: string) {
  return ({ socket }: Pick<Visit, "socket">): void => {
    let at = 0;
    socket.write(first, "latin1");
    const timer = setInterval(() => void socket.write(slow.charAt(at++ % slow.length), "latin1"), 1000);
    socket.once("close", () => clearInterval(timer));
  };
}

/** Behaves so where an animal is fetched that is there, and else as the store does. */
export function whereFetched(hostile: (visit: Visit, reply: StoreReply) => void) {
  return whereStore(({ request, reply }) => /\/pets\//.test(request.path) && reply.status === 200, hostile);
}

/** Behaves so where the store's answer is of this kind, and else as the store does. */
export function whereStore(
  concerns: (what: Pick<Visit, "request"> & { readonly reply: StoreReply }) => boolean,
  hostile: (visit: Visit, reply: StoreReply) => void,
) {
  return async (visit: Visit): Promise<void> => {
    const reply = await visit.store();
    if (concerns({ request: visit.request, reply })) hostile(visit, reply);
    else visit.socket.write(onWire(reply));
  };
}

/** Changes every answer of the store. */
export function everywhere(hostile: (socket: Socket, reply: StoreReply, visit: Visit) => void) {
  return async (visit: Visit): Promise<void> => hostile(visit.socket, await visit.store(), visit);
}
