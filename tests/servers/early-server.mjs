import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";

// Runs in a thread of its own: only so does it answer, and close, while its client is still writing.
const { moment, end, keepsAlive, tls, tunnel } = workerData;
const statuses = [401, 413, 400];
let answered = 0;

/** What must have come before it answers. */
const hasCome = {
  "the first byte": (received) => received.length > 0,
  "the head": (received) => received.includes("\r\n\r\n"),
  "the first bytes of the body": (received) => /\r\n\r\n./.test(received),
  "the last byte": (received) => received.endsWith('"}') || received.endsWith("0\r\n\r\n"),
}[moment];

const finish = {
  "ends it": (socket) => socket.end(),
  "destroys it": (socket) => socket.destroy(),
  "resets it": (socket) => socket.resetAndDestroy(),
}[end];

function serve(socket) {
  let received = "";
  let isAnswered = false;
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    if (isAnswered) return;
    received += chunk.toString("latin1");
    if (!hasCome(received)) return;
    isAnswered = true;
    // What is not read leads to a reset when the connection is closed.
    if (end !== "ends it") socket.pause();
    const status = statuses[answered % statuses.length];
    const delay = answered % 6;
    answered += 1;
    const length = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    const head = `HTTP/1.1 ${status} X\r\n${length}${keepsAlive ? "" : "Connection: close\r\n"}\r\n`;
    socket.write(`${head}{}`, () => {
      if (delay === 0) finish(socket);
      else setTimeout(() => finish(socket), delay);
    });
  });
}

const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
const front = tunnel ? createHttpServer() : server;
front.on("connect", (_request, socket) => {
  socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
  server.emit("connection", socket);
});
front.listen(0, "127.0.0.1", () => parentPort.postMessage(front.address().port));
