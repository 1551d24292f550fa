export { type KnownItem, served, triedPlaces } from "../session/index.js";
export type { Actor } from "./actor.js";
export type { SentChange } from "./change-verbs.js";
export { answersWithItem, expectAnswerAsRead, isReported, shownDifferences } from "./comparison/answers.js";
export { type Attempt, expectBooleansKept } from "./comparison/booleans.js";
export { differencesOf, expectSame, isComputed } from "./comparison/comparison.js";
export { locatedPath } from "./comparison/located-items.js";
export { expectListsReplaced, expectOrderKept, hasLists, mostItemsOf } from "./comparison/ordered-lists.js";
export {
  type Creating,
  createAndRead,
  readBack,
  readUntilSame,
  shownCheckOf,
} from "./comparison/read-back.js";
export {
  customProperties,
  customResponseCheck,
  customResponseChecks,
  customScenarios,
  operationsOf,
  responseCheckId,
} from "./custom/checks.js";
export { customCheckPart } from "./custom/custom-actor.js";
export { expectStatusOf } from "./exhaustive-statuses.js";
export { type CreatedItem, type Invariant, judgeInvariants } from "./invariants.js";
export {
  expectIsolation,
  expectUntouched,
  type MarkedItem,
  mentions,
  ownOf,
  ownPart,
  readOthers,
  readThese,
} from "./items/isolated-items.js";
export { describesUnknown, type Item } from "./items/new-items.js";
export { acrossRequirements, rulesAcross } from "./items/rules-across.js";
export { claimAddedTwice } from "./judge-additions.js";
export { judgeLaws } from "./judge-laws.js";
export { lawRequirements, lawScenarios } from "./law-scenarios.js";
export { type SeedMember, seedDistinct } from "./lists/distinguishable-items.js";
export { countItems, largestPage, type Page, tooManyItems, twoPages, untilListed } from "./lists/page.js";
export { below } from "./lists/parents.js";
export { isInOrder, plainValueAt, visibilityFingerprint } from "./lists/unsorted-items.js";
export {
  type Facts,
  type FurtherRequirement,
  levelBy,
  type OwnProperty,
  type OwnRequirement,
  type Property,
  requirementsOf,
  scenarioOf,
} from "./property.js";
export { type Created, createdBy } from "./request-verbs.js";
export {
  everyResponse,
  type OperationRequirement,
  requirementOnAll,
  responseChecksOf,
  responsesOf,
} from "./responses/every-response.js";
export {
  anyOperation,
  bodyChanges,
  bounded,
  bulkCreations,
  changes,
  changesOfDeletable,
  creations,
  deletableCreations,
  deletions,
  filteredLists,
  headOfReads,
  itemReads,
  links,
  linksToKnown,
  listedBelow,
  listedChanges,
  listedCreations,
  listedDeletions,
  lists,
  listsBelow,
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
export {
  actions,
  changesOfStates,
  creationsBelow,
  listedActions,
  timedChanges,
} from "./selectors-of-actions.js";

export {
  changesOfParents,
  creationsWithin,
  deletionsInUse,
  deletionsOfParents,
  nestedChanges,
  referringToKnown,
} from "./selectors-of-dependents.js";
export { derivedReads, shownChanges, shownCreations } from "./selectors-of-derived.js";
export type { Address, Answer, Dependents, Derived, Roles, Selector, Stage } from "./stage.js";
export type { BrokenPromise } from "./verdict-verbs.js";
export { isRefusedWith, isStrictAt, locationOf, refusalsLike } from "./violations/evidence.js";
export { validationRequirements, validationScenarios } from "./violations/general-leniencies.js";
export { sendControl, sendViolation, validBeside } from "./violations/send-violation.js";
