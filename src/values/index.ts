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
export { type Default, defaultGroups, defaultIn, isDefault, isOther } from "./comparison/defaults.js";
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
  schemaAt,
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
export { type DescribedValue, describedRows, holdsAnyText } from "./described-values.js";
export { fillText, hasStrayBrace, isPattern } from "./given-texts.js";
export { wrongHeaders } from "./header-values.js";
export { isOfPlainOrder, valueOfRank, wordsInOrder } from "./lists/distinguishable-values.js";
export { probesFor } from "./lists/filter-probes.js";
export { exactValueIn, type FilterProbe } from "./lists/filter-values.js";
export { moneyGap } from "./lists/number-probes.js";
export {
  leadsOn,
  type Start,
  saysNext,
  startAfter,
  type Total,
  totalOf,
  totalOn,
  walks,
} from "./lists/pages.js";
export { bodyMistakes, exampleOf, extremeIds, mistakesOf, takesMembers } from "./mistakes.js";
export { type NearId, nearIdsOf } from "./near-ids.js";
export {
  choosesIds,
  choosesNumbers,
  hasManyIds,
  isNumbered,
  isPatterned,
  isShort,
  newId,
  newIdBelow,
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
  madeFor,
  renderField,
  renderInPath,
  renderQuery,
  valuesOf,
} from "./parameters.js";
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
export { type BodyKind, type UnexpectedBody, unexpectedBodies } from "./unexpected-bodies.js";
export { type BoundaryValue, boundaryRows } from "./violations/boundary-rows.js";
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
  type Evidence,
  type Group,
  heldAt,
  isBodiless,
  optional,
  type Violation,
  violate,
} from "./violations/violation.js";
export { deriveViolations } from "./violations/violations.js";
