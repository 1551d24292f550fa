export { changeKindOf, slugOf } from "../requests/requests.js";
export type { UnexpectedBody } from "../requests/unexpected-input.js";
export type { ValidRequest } from "../session/state.js";
export type { Actor } from "./actor.js";
export { describeValue, shownCheckOf } from "./boundary-requests.js";
export type { BrokenPromise } from "./confirmation.js";
export type { Item, NestedItem } from "./item-verbs.js";
export type { Page } from "./list-verbs.js";
export { type OwnProperty, type OwnRequirement, type Property, rolesOf, scenarioOf } from "./property.js";
export type { Roles } from "./roles.js";
export {
  anyOperation,
  bodyChanges,
  bounded,
  changes,
  creations,
  deletions,
  filteredLists,
  itemReads,
  listedBelow,
  listedDeletions,
  lists,
  nestedCreations,
  nestedReads,
  patches,
  readChanges,
  reads,
  sortedLists,
} from "./selectors.js";
