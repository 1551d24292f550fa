import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The connections of a server. Node's own `closeIdleConnections` overlooks those that never sent a request. */
export interface Connections {
  /** Closes those on which no request runs now, and the others as soon as theirs are answered. */
  closeWhenIdle(): void;
  closeAll(): void;
}

/** Keeps count of the requests that run on each connection, and closes those that are not taken. */
export function trackConnections(server: Server, takes: (open: number) => boolean): Connections {
  const running = new Map<Socket, number>();
  let isClosing = false;
  const change = (socket: Socket, by: 1 | -1) => {
    const count = (running.get(socket) ?? 0) + by;
    if (running.has(socket)) running.set(socket, count);
    if (isClosing && count === 0) socket.destroySoon();
  };
  server.on("connection", (socket) => {
    if (isClosing || !takes(running.size)) return void socket.destroy();
    running.set(socket, 0);
    socket.once("close", () => running.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    change(socket, 1);
    response.once("close", () => change(socket, -1));
  });
  return {
    closeWhenIdle() {
      isClosing = true;
      for (const [socket, count] of running) if (count === 0) socket.destroySoon();
    },
    closeAll() {
      for (const socket of running.keys()) socket.destroy();
    },
  };
}

/** Answers what was no HTTP request, too long a header, or too slow a client; then closes the connection. */
export function answerMalformedRequest(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, phrase, code } = kindOf(error.code);
  const body = JSON.stringify({ code, message: `${phrase}.`, status });
  const head = [
    `HTTP/1.1 ${status} ${phrase}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

function kindOf(code: string | undefined): { status: number; phrase: string; code: string } {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, phrase: "Request Header Fields Too Large", code: "header_too_large" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { status: 408, phrase: "Request Timeout", code: "request_timeout" };
    default:
      return { status: 400, phrase: "Bad Request", code: "malformed_request" };
  }
}
