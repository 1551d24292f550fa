export {
  isAddress,
  isSameAddress,
  isSameHost,
  isThisMachine,
  readBaseUrl,
  troubleWithAddress,
} from "./address.js";
export {
  type Acceptable,
  accepting,
  bodyBytes,
  buildCase,
  bytesBody,
  type Case,
  type CaseBody,
  type CaseKind,
  type CaseOptions,
  caseKind,
  chunksOf,
  hasLongBody,
  isChunked,
  isErrorAnswer,
  kindOfAnswers,
  orRefused,
} from "./case.js";
export { type Client, createClient, type MayResend } from "./client.js";
export { inspectTls, resolveHost } from "./connections.js";
export {
  bearer,
  type CredentialName,
  type CredentialPlace,
  describeCredential,
  isHeaderText,
  isMiss,
  type NearMiss,
  nearMisses,
  type OtherForm,
  otherForms,
  placeCredential,
  renderCredential,
  withQueryCredential,
} from "./credential.js";
export { isCurl, renderCurl } from "./curl.js";
export type { ConnectionOptions } from "./dispatcher.js";
export {
  type Clock,
  type Exchange,
  headerValues,
  isTurnedAway,
  isUnheard,
  mostBodyBytes,
  overlap,
  type Response,
  systemClock,
  type TransportError,
  type TransportErrorCause,
  transportErrorCauses,
  trimExchange,
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
