import { errors } from "undici";

/** Causes that leave no doubt: nobody took the connection, and the server never saw the request. */
const unheard = ["refused", "unknown-host", "tls", "proxy", "aborted"] as const;

/** Why no answer came, or none that can be judged. */
export const transportErrorCauses = [
  ...unheard,
  ...(["closed", "timeout", "too-large", "no-http", "interim", "undecodable"] as const),
] as const;

/** One of these reasons. */
export type TransportErrorCause = (typeof transportErrorCauses)[number];

/** The end of a request that was not answered. */
export interface TransportError {
  readonly kind: "transport-error";
  readonly cause: TransportErrorCause;
  /** The library's own words, for people. */
  readonly detail: string;
}

/** Did nobody take the connection? */
export function isUnheard(cause: TransportErrorCause): cause is (typeof unheard)[number] {
  return unheard.some((each) => each === cause);
}

/** Codes of the system and of the HTTP library, by what they mean. */
const codes: readonly (readonly [TransportErrorCause, readonly string[]])[] = [
  ["refused", ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ETIMEDOUT"]],
  ["refused", ["UND_ERR_CONNECT_TIMEOUT"]],
  ["unknown-host", ["ENOTFOUND", "EAI_AGAIN"]],
  ["closed", ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]],
  // Only a proxy that is asked for a tunnel is waited for by the library's clock.
  ["timeout", ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]],
  ["too-large", ["UND_ERR_HEADERS_OVERFLOW"]],
];

/** Returns the meaning of an error of the HTTP library or the system for the exchange. */
export function classifyError(error: unknown, isProxied = false): TransportError {
  if (error instanceof AggregateError && error.errors.length > 0)
    return classifyError(error.errors[0], isProxied);
  if (!(error instanceof Error)) return { kind: "transport-error", cause: "closed", detail: String(error) };
  const { name, message, code = "", syscall } = error as NodeJS.ErrnoException;
  const because = (cause: TransportErrorCause, detail = message || code): TransportError => ({
    kind: "transport-error",
    cause,
    detail,
  });
  const [, proxyStatus] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
  if (proxyStatus !== undefined) return because("proxy", `it answered ${proxyStatus}`);
  if (name === "TimeoutError") return because("timeout");
  if (name === "AbortError") return because("aborted", "the run was stopped");
  // undici reads no 100 Continue that was not asked for; this is its message.
  if (message === "bad response") return because("interim", "100 Continue was not asked for");
  if (error instanceof errors.HTTPParserError) return because("no-http");
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME|ERR_OSSL|EPROTO)/.test(code))
    return because("tls", shortTlsReason(error));
  const [known = "closed"] = codes.find(([, listed]) => listed.includes(code)) ?? [];
  // On a connection that stood, the request may have arrived.
  const isLate = syscall !== "connect" && !code.startsWith("UND_ERR");
  if (known === "refused" && isLate) return because("closed");
  return because(isProxied && (known === "refused" || known === "unknown-host") ? "proxy" : known);
}

/** OpenSSL's reason, without the place in its source: the fifth part of the message. */
export function shortTlsReason({ message }: Error): string {
  return /^[0-9A-F]+:error:[^:]*:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;
}
