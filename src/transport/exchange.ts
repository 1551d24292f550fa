import { setTimeout as sleep } from "node:timers/promises";
import { type Dispatcher, errors } from "undici";
import type { Case } from "./case.js";

/** A complete or cut-off HTTP answer, its content decoded but otherwise as it came. */
export interface Response {
  readonly kind: "response";
  readonly status: number;
  /** In the order of the wire, names in small letters; a name may occur more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Of the whole body, where only its beginning was kept. */
  readonly bytes?: number;
  /** Did the connection end before the announced body was there? */
  readonly cutShort: boolean;
}

/** One request that went out, and what came back. */
export interface Exchange {
  /** The what and the why of the request; its credential stands there by name. */
  readonly case: Case;
  /** As in its `traceparent` header (W3C Trace Context, section 3.2): 32 hexadecimal digits. */
  readonly trace: string;
  /** When it was handed over to be sent, in ms since the run began. */
  readonly sentAt: number;
  /** When it was written to its connection, in ms since the run began; absent if it never was. */
  readonly writtenAt?: number | undefined;
  /** When the first byte of the response arrived, in ms since the run began; absent if none did. */
  readonly firstByteAt?: number | undefined;
  /** From the request to the last byte of the answer, in ms, waiting for retries left out. */
  readonly duration: number;
  /** How often it was sent before because the server or what stands in front asked to wait, or a connection broke. */
  readonly retries: number;
  /** How many of those because it was turned away: 429, 502, 503, 504. */
  readonly turnedAway: number;
  /** Was it sent again alone, since it had not been answered beside others? */
  readonly alone: boolean;
  readonly outcome: Response | TransportError;
}

/** Bytes of one response body that are kept. A request's body is kept whole: it must be sent again. */
export const mostBodyBytes = 32 * 1024;

/** The same exchange with its body cut: bodies that are kept to the end of a run fill the memory. */
export function trimExchange(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === "transport-error" || outcome.body.length <= mostBodyBytes) return exchange;
  const body = Buffer.from(outcome.body.subarray(0, mostBodyBytes));
  return { ...exchange, outcome: { ...outcome, body, bytes: outcome.body.length } };
}

/** Is it what stands in front of a server says when it cannot reach it, or will not let a request through? */
export function isTurnedAway(status: number): boolean {
  return [429, 502, 503, 504].includes(status);
}

/** Were both on the wire at the same time? Each was written before the first byte of the other's response arrived. */
export function overlap(left: Exchange, right: Exchange): boolean {
  const isBefore = ({ writtenAt }: Exchange, { firstByteAt }: Exchange): boolean =>
    writtenAt !== undefined && firstByteAt !== undefined && writtenAt < firstByteAt;
  return isBefore(left, right) && isBefore(right, left);
}

/** All values of a header, in order. */
export function headerValues(response: Response, name: string): readonly string[] {
  return response.headers.filter(([each]) => each === name).map(([, value]) => value);
}

/** The time that a run goes by. */
export interface Clock {
  /** In ms since any fixed moment. */
  readonly now: () => number;
  /** Waits so long, in ms, or until the signal aborts. */
  readonly sleep: (duration: number, signal: AbortSignal) => Promise<void>;
}

/** The clock of the system. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (duration, signal) => {
    await sleep(duration, undefined, { signal }).catch(() => undefined);
  },
};

/** When a request was on the wire, by the clock of its client. */
export interface WireTimes {
  /** The time now, in ms. */
  readonly now: () => number;
  /** When it was written to its connection; absent if it never was. */
  writtenAt?: number;
  /** When the first byte of its response arrived, an interim one included; absent if none did. */
  firstByteAt?: number;
}

/**
 * Records for each request that has a `WireTimes` as its `opaque` when it is on the wire. A request may wait for its
 * connection to open, so that the moment at which it is handed over is too early.
 */
export function recordWireTimes(dispatcher: Dispatcher): void {
  const dispatch = dispatcher.dispatch.bind(dispatcher);
  dispatcher.dispatch = (options, handler) => {
    const { opaque } = options as Dispatcher.RequestOptions<WireTimes | undefined>;
    return dispatch(options, opaque ? recording(handler, opaque) : handler);
  };
}

/** The same handler. It is not wrapped in another one, since that would lose the order and the case of raw headers. */
function recording(handler: Dispatcher.DispatchHandler, times: WireTimes): Dispatcher.DispatchHandler {
  const connected = handler.onConnect?.bind(handler);
  handler.onConnect = (abort) => {
    times.writtenAt = times.now();
    connected?.(abort);
  };
  handler.onResponseStarted = () => {
    times.firstByteAt ??= times.now();
  };
  return handler;
}

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
