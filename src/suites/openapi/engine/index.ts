export { changeKindOf, slugOf } from "../requests/requests.js";
export type { UnexpectedBody } from "../requests/unexpected-input.js";
export type { KnownItem, ValidRequest } from "../session/state.js";
export { type Actor, createActor } from "./actor.js";
export { describeValue, shownCheckOf } from "./boundary-requests.js";
export type { BrokenPromise } from "./confirmation.js";
export { type PutItem, textLengths } from "./creation-verbs.js";
export type { Item, NestedItem } from "./item-verbs.js";
export { isLinked } from "./link-verbs.js";
export type { Page } from "./list-verbs.js";
export {
  type Facts,
  type OwnProperty,
  type OwnRequirement,
  type Property,
  rolesOf,
  scenarioOf,
} from "./property.js";
export type { Roles } from "./roles.js";
export {
  actions,
  anyOperation,
  bodyChanges,
  bounded,
  changes,
  changesOfDeletable,
  creations,
  deletions,
  filteredLists,
  itemReads,
  links,
  linksToKnown,
  listedBelow,
  listedCreations,
  listedDeletions,
  lists,
  nestedCreations,
  nestedReads,
  patches,
  readChanges,
  readDeletions,
  reads,
  singletonChanges,
  sortedLists,
  unreadDeletions,
} from "./selectors.js";
export type { OwnItem } from "./user-verbs.js";
