import type { Socket } from "node:net";
import { type Behaviour, breaks, doubtful, harmless } from "./behaviour.js";
import type { StoreReply } from "./store-behind.js";
import { everywhere, head, onWire, whereFetched, whereStore, whole } from "./wire.js";

const json = "Content-Type: application/json";
const surplus = whole(200, '[{"id":666,"name":"Smuggled","categoryId":1,"status":"sold"}]');

const announcing = (change: (length: number) => number) => (reply: StoreReply) =>
  Buffer.concat([
    Buffer.from(head(reply.status, [json, `Content-Length: ${change(reply.body.length)}`])),
    reply.body,
  ]);

const inChunks = ({ status, body }: StoreReply, extension: string, trailer: string): string =>
  head(status, [json, "Transfer-Encoding: chunked"]) +
  `${body.length.toString(16)}${extension}\r\n${body.toString("latin1")}\r\n0\r\n${trailer}\r\n`;

/** A store that works, on connections that do not. */
export const wireBehaviours: readonly Behaviour[] = [
  {
    name: "announces fetched animals longer than they are, and closes",
    expected: breaks("GEN-4"),
    response: whereFetched(
      ({ socket }, reply) => void socket.end(announcing((length) => length + 10)(reply)),
    ),
  },
  {
    name: "announces fetched animals longer than they are, and waits",
    expected: doubtful,
    response: whereFetched(
      ({ socket }, reply) => void socket.write(announcing((length) => length + 10)(reply)),
    ),
  },
  {
    name: "announces fetched animals shorter than they are",
    expected: breaks("GEN-1"),
    response: whereFetched(
      ({ socket }, reply) => void socket.write(announcing((length) => length - 10)(reply)),
    ),
  },
  {
    name: "resets the connection in the middle of a fetched animal",
    expected: breaks("GEN-4"),
    response: whereFetched(({ socket }, reply) => {
      socket.write(onWire(reply).subarray(0, -10), () => setTimeout(() => socket.resetAndDestroy(), 20));
    }),
  },
  {
    name: "resets the connection where an animal is fetched",
    expected: breaks("GET-1"),
    response: whereFetched(({ socket }) => void socket.resetAndDestroy()),
  },
  {
    name: "never answers where an animal is fetched",
    expected: doubtful,
    response: whereFetched(() => undefined),
  },
  {
    name: "never answers where an animal is added",
    expected: doubtful,
    response: whereStore(
      ({ request }) => request.method === "POST",
      () => undefined,
    ),
  },
  {
    name: "switches protocols where an animal is fetched",
    expected: breaks("GET-1"),
    response: whereFetched(({ socket }) => {
      socket.write(head(101, ["Connection: Upgrade", "Upgrade: websocket"]));
    }),
  },
  {
    name: "sends garbage where an animal is fetched",
    expected: breaks("GEN-4"),
    response: whereFetched(
      ({ socket }) => void socket.end("\x1b[2J::error::garbage\n##vso[task.complete]\n"),
    ),
  },
  {
    name: "answers 204 with a body where an animal is fetched",
    expected: breaks("GEN-4"),
    response: whereFetched(({ socket }) => void socket.write(whole(204, "{}"))),
  },
  {
    name: "closes the connection after each answer without saying so",
    expected: harmless,
    response: everywhere((socket, reply) => void socket.end(onWire(reply))),
  },
  {
    name: "closes the connection a moment after each answer without saying so",
    expected: harmless,
    response: everywhere((socket, reply) => {
      socket.write(onWire(reply));
      setTimeout(() => socket.end(), 2);
    }),
  },
  {
    name: "closes the connection where a body comes in chunks",
    expected: harmless,
    response: whereInChunks((socket) => void socket.destroy()),
  },
  {
    name: "resets the connection where a body is long",
    expected: harmless,
    response: async ({ socket, request, store }) => {
      if (request.body.length > 4096) socket.resetAndDestroy();
      else socket.write(onWire(await store()));
    },
  },
  {
    name: "never answers where a body comes in chunks",
    expected: harmless,
    response: whereInChunks(() => undefined),
  },
  {
    name: "takes the chunks of a body for requests that make no sense",
    expected: harmless,
    response: whereInChunks((socket) => {
      socket.write(whole(400, '{"code":"empty","message":"no body","status":400}'));
      socket.end(head(400, ["Content-Type: text/html", "Content-Length: 0"], "Bad Request"));
    }),
  },
  {
    name: "sends a second answer right after each first",
    expected: harmless,
    response: everywhere((socket, reply) => void socket.write(Buffer.concat([onWire(reply), surplus]))),
  },
  {
    name: "sends a second answer a moment after each first",
    expected: harmless,
    response: everywhere((socket, reply) => {
      socket.write(onWire(reply));
      setTimeout(() => socket.write(surplus), 1);
    }),
  },
  {
    name: "sends blank lines after each answer",
    expected: harmless,
    response: everywhere(
      (socket, reply) => void socket.write(Buffer.concat([onWire(reply), Buffer.from("\r\n\r\n")])),
    ),
  },
  {
    name: "sends trailers after each answer",
    expected: harmless,
    response: everywhere(
      (socket, reply) => void socket.write(inChunks(reply, "", "X-Trailer: \x9b2J\r\n"), "latin1"),
    ),
  },
  {
    name: "sends its answers a byte a chunk, each with an extension",
    expected: harmless,
    response: everywhere((socket, { status, body }) => {
      const chunks = [...body.toString("latin1")].map((byte) => `1;a="b;c"\r\n${byte}\r\n`).join("");
      socket.write(`${head(status, [json, "Transfer-Encoding: chunked"])}${chunks}0\r\n\r\n`, "latin1");
    }),
  },
  {
    name: "answers in HTTP/1.0, and closes",
    expected: harmless,
    response: everywhere((socket, reply) => {
      socket.end(onWire(reply).toString("latin1").replace("HTTP/1.1", "HTTP/1.0"), "latin1");
    }),
  },
];

/** Behaves so where a body comes in chunks, and else as the store does. */
function whereInChunks(hostile: (socket: Socket) => void): Behaviour["response"] {
  return async (visit) => {
    const isChunked = visit.request.headers.some(([name]) => /^transfer-encoding$/i.test(name));
    if (isChunked) hostile(visit.socket);
    else visit.socket.write(onWire(await visit.store()));
  };
}
