export { type Client, createClient, type MayResend } from "./client.js";
export { type Clock, systemClock } from "./clock.js";
export { inspectTls, resolveHost } from "./connectivity.js";
export { renderCurl } from "./curl.js";
export { isCurl } from "./curl-form.js";
export type { ConnectionOptions } from "./dispatcher.js";
export * from "./exchange.js";
export {
  createHoldsKey,
  createRedact,
  createRedactWhole,
  type Redact,
  redacted,
  type Stays,
  shortestHiddenInParts,
} from "./redaction.js";
export { TokenError, type TokenRequest } from "./token-request.js";
export { openTokenSource } from "./token-source.js";
export type { TokenSource } from "./tokens.js";
export type { ClientOptions } from "./transmit.js";
export {
  isUnheard,
  type TransportError,
  type TransportErrorCause,
  transportErrorCauses,
} from "./transport-error.js";
