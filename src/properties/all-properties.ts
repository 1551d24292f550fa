import type { Invariant, Property } from "../actor/index.js";
import type { Operation } from "../description/index.js";
import { actions } from "./actions/index.js";
import { changes } from "./changes/index.js";
import { conditional } from "./conditional/index.js";
import { creation } from "./creation/index.js";
import { credentials } from "./credentials/index.js";
import { deletion } from "./deletion/index.js";
import { filters } from "./filters/index.js";
import { input } from "./input/index.js";
import { links } from "./links/index.js";
import { lists } from "./lists/index.js";
import { nesting } from "./nesting/index.js";
import { paging } from "./paging/index.js";
import { responses } from "./responses/index.js";
import { robustness } from "./robustness/index.js";
import { singletons } from "./singletons/index.js";

/** The properties that an operation has for each of its places. */
type PropertiesOf = (op: Operation) => readonly Property[];

/**
 * All properties. Within a phase of a run they are tested in this order: a later one may take what an earlier one has learnt or created.
 * Those of a group are tested together on one operation after the other.
 */
export const properties: readonly (Property | readonly Property[] | PropertiesOf)[] = [
  responses.readsBefore,
  // A second creation may be what shows that the first was one.
  creation.readBack,
  creation.defaults,
  creation.initialState,
  creation.answer,
  creation.putCreation,
  responses.validPuts,
  [responses.validRequests, responses.validNestedLists],
  responses.validOnceReferred,
  creation.putCreationBelow,
  [links.linked, responses.validLinks],
  creation.defaultsOfPut,
  lists.listed,
  creation.idempotency,
  conditional.notModified,
  creation.servedLocation,
  changes.replaced,
  changes.putStatus,
  changes.changed,
  nesting.replacedParts,
  nesting.changedParts,
  changes.othersKept,
  changes.emptied,
  changes.changedFlags,
  changes.otherValues,
  changes.updateIsolation,
  lists.changedRow,
  changes.idInBody,
  changes.jsonPatch,
  changes.addedLists,
  changes.enumUpdates,
  changes.leftOut,
  changes.changeTimes,
  creation.defaultsOfReplacement,
  actions.storedActions,
  actions.effectOfActions,
  actions.foundByState,
  actions.isolatedActions,
  actions.repeatedActions,
  actions.ruledOutActions,
  actions.ruledOutChanges,
  actions.ruledOutBelow,
  conditional.changeWithoutETag,
  conditional.changeWithStaleETag,
  conditional.staleVersion,
  creation.refusedForValue,
  creation.uniqueAfterChange,
  nesting.unknownReference,
  nesting.partsKept,
  nesting.ownValues,
  conditional.onlyIfAbsent,
  input.boundaryValues,
  input.describedValues,
  input.orderOfCreated,
  input.orderOfChanged,
  creation.readOnlyMembers,
  paging.pageSize,
  filters.filtering,
  filters.hiddenItems,
  filters.filteredPages,
  filters.filteredSize,
  filters.filterPairs,
  filters.filterAndOrder,
  lists.sorting,
  lists.shownSorting,
  lists.usualOrder,
  lists.creationOrder,
  lists.ties,
  lists.secondMember,
  lists.codePoints,
  paging.nextPage,
  paging.furtherPages,
  paging.pageOverlap,
  paging.pageWalk,
  paging.queryWalk,
  paging.statedEnd,
  paging.defaultPageSize,
  paging.defaultQuery,
  paging.pageBeyond,
  paging.pageFacts,
  lists.total,
  lists.filteredTotal,
  lists.pageCount,
  responses.shownMembers,
  responses.unknownItem,
  responses.head,
  responses.nearIds,
  responses.unknownParent,
  responses.unknownParentOfList,
  input.violationProperties,
  responses.unusedIds,
  input.invalidBodies,
  robustness.unexpectedId,
  robustness.unexpectedQuery,
  robustness.unexpectedBody,
  input.mediaType,
  input.optionalParameters,
  input.randomReads,
  input.invalidReads,
  input.combinedViolations,
  credentials.credential,
  credentials.credentialAsElsewhere,
  credentials.credentialAnywhere,
  credentials.otherSchemes,
  credentials.nearMisses,
  credentials.credentialFirst,
  nesting.subLists,
  nesting.otherParent,
  nesting.changedElsewhere,
  nesting.derivedMember,
  creation.uniqueness,
  creation.uniqueId,
  creation.freedValue,
  creation.bulkItems,
  creation.allOrNone,
  creation.uniqueTogether,
  deletion.deletionIsolation,
  deletion.deletedListed,
  lists.deletedTotal,
  links.unknownEnd,
  links.unlinked,
  credentials.privateItems,
  conditional.deletionWithoutETag,
  conditional.deletionWithStaleETag,
  nesting.usedItem,
  nesting.deletedParent,
  // Items that nothing reads may be below others.
  [deletion.gone, deletion.unreadDeletion],
  deletion.unknownChange,
  singletons.changedSingleton,
  singletons.replacedSingleton,
  singletons.enforcedSingleton,
];

/** The promises that all responses of a run are held against together. */
export const invariants: readonly Invariant[] = [creation.ownIds];

/** Properties that are tested together, on one operation after the other. */
interface PropertyGroup extends Pick<Property, "order" | "isOfDisposable"> {
  readonly of: PropertiesOf;
}

export const propertyGroups: readonly PropertyGroup[] = properties.map((each) => {
  if (typeof each === "function") return { of: each };
  const all = [each].flat();
  return { ...all[0], of: () => all };
});

/**
 * The properties that an operation may have.
 * @param isCalled may a run call it, also where the store is not disposable? The places of one that nobody calls may be too many to look
 * at.
 */
export function propertiesOf(op: Operation, isCalled: boolean): readonly Property[] {
  return propertyGroups
    .filter(({ isOfDisposable = false }) => isOfDisposable !== isCalled)
    .flatMap((group) => group.of(op));
}
