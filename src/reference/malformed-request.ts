import type { Duplex } from "node:stream";

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
