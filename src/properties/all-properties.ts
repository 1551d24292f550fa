import type { Invariant, Property } from "../actor/index.js";
import type { Operation } from "../description/index.js";
import { isolatedActions, repeatedActions, storedActions } from "./actions.js";
import { addedLists, changed, jsonPatch, replaced } from "./changes.js";
import {
  changeWithoutETag,
  changeWithStaleETag,
  deletionWithoutETag,
  deletionWithStaleETag,
  staleVersion,
} from "./conditional.js";
import { answer, putCreation, putCreationBelow, readBack, servedLocation } from "./creations.js";
import {
  credential,
  credentialAnywhere,
  credentialAsElsewhere,
  nearMisses,
  otherSchemes,
} from "./credentials.js";
import { defaultPageSize } from "./default-page-size.js";
import { defaults, defaultsOfPut, defaultsOfReplacement } from "./defaults.js";
import { deletedListed, gone, unknownChange, unreadDeletion } from "./deletions.js";
import { partsKept, unknownReference, usedItem } from "./dependents.js";
import { describedValues } from "./described-values.js";
import { emptied } from "./emptied.js";
import { credentialFirst, invalidBodies, unusedIds } from "./facts.js";
import { filterAndOrder, filterPairs } from "./filter-pairs.js";
import { filteredPages, filteredSize } from "./filtered-pages.js";
import { filters } from "./filters.js";
import { head } from "./head.js";
import { deletionIsolation, idInBody, updateIsolation } from "./isolation.js";
import { enumUpdates, othersKept, otherValues } from "./kept-values.js";
import { linked, unknownEnd, unlinked } from "./links.js";
import { defaultQuery, pageBeyond, pageFacts } from "./list-facts.js";
import { changedRow, listed, sorting } from "./listed.js";
import { nearIds } from "./near-ids.js";
import { otherParent, subLists } from "./nesting.js";
import { notModified, onlyIfAbsent } from "./none-match.js";
import { pageSize } from "./page-size.js";
import { furtherPages, nextPage, pageOverlap, pageWalk } from "./paging.js";
import { changedParts, replacedParts } from "./parts.js";
import { privateItems } from "./private-items.js";
import { queryWalk } from "./query-walk.js";
import { invalidReads, randomReads } from "./random-reads.js";
import { readOnlyMembers } from "./read-only.js";
import { leftOut, putStatus } from "./replacements.js";
import { unexpectedId, unexpectedQuery } from "./robustness.js";
import { changedSingleton, replacedSingleton } from "./singletons.js";
import { deletedTotal, filteredTotal, total } from "./total.js";
import { unexpectedBody } from "./unexpected-bodies.js";
import { refusedForValue, uniqueAfterChange } from "./unique-changes.js";
import { idempotency, ownIds, uniqueId, uniqueness } from "./uniqueness.js";
import { unknownItem, unknownParent, unknownParentOfList } from "./unknown-items.js";
import {
  boundaryValues,
  readsBefore,
  validLinks,
  validNestedLists,
  validPuts,
  validRequests,
} from "./valid-requests.js";
import { combinedViolations, mediaType, violationProperties } from "./violations.js";

/** The properties that an operation has for each of its places. */
type PropertiesOf = (op: Operation) => readonly Property[];

/**
 * All properties. Within a phase of a run they are tested in this order: a later one may take what an earlier one has learnt or created.
 * Those of a group are tested together on one operation after the other.
 */
export const properties: readonly (Property | readonly Property[] | PropertiesOf)[] = [
  readsBefore,
  // A second creation may be what shows that the first was one.
  readBack,
  defaults,
  answer,
  putCreation,
  validPuts,
  [validRequests, validNestedLists],
  putCreationBelow,
  [linked, validLinks],
  defaultsOfPut,
  listed,
  idempotency,
  notModified,
  servedLocation,
  replaced,
  putStatus,
  changed,
  replacedParts,
  changedParts,
  othersKept,
  emptied,
  otherValues,
  updateIsolation,
  changedRow,
  idInBody,
  jsonPatch,
  addedLists,
  enumUpdates,
  leftOut,
  defaultsOfReplacement,
  storedActions,
  isolatedActions,
  repeatedActions,
  changeWithoutETag,
  changeWithStaleETag,
  staleVersion,
  refusedForValue,
  uniqueAfterChange,
  unknownReference,
  partsKept,
  onlyIfAbsent,
  boundaryValues,
  describedValues,
  readOnlyMembers,
  pageSize,
  filters,
  filteredPages,
  filteredSize,
  filterPairs,
  filterAndOrder,
  sorting,
  nextPage,
  furtherPages,
  pageOverlap,
  pageWalk,
  queryWalk,
  defaultPageSize,
  defaultQuery,
  pageBeyond,
  pageFacts,
  total,
  filteredTotal,
  unknownItem,
  head,
  nearIds,
  unknownParent,
  unknownParentOfList,
  violationProperties,
  unusedIds,
  invalidBodies,
  unexpectedId,
  unexpectedQuery,
  unexpectedBody,
  mediaType,
  randomReads,
  invalidReads,
  combinedViolations,
  credential,
  credentialAsElsewhere,
  credentialAnywhere,
  otherSchemes,
  nearMisses,
  credentialFirst,
  subLists,
  otherParent,
  uniqueness,
  uniqueId,
  deletionIsolation,
  deletedListed,
  deletedTotal,
  unknownEnd,
  unlinked,
  privateItems,
  deletionWithoutETag,
  deletionWithStaleETag,
  usedItem,
  // Items that nothing reads may be below others.
  [gone, unreadDeletion],
  unknownChange,
  changedSingleton,
  replacedSingleton,
];

/** The promises that all responses of a run are held against together. */
export const invariants: readonly Invariant[] = [ownIds];

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
