export { type Client, createClient, type MayResend } from "./client.js";
export { inspectTls, resolveHost } from "./connections.js";
export { isCurl, renderCurl } from "./curl.js";
export type { ConnectionOptions } from "./dispatcher.js";
export * from "./exchange.js";
export {
  type Clock,
  isUnheard,
  systemClock,
  type TransportError,
  type TransportErrorCause,
  transportErrorCauses,
} from "./exchange.js";
export {
  createHoldsKey,
  createRedact,
  createRedactWhole,
  type Redact,
  redacted,
  type Stays,
  shortestHiddenInParts,
} from "./redaction.js";
export { streamItemsIn } from "./streams.js";
export { openTokenSource, TokenError, type TokenRequest } from "./token-source.js";
export type { TokenSource } from "./tokens.js";
export type { ClientOptions } from "./transmit.js";
