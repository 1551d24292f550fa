import { type Behaviour, broken, hopeless } from "./behaviour.js";
import { listenWithoutAccepting } from "./listening.js";
import { drip, head, pour, say, sayLast, whole } from "./wire.js";

const silent = (): void => undefined;
const hopelesslyBehaving = (name: string, how: Partial<Behaviour>): Behaviour => ({
  name,
  expected: hopeless,
  response: silent,
  ...how,
});

/** What comes is no answer in HTTP, or none that ends. */
export const connectionBehaviours: readonly Behaviour[] = [
  hopelesslyBehaving("never accepts a connection", { listen: listenWithoutAccepting }),
  hopelesslyBehaving("accepts connections and never answers", {}),
  hopelesslyBehaving("closes every connection at once", { greet: ({ socket }) => void socket.end() }),
  hopelesslyBehaving("resets every connection at once", {
    greet: ({ socket }) => void socket.resetAndDestroy(),
  }),
  hopelesslyBehaving("closes the connection after the request", {
    response: ({ socket }) => void socket.end(),
  }),
  hopelesslyBehaving("resets the connection after the request", {
    response: ({ socket }) => void socket.resetAndDestroy(),
  }),
  hopelesslyBehaving("drips its header, a byte a second", {
    response: drip("HTTP/1.1 200 OK\r\nX-Slow: ", "a"),
  }),
  hopelesslyBehaving("drips its body, a byte a second", {
    response: drip(head(200, ["Content-Type: application/json", "Content-Length: 100"]), " "),
  }),
  hopelesslyBehaving("sends blank lines for ever and no status line", {
    response: pour("", "\r\n".repeat(1000)),
  }),
  hopelesslyBehaving("sends a status line that never ends", {
    response: pour("HTTP/1.1 200 ", "a".repeat(10_000)),
  }),
  hopelesslyBehaving("sends garbage", {
    response: sayLast(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167 + 13) % 256))),
  }),
  hopelesslyBehaving("sends a gigabyte of garbage", { response: pour("", "\u0016\u0003ab\u0000\u001b[2J") }),
  hopelesslyBehaving("speaks SSH", { greet: say("SSH-2.0-OpenSSH_9.6\r\n") }),
  hopelesslyBehaving("speaks SMTP", { greet: say("220 mail.test ESMTP ready\r\n") }),
  hopelesslyBehaving("speaks TLS, and answers with an alert", {
    response: sayLast("\x15\x03\x01\x00\x02\x02\x46"),
  }),
  hopelesslyBehaving("answers as HTTP/0.9 did", { response: sayLast("<html>It works!</html>\n") }),
  hopelesslyBehaving("speaks HTTP/2 only", {
    response: sayLast(
      "\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ),
  }),
  hopelesslyBehaving("sends 100 Continue for ever", {
    response: pour("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)),
  }),
  hopelesslyBehaving("sends 103 Early Hints for ever", {
    response: pour("", "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".repeat(100)),
  }),
  hopelesslyBehaving("switches protocols unasked", {
    response: say(
      "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05hello",
    ),
  }),
];

/** What comes so early is taken for the answer to the first request on each connection: half of them are answered. */
export const earlyBehaviour: Behaviour = {
  name: "answers before it was asked, and then no more",
  expected: broken,
  response: silent,
  greet: say(whole(200, "[]")),
};
