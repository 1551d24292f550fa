export { type ApiState, createState, markersIn, markersOf, showsOneOf } from "./api-state.js";
export {
  createdItem,
  createdKind,
  mayDeleteCreated,
  showsValuesOf,
  trustsOtherEvidence,
} from "./created-items.js";
export { createdTogether } from "./created-together.js";
export { noInternals } from "./internals.js";
export { type Creation, isGone, ownItemAt } from "./inventory.js";
export type { Learned } from "./learned.js";
export { assume } from "./reasons.js";
export type { ItemRecord, KnownItem } from "./records.js";
export { isGiven } from "./request-values.js";
export { reserveItem } from "./requests/action-fixtures.js";
export {
  createItem,
  creationFor,
  expectCreation,
  renewed,
  renewItems,
  sendFresh,
} from "./requests/create-item.js";
export { expectOperation } from "./requests/described-operations.js";
export { provideReferences } from "./requests/fresh-references.js";
export {
  baselineOf,
  type Context,
  describeLast,
  eventually,
  freshBaseline,
} from "./requests/item-baseline.js";
export { asksForETag, etagOf } from "./requests/item-version.js";
export { learnItems } from "./requests/learn-items.js";
export { learnRequest } from "./requests/learned-requests.js";
export {
  anotherShown,
  idsOfRow,
  isOfOthers,
  largestPageAfter,
  largestSizeOf,
  ownItemsIn,
  type Rows,
  rowsAt,
  showsAll,
} from "./requests/list-rows.js";
export {
  buildRequest,
  type ChosenValues,
  headerNames,
  makeRequest,
  requestIfAny,
  successes,
  validRequest,
} from "./requests/made-request.js";
export { followMissing } from "./requests/moved-items.js";
export { preflight } from "./requests/preflight.js";
export { isThere, readItem, responseAt, settle, shownAt, usualDelay } from "./requests/read-item.js";
export { isNewSince } from "./requests/recorded-creations.js";
export { sentAs } from "./requests/refined-requests.js";
export { sendSafely } from "./requests/sending.js";
export {
  expectRefusedAt,
  headersOfPlaces,
  sendWith,
  served,
  triedPlaces,
  wrongKey,
} from "./requests/sent-credentials.js";
export {
  asManyAsFit,
  refusedOrServed,
  sendUnexpected,
} from "./requests/unexpected-input.js";
export { hasUnique, isNamed, isUnique } from "./requests/unique-values.js";
export { collectionFor, createAtUnusedId, stateWith, unusedId } from "./requests/unused-ids.js";
export type { Sent } from "./suspicions.js";
export { describeMember, isStatedRefusal, knowledgeUse, unknownNames } from "./user-knowledge.js";
