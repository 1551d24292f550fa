import type { Socket } from "node:net";
import {
  arbitrary,
  type Behaviour,
  breaks,
  broken,
  doubtful,
  expecting,
  harmless,
  hopeless,
  type StoreReply,
  uncertain,
} from "./behaviour.js";
import {
  adding,
  drip,
  everywhere,
  head,
  onWire,
  pour,
  say,
  sayLast,
  where,
  whereFetched,
  whole,
} from "./wire.js";

const json = "Content-Type: application/json";
const inChunks = [json, "Transfer-Encoding: chunked"];
const silent = (): void => undefined;

/** What comes is no answer in HTTP, or none that ends. */
export const connections: readonly Behaviour[] = [
  ["never accepts a connection", hopeless, silent, { accepts: false }],
  ["closes every connection at once", hopeless, silent, { greet: (socket) => socket.end() }],
  ["resets every connection at once", hopeless, silent, { greet: (socket) => socket.resetAndDestroy() }],
  ["speaks SSH", hopeless, silent, { greet: (socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n") }],
  ["speaks SMTP", hopeless, silent, { greet: (socket) => socket.write("220 mail.test ESMTP ready\r\n") }],
  ...expecting(hopeless, {
    "accepts connections and never answers": silent,
    "closes the connection after the request": ({ socket }) => socket.end(),
    "resets the connection after the request": ({ socket }) => socket.resetAndDestroy(),
    "drips its header, a byte a second": drip("HTTP/1.1 200 OK\r\nX-Slow: ", "a"),
    "drips its body, a byte a second": drip(head(200, [json, "Content-Length: 100"]), " "),
    "sends blank lines for ever and no status line": pour("", "\r\n".repeat(1000)),
    "sends a status line that never ends": pour("HTTP/1.1 200 ", "a".repeat(10_000)),
    "sends garbage": sayLast(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167 + 13) % 256))),
    "sends a gigabyte of garbage": pour("", "\u0016\u0003ab\u0000\u001b[2J"),
    "speaks TLS, and answers with an alert": sayLast("\x15\x03\x01\x00\x02\x02\x46"),
    "answers as HTTP/0.9 did": sayLast("<html>It works!</html>\n"),
    "speaks HTTP/2 only": sayLast(
      "\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ),
    "sends 100 Continue for ever": pour("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
    "sends 103 Early Hints for ever": pour(
      "",
      "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".repeat(100),
    ),
    "switches protocols unasked": say(
      `${head(101, ["Connection: Upgrade", "Upgrade: websocket"])}\x81\x05hello`,
    ),
  }),
];

/** What comes so early is taken for the answer to the first request on each connection: half of them are answered. */
export const earlyAnswer: Behaviour = [
  "answers before it was asked, and then no more",
  broken,
  silent,
  { greet: (socket) => socket.write(whole(200, "[]")) },
];

const surplus = whole(200, '[{"id":666,"name":"Smuggled","categoryId":1,"status":"sold"}]');
const announcing = ({ status, body }: StoreReply, more: number): Buffer =>
  Buffer.concat([Buffer.from(head(status, [json, `Content-Length: ${body.length + more}`])), body]);
const resetSoon = (socket: Socket): void => void setTimeout(() => socket.resetAndDestroy(), 20);
/** Behaves so where a body comes in chunks, and else as the store does; the store is not asked for these. */
const whereInChunks =
  (hostile: (socket: Socket) => unknown): Behaviour[2] =>
  async ({ socket, request, store }) =>
    request.headers.some(([name]) => /^transfer-encoding$/i.test(name))
      ? hostile(socket)
      : socket.write(onWire(await store()));

/** A store that works, on connections that do not. */
export const wires: readonly Behaviour[] = [
  ...expecting(breaks("GEN-4"), {
    "announces fetched animals longer than they are, and closes": whereFetched(({ socket }, reply) =>
      socket.end(announcing(reply, 10)),
    ),
    "resets the connection in the middle of a fetched animal": whereFetched(({ socket }, reply) =>
      socket.write(onWire(reply).subarray(0, -10), () => resetSoon(socket)),
    ),
    "sends garbage where an animal is fetched": whereFetched(
      sayLast("\x1b[2J::error::garbage\n##vso[task.complete]\n"),
    ),
  }),
  ...expecting(doubtful, {
    "announces fetched animals longer than they are, and waits": whereFetched(({ socket }, reply) =>
      socket.write(announcing(reply, 10)),
    ),
    "never answers where an animal is fetched": whereFetched(silent),
    "never answers where an animal is added": where((line) => line.startsWith("POST"), silent),
  }),
  ...expecting(breaks("GEN-1"), {
    "announces fetched animals shorter than they are": whereFetched(({ socket }, reply) =>
      socket.write(announcing(reply, -10)),
    ),
  }),
  ...expecting(breaks("GET-1"), {
    "answers 204 with a body where an animal is fetched": whereFetched(say(whole(204, "{}"))),
    "resets the connection where an animal is fetched": whereFetched(({ socket }) =>
      socket.resetAndDestroy(),
    ),
    "switches protocols where an animal is fetched": whereFetched(({ socket }) =>
      socket.write(head(101, ["Connection: Upgrade", "Upgrade: websocket"])),
    ),
  }),
  ...expecting(uncertain, {
    "closes the connection a moment after each answer without saying so": everywhere(({ socket }, reply) => {
      socket.write(onWire(reply));
      setTimeout(() => socket.end(), 2);
    }),
  }),
  ...expecting(arbitrary, {
    "sends a second answer a moment after each first": everywhere(({ socket }, reply) => {
      socket.write(onWire(reply));
      setTimeout(() => socket.write(surplus), 1);
    }),
  }),
  ...expecting(harmless, {
    "closes the connection after each answer without saying so": everywhere(({ socket }, reply) =>
      socket.end(onWire(reply)),
    ),
    "closes the connection where a body comes in chunks": whereInChunks((socket) => socket.destroy()),
    "resets the connection where a body is long": async ({ socket, request, store }) =>
      request.body.length > 4096 ? socket.resetAndDestroy() : socket.write(onWire(await store())),
    "never answers where a body comes in chunks": whereInChunks(silent),
    "takes the chunks of a body for requests that make no sense": whereInChunks((socket) => {
      socket.write(whole(400, '{"code":"empty","message":"no body","status":400}'));
      socket.end(head(400, ["Content-Type: text/html", "Content-Length: 0"], "Bad Request"));
    }),
    "sends a second answer right after each first": everywhere(({ socket }, reply) =>
      socket.write(Buffer.concat([onWire(reply), surplus])),
    ),
    "sends blank lines after each answer": everywhere(({ socket }, reply) =>
      socket.write(Buffer.concat([onWire(reply), Buffer.from("\r\n\r\n")])),
    ),
    "sends trailers after each answer": everywhere(({ socket }, { status, body }) => {
      const chunk = `${body.length.toString(16)}\r\n${body.toString("latin1")}\r\n`;
      socket.write(`${head(status, inChunks)}${chunk}0\r\nX-Trailer: \x9b2J\r\n\r\n`, "latin1");
    }),
    "sends its answers a byte a chunk, each with an extension": everywhere(({ socket }, { status, body }) => {
      const chunks = [...body.toString("latin1")].map((byte) => `1;a="b;c"\r\n${byte}\r\n`).join("");
      socket.write(`${head(status, inChunks)}${chunks}0\r\n\r\n`, "latin1");
    }),
    "answers in HTTP/1.0, and closes": everywhere(({ socket }, reply) =>
      socket.end(onWire(reply).toString("latin1").replace("HTTP/1.1", "HTTP/1.0"), "latin1"),
    ),
  }),
];

const asks: Readonly<Record<string, readonly string[]>> = {
  "": [],
  " and asks to wait a second": ["Retry-After: 1"],
  " and asks not to wait at all": ["Retry-After: 0"],
  " and asks to wait a year, in seconds": ["Retry-After: 31536000"],
  " and asks to wait until a far day": ["Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"],
  " and asks to wait until a day long ago": ["Retry-After: Thu, 01 Jan 1970 00:00:00 GMT"],
  " and asks to wait for less than nothing": ["Retry-After: -5"],
  " and asks to wait for garbage": ["Retry-After: soon; or later"],
  " and asks to wait 10,000 digits of seconds": [`Retry-After: ${"9".repeat(10_000)}`],
  " and asks to wait twice": ["Retry-After: 0", "Retry-After: 0"],
};
const busy = JSON.stringify({ code: "busy", message: "Later.", status: 429 });
const turningAway = [429, 503].flatMap((status) =>
  Object.entries(asks).map(
    ([how, headers]): Behaviour => [
      `answers everything with ${status}${how}`,
      hopeless,
      say(whole(status, busy, headers)),
    ],
  ),
);

const redirect = (status: number, location: string): string =>
  head(status, [`Location: ${location}`, "Content-Length: 0"]);
/** The key is for the target, and for no other host to which it redirects. */
const redirecting = [301, 302, 303, 307, 308].flatMap((status): readonly Behaviour[] => [
  [
    `redirects everything with ${status} to another host`,
    hopeless,
    ({ socket, request, elsewhere }) =>
      socket.write(redirect(status, new URL(pathOf(request.line), elsewhere).href)),
  ],
  [
    `redirects fetched animals with ${status} to another host`,
    breaks("GET-1"),
    whereFetched(({ socket, elsewhere }) => socket.write(redirect(status, `${elsewhere}/pets/1`))),
  ],
]);

/** Waiting, or going to where a redirect points, would be the wrong answer to these. */
export const waits: readonly Behaviour[] = [
  ...turningAway,
  ...redirecting,
  ["asks with every answer, good or bad, to wait a year", harmless, adding(["Retry-After: 31536000"])],
  ...expecting(hopeless, {
    "redirects everything to itself": ({ socket, request }) =>
      socket.write(redirect(302, pathOf(request.line))),
    "redirects to what a terminal or a CI server would act on": say(
      redirect(302, "::error::##vso[task.complete]\x9b2J javascript:alert(1)"),
    ),
  }),
  ...expecting(doubtful, {
    "lets nobody add an animal: 429": where((line) => line.startsWith("POST"), say(whole(429, busy))),
  }),
  ...expecting(harmless, {
    "answers every fifth request with 429 and no Retry-After": where(everyFifth(), say(whole(429, busy))),
  }),
];

function everyFifth(): () => boolean {
  let count = 0;
  return () => ++count % 5 === 0;
}

function pathOf(requestLine: string): string {
  return requestLine.split(" ")[1] ?? "";
}
