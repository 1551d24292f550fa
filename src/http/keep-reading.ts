import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/** What a write fails with on a connection that the other side has closed. */
const closedByOther = new Set(["EPIPE", "ECONNRESET"]);

type WriteCallback = (error?: Error | null) => void;

const kept = new WeakSet<Socket>();

/**
 * Lets a connection be read to its end after a write has failed. Many servers answer before they have read the body,
 * and close: the answer lies in the receive buffer then, and Node would throw it away together with the connection.
 * The reading ends by itself, since the other side has closed.
 */
export function keepReading(socket: Socket): void {
  if (kept.has(socket)) return;
  kept.add(socket);
  let isClosed = false;
  const forgiving =
    (done: WriteCallback): WriteCallback =>
    (error) => {
      isClosed ||= closedByOther.has((error as NodeJS.ErrnoException | null)?.code ?? "");
      done(isClosed ? null : error);
    };
  const write = socket._write.bind(socket);
  const writeMany = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => (isClosed ? done() : write(chunk, encoding, forgiving(done)));
  if (writeMany === undefined) return;
  socket._writev = (chunks, done) => (isClosed ? done() : writeMany(chunks, forgiving(done)));
}

/** The same connector, but its connections are read to their end. */
export function keepingReading(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      if (connected[0] === null) keepReading(connected[1]);
      callback(...connected);
    });
}
