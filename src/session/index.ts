export { createdTogether } from "./bulk-create.js";
export { createdItem, createdKind } from "./created-items.js";
export { givenValue, isGiven, unknownNames } from "./given-values.js";
export { noInternals } from "./internals.js";
export { type Creation, isGone } from "./inventory.js";
export { knowledgeUse } from "./knowledge-use.js";
export type { Learned } from "./learned.js";
export { onNewItems, reserveItem } from "./requests/action-fixtures.js";
export {
  type ApiScenario,
  baselineOf,
  type Context,
  describeLast,
  eventually,
  freshBaseline,
  makeRequest,
} from "./requests/baseline.js";
export { createItem, creationFor, expectCreation } from "./requests/create-item.js";
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
export { asksForETag, etagOf } from "./requests/if-match.js";
export { learnItems } from "./requests/learning.js";
export { idsOfRow, type Rows, rowsAt } from "./requests/list-rows.js";
export { preflight } from "./requests/preflight.js";
export { responseAt } from "./requests/probe.js";
export { isThere, readItem, shownAt } from "./requests/read-item.js";
export { anotherShown, isOfOthers } from "./requests/recognition.js";
export { renewItems } from "./requests/renew-items.js";
export { renewed } from "./requests/renewed.js";
export { type ChosenValues, headerNames, successes, validRequest } from "./requests/requests.js";
export { sendFresh } from "./requests/send-fresh.js";
export { sendAsItIs, sendSafely } from "./requests/sending.js";
export { settle, usualDelay } from "./requests/settling.js";
export {
  asManyAsFit,
  refusedOrServed,
  sendBodies,
  sendUnexpected,
  type UnexpectedBodies,
  type UnexpectedBody,
} from "./requests/unexpected-input.js";
export { hasUnique, isNamed } from "./requests/unique-values.js";
export { collectionFor, createAtUnusedId, stateWith, unusedId } from "./requests/unused-ids.js";
export { learnRequest } from "./requests/valid-requests.js";
export { type ApiState, createState, type KnownItem, markersIn, ownItemAt } from "./state.js";
export { visibilityFingerprint } from "./visibility-fingerprint.js";
