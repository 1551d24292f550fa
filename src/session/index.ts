export {
  createdItem,
  createdKind,
  mayDeleteCreated,
  showsValuesOf,
  trustsOtherEvidence,
} from "./created-items.js";
export { createdTogether } from "./created-together.js";
export { isGiven } from "./given-values.js";
export { noInternals } from "./internals.js";
export { type Creation, isGone } from "./inventory.js";
export type { Learned } from "./learned.js";
export { assume } from "./reasons.js";
export type { ItemRecord } from "./records.js";
export { reserveItem } from "./requests/action-fixtures.js";
export {
  baselineOf,
  type Context,
  describeLast,
  eventually,
  freshBaseline,
} from "./requests/baseline.js";
export {
  createItem,
  creationFor,
  expectCreation,
  renewed,
  renewItems,
  sendFresh,
} from "./requests/create-item.js";
export { isNewSince } from "./requests/creations.js";
export {
  expectRefusedAt,
  headersOfPlaces,
  sendWith,
  served,
  triedPlaces,
  wrongKey,
} from "./requests/credentials.js";
export { expectOperation } from "./requests/described-operations.js";
export { asksForETag, etagOf } from "./requests/item-version.js";
export { learnItems } from "./requests/learning.js";
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
export { followMissing } from "./requests/moved-items.js";
export { preflight } from "./requests/preflight.js";
export { isThere, readItem, responseAt, settle, shownAt, usualDelay } from "./requests/read-item.js";
export { sentAs } from "./requests/refined-requests.js";
export {
  buildRequest,
  type ChosenValues,
  headerNames,
  makeRequest,
  requestIfAny,
  successes,
  validRequest,
} from "./requests/requests.js";
export { sendSafely } from "./requests/sending.js";
export {
  asManyAsFit,
  refusedOrServed,
  sendBodies,
  sendUnexpected,
  type UnexpectedBodies,
} from "./requests/unexpected-input.js";
export { hasUnique, isNamed, isUnique } from "./requests/unique-values.js";
export { collectionFor, createAtUnusedId, stateWith, unusedId } from "./requests/unused-ids.js";
export { learnRequest } from "./requests/valid-requests.js";
export {
  type ApiState,
  createState,
  type KnownItem,
  markersIn,
  markersOf,
  ownItemAt,
  showsOneOf,
} from "./state.js";
export type { Sent } from "./suspicions.js";
export { describeMember, isStatedRefusal, knowledgeUse, unknownNames } from "./user-knowledge.js";
