export { changeKindOf, slugOf, takesInput } from "../../../model/index.js";
export type { UnexpectedBody } from "../requests/unexpected-input.js";
export type { ValidRequest } from "../requests/valid-request.js";
export type { KnownItem } from "../session/state.js";
export { type Actor, createActor } from "./actor.js";
export { describeValue, shownCheckOf } from "./boundary-requests.js";
export type { Change } from "./change-verbs.js";
export type { BrokenPromise } from "./confirmation.js";
export { type PutItem, textLengths } from "./creation-verbs.js";
export type { Item, NestedItem } from "./item-verbs.js";
export { isLinked } from "./link-verbs.js";
export type { Page } from "./list-verbs.js";
export {
  type Facts,
  type FurtherRequirement,
  type OwnProperty,
  type OwnRequirement,
  type Property,
  requirementsOf,
  scenarioOf,
} from "./property.js";
export type { ReadChange } from "./read-change-verbs.js";
export { describePart, keyOf, type Read } from "./read-verbs.js";
export type { Roles, Selector } from "./roles.js";
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
  parts,
  patches,
  readChanges,
  readDeletions,
  reads,
  secured,
  singletonChanges,
  sortedLists,
  unreadDeletions,
} from "./selectors.js";
export type { Answer } from "./stage.js";
export type { OwnItem } from "./user-verbs.js";
