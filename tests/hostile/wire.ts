import type { Respond, StoreReply, Visit } from "./behaviour.js";

/** The first lines of an answer, as they are: headers are whole lines, characters bytes. */
export function head(status: number | string, headers: readonly string[] = [], reason = "X"): string {
  return `${[`HTTP/1.1 ${status} ${reason}`, ...headers].join("\r\n")}\r\n\r\n`;
}

/** A whole answer in JSON. */
export function whole(status: number | string, body: string | Buffer, more: readonly string[] = []): Buffer {
  return onWire({ status, headers: [["Content-Type", "application/json"]], body: Buffer.from(body) }, more);
}

/** An answer as it goes over the wire, perhaps with more header lines. */
export function onWire(
  { status, headers, body }: Pick<StoreReply, "headers" | "body"> & { readonly status: number | string },
  more: readonly string[] = [],
  reason = "X",
): Buffer {
  const lines = [...headers.map((each) => each.join(": ")), `Content-Length: ${body.length}`, ...more];
  return Buffer.concat([Buffer.from(head(status, lines, reason), "latin1"), body]);
}

/** The same bytes in answer to everything. */
export function say(bytes: Buffer | string): Respond {
  return ({ socket }) => socket.write(Buffer.from(bytes as string, "latin1"));
}

/** The same bytes, and then the connection ends. */
export function sayLast(bytes: string | Buffer): Respond {
  return ({ socket }) => socket.end(Buffer.from(bytes as string, "latin1"));
}

/** First this, then so much of the other, as fast as it is taken. */
export function pour(first: string, chunk: string, most = 2 ** 30): Respond {
  return ({ socket }) => {
    const bytes = Buffer.from(chunk, "latin1");
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

/** First this, then the other for ever, once a second. */
export function drip(first: string, slow: string): Respond {
  return ({ socket }) => {
    socket.write(first, "latin1");
    const timer = setInterval(() => socket.write(slow), 1000);
    socket.once("close", () => clearInterval(timer));
  };
}

/** What becomes of the store's answer. */
type Hostile = (visit: Visit, reply: StoreReply) => unknown;

/** Behaves so where it concerns the request and the store's answer, and else as the store does. */
export function where(
  concerns: (request: string, reply: StoreReply, visit: Visit) => boolean,
  hostile: Hostile,
): Respond {
  return async (visit) => {
    const reply = await visit.store();
    if (concerns(visit.request.line, reply, visit)) hostile(visit, reply);
    else visit.socket.write(onWire(reply));
  };
}

/** Does something else with every answer of the store. */
export function everywhere(hostile: Hostile): Respond {
  return where(() => true, hostile);
}

/** Behaves so where an animal is fetched that is there, and else as the store does. */
export function whereFetched(hostile: Hostile): Respond {
  return where((line, { status }) => /\/pets\//.test(line) && status === 200, hostile);
}

/** Changes the store's answers before they are sent. */
export function changing(change: (reply: StoreReply, visit: Visit) => StoreReply): Respond {
  return everywhere((visit, reply) => visit.socket.write(onWire(change(reply, visit))));
}

/** Adds these header lines to the store's answers. */
export function adding(lines: readonly string[] | ((visit: Visit) => readonly string[])): Respond {
  return everywhere((visit, reply) =>
    visit.socket.write(onWire(reply, typeof lines === "function" ? lines(visit) : lines)),
  );
}
