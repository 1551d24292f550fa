export {
  type Acceptable,
  authorizationName,
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
  isFraming,
} from "./case.js";
export {
  type CredentialName,
  describeCredential,
  isMiss,
  type NearMiss,
  nearMisses,
  type OtherForm,
  otherForms,
  renderCredential,
} from "./credential.js";
export { deriveInvalidJson, type InvalidJson } from "./invalid-json.js";
export { anyInt64, anyJson, refusedBy } from "./json-values.js";
export {
  deriveNegativeBodies,
  deriveWorseBodies,
  type NegativeBody,
  type Violates,
} from "./negative-bodies.js";
export {
  boundaryInt64,
  deriveOddIntegers,
  deriveOddWords,
  deriveOtherSpellings,
  deriveValidIntegers,
  notInt64,
  type OddQuery,
} from "./parameter-walk.js";
export { deriveNastyTexts, derivePlainTexts, type NamedText, plainText, wildText } from "./text.js";
export { validValue } from "./valid-value.js";
