export {
  bodyTextOf,
  contentTypeOf,
  encodeBody,
  encodeFor,
  isFormType,
  isJsonType,
  withMediaType,
  writableIn,
} from "./bodies.js";
export { creationTimesIn, isOtherTime, moreThanASecond } from "./comparison/creation-times.js";
export { type Default, defaultGroups, defaultIn, isDefault, isOther } from "./comparison/defaults.js";
export { type LostValue, lostValues } from "./comparison/lost-values.js";
export { mayShow } from "./comparison/may-show.js";
export { type Pair, pairOf, type Representations } from "./comparison/representations.js";
export {
  convertedMembers,
  hasMarker,
  hasSameLetters,
  isComparable,
  isNumber,
  isSame,
} from "./comparison/same-value.js";
export { isServerOwned, isStillShown, mayFollow } from "./comparison/still-shown.js";
export { inNoOrder, isInSomeOrder } from "./comparison/value-order.js";
export { describeConflict, isConflict } from "./conflicts.js";
export { type Empty, emptiesOf, isEmpty, mayBeNull, singlesOf } from "./empty-values.js";
export { describeAnswer, effectiveStatus, isErrorEnvelope } from "./error-in-success-body.js";
export { wrongHeaders } from "./header-values.js";
export { isOfPlainOrder, valueOfRank, wordsInOrder } from "./lists/distinguishable-values.js";
export { exactValueIn, type FilterProbe, moneyGap, probesFor } from "./lists/filter-probes.js";
export { leadsOn, saysNext, startAfter, walks } from "./lists/next-cursor.js";
export { type Total, totalOf, totalOn } from "./lists/totals.js";
export { choosesIds, hasManyIds, isNumbered, isPatterned, isShort, newId, newIdBelow } from "./new-ids.js";
export {
  hasWords,
  otherValues,
  valuesUnlike,
  withOtherValues,
  wordsUnlike,
} from "./other-values.js";
export { inText, renderField, renderQuery } from "./parameter-styles.js";
export { madeFor, valuesOf } from "./parameter-values.js";
export { type ServerValue, serverMembersOf, type Turn, withMember } from "./server-values.js";
export type { ValidRequest } from "./valid-request.js";
export { at, onItem } from "./valid-request.js";
export { type BoundaryValue, boundaryRows } from "./violations/boundary-rows.js";
export {
  collectsEvidence,
  isJudgedByEvidence,
  isToBeRefused,
  schemaBehind,
  violationId,
  violationPart,
  violationsOf,
} from "./violations/judged-violations.js";
export { decideLeniency, refuses, unvalidatedPlaces } from "./violations/leniency.js";
export { violate } from "./violations/violate.js";
export type { Evidence, Group } from "./violations/violation.js";
export { heldAt, isBodiless, optional, type Violation } from "./violations/violation.js";
export { deriveViolations } from "./violations/violations.js";
