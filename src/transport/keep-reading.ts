import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/** What a write fails with on a connection that the other side has closed. */
const closedByOther = new Set(["EPIPE", "ECONNRESET"]);

type WriteCallback = (error?: Error | null) => void;

/**
 * The same connector, but a connection is read to its end after a write has failed. Many servers answer before they
 * have read the body, and close: the answer lies in the receive buffer then, and Node would drop it together with the
 * connection. Reading ends by itself, since the other side has closed.
 */
export function keepingReading(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...connected) => {
      if (connected[0] === null) ignoreWriteErrors(connected[1]);
      callback(...connected);
    });
}

function ignoreWriteErrors(socket: Socket): void {
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
