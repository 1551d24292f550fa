export {
  type DescribedValue,
  describedRows,
  holdsAnyText,
  isAltered,
  isKeptAsSent,
  isWithin,
  keepsTexts,
} from "./allowed-values.js";
export { type BadCredential, badCredentials } from "./bad-credentials.js";
export {
  at,
  bodyTextOf,
  contentTypeOf,
  encodeBody,
  encodeFor,
  isFormType,
  isJsonType,
  onItem,
  type ValidRequest,
  withId,
  withMediaType,
  withOtherBody,
  writableIn,
} from "./bodies.js";
export { damageOf } from "./comparison/damage.js";
export { type Default, defaultGroups, defaultIn, isDefault, isOther } from "./comparison/default-members.js";
export {
  creationTimesIn,
  isOtherTime,
  type LostValue,
  lostValues,
  moreThanASecond,
} from "./comparison/lost-values.js";
export {
  isServerOwned,
  isStillShown,
  mayFollow,
  mayShow,
  type Pair,
  pairOf,
  type Representations,
  shownSchema,
} from "./comparison/representations.js";
export {
  convertedMembers,
  hasMarker,
  hasSameLetters,
  inNoOrder,
  isComparable,
  isInSomeOrder,
  isNumber,
  isSame,
} from "./comparison/same-value.js";
export { type Complaint, complaintsIn } from "./complaints.js";
export { fillText, hasStrayBrace, isPattern } from "./given-texts.js";
export { wrongHeaders } from "./header-values.js";
export { anyInt64, anyJson, deriveInvalidJson, refusedBy, validValue } from "./invalid-json.js";
export {
  isFormed,
  isFormedInOrder,
  isOfPlainOrder,
  valueOfRank,
  wordsInOrder,
} from "./lists/distinguishable-values.js";
export { probesFor } from "./lists/filter-probes.js";
export { exactValueIn, type FilterProbe } from "./lists/filter-values.js";
export { moneyGap } from "./lists/number-probes.js";
export {
  askedBeside,
  leadsOn,
  pageCountOf,
  type Start,
  saysNext,
  startAfter,
  type Total,
  totalOf,
  totalOn,
  walks,
} from "./lists/page-walks.js";
export { type OrderedPairs, orderedPairs, orderOf } from "./lists/shown-orders.js";
export { bodyMistakes, exampleOf, extremeIds, mistakesOf, takesMembers } from "./mistakes.js";
export { type NearId, nearIdsOf } from "./nearby-ids.js";
export {
  deriveMemberViolations,
  deriveNegativeBodies,
  deriveRareViolations,
  deriveWorseBodies,
  type MemberViolation,
  type NegativeBody,
  type Violates,
  withWrongMember,
} from "./negative-bodies.js";
export {
  choosesIds,
  choosesNumbers,
  hasManyIds,
  isNumbered,
  isPatterned,
  isShort,
  newId,
  newIdBelow,
  rareIdOf,
} from "./new-ids.js";
export {
  type Empty,
  emptiesOf,
  hasWords,
  isEmpty,
  mayBeNull,
  otherValues,
  singlesOf,
  valuesUnlike,
  withOtherValues,
  wordsUnlike,
} from "./other-values.js";
export {
  inText,
  isPlainParameter,
  isRarelySent,
  madeFor,
  renderField,
  renderInPath,
  renderQuery,
  valuesOf,
} from "./parameter-values.js";
export {
  guessedRefinements,
  mergeRefinements,
  type Refinement,
  rulesOf,
  statedRefinements,
} from "./refinements.js";
export {
  describeAnswer,
  describeConflict,
  effectiveStatus,
  isConflict,
  isErrorEnvelope,
} from "./refusals.js";
export { type ServerValue, serverMembersOf, type Turn, withMember } from "./server-values.js";
export {
  optionalMembers,
  statedBodies,
  statedMembers,
  statedParameter,
  wrongExamples,
} from "./stated-values.js";
export { type BoundaryValue, boundaryRows } from "./violations/boundary-rows.js";
export { deriveViolations } from "./violations/derive-violations.js";
export {
  collectsEvidence,
  decideLeniency,
  describesRefusal,
  isInputUnjudged,
  isJudgedByEvidence,
  isToBeRefused,
  refuses,
  schemaBehind,
  unvalidatedPlaces,
  violationId,
  violationPart,
  violationsOf,
} from "./violations/leniency.js";
export {
  type Group,
  heldAt,
  isBodiless,
  optional,
  type Violation,
  type ViolationOutcome,
  violate,
} from "./violations/violation.js";
export { type BodyKind, type UnexpectedBody, unexpectedBodies } from "./wrong-bodies.js";
