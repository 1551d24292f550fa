import { errors } from "undici";
import type { TransportError, TransportErrorCause } from "./exchange.js";

const causeOfCode: Readonly<Record<string, TransportErrorCause>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  EADDRNOTAVAIL: "refused",
  UND_ERR_CONNECT_TIMEOUT: "refused",
  ETIMEDOUT: "refused",
  ENOTFOUND: "unknown-host",
  EAI_AGAIN: "unknown-host",
  ECONNRESET: "closed",
  EPIPE: "closed",
  UND_ERR_SOCKET: "closed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "closed",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "too-large",
  HPE_HEADER_OVERFLOW: "too-large",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "too-large",
};

/** What an error of the HTTP library or the system means for the exchange. */
export function classifyError(error: unknown, isProxied = false): TransportError {
  if (!(error instanceof Error)) return transportError("closed", String(error));
  const [, proxyStatus] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (proxyStatus !== undefined) return transportError("proxy", `it answered ${proxyStatus}`);
  if (error.name === "TimeoutError") return transportError("timeout", error.message);
  if (error.name === "AbortError") return transportError("aborted", "the run was stopped");
  if (error instanceof AggregateError && error.errors.length > 0)
    return classifyError(error.errors[0], isProxied);
  // undici reads no 100 Continue that was not asked for; this is its message.
  if (error.message === "bad response") return transportError("interim", "100 Continue was not asked for");
  if (error instanceof errors.HTTPParserError) return transportError("no-http", error.message);
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const known = causeOfCode[code];
  // On a connection that stood, the request may have arrived.
  const isLate = (error as NodeJS.ErrnoException).syscall !== "connect" && !code.startsWith("UND_ERR");
  if (known === "refused" && isLate) return transportError("closed", error.message || code);
  if (isProxied && (known === "refused" || known === "unknown-host"))
    return transportError("proxy", error.message || code);
  if (known !== undefined) return transportError(known, error.message || code);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME|ERR_OSSL|EPROTO)/.test(code)) {
    return transportError("tls", shortTlsReason(error));
  }
  return transportError(code.startsWith("HPE_") ? "no-http" : "closed", error.message || code);
}

function transportError(cause: TransportErrorCause, detail: string): TransportError {
  return { kind: "transport-error", cause, detail };
}

/** OpenSSL's reason, without the place in its source: the fifth part of the message. */
export function shortTlsReason({ message }: Error): string {
  return /^[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;
}
