export { alternativePlaces, conditionalPlaces } from "./alternatives.js";
export { type Api, apiOf } from "./api.js";
export {
  type Callable,
  callableOf,
  callableOperations,
  type Decision,
  decideAll,
  findCautions,
} from "./decisions.js";
export { changesBody, comparesETags, refusesETags, requiresETag } from "./etags.js";
export { type Filter, filtersOf, isDoubtful, isExact, itemMembersOf, plainFilters } from "./filters.js";
export {
  changesMeaning,
  isIdempotencyKey,
  isIfMatch,
  isIgnored,
  isOfClient,
  isOfETag,
  isOfRequest,
  mayBeOfProxy,
} from "./headers.js";
export { deriveIdCandidates } from "./id-candidates.js";
export {
  addressOfItems,
  createdId,
  idIn,
  idInBodyOf,
  idMembersOf,
  idNames,
  idOf,
  idsFoundIn,
  isId,
  itemAddress,
  itemNounOf,
  itemsIn,
  locatedId,
  membersShownIn,
  pathToMembers,
  placesInBody,
  unwrapped,
  wrappersOf,
} from "./item-ids.js";
export type { ItemLink } from "./item-links.js";
export {
  actedOn,
  changesItem,
  createsByPut,
  creationAndReadOf,
  isDeletable,
  isOwnPart,
  type Links,
  linksOf,
  namesAnotherItem,
  updatesItem,
} from "./item-operations.js";
export { withLenientResponseSchemas } from "./lenient-response-schemas.js";
export { isOf, matches, patternOf, wordsOf } from "./lexicon.js";
export { isClients, isKeptByServer, membersOf, ownership } from "./members.js";
export {
  isChosenByServer,
  isDecidedByServer,
  isPageSize,
  isPagingOrSorting,
  isState,
  isVersion,
  mayFollowText,
  oneOrMany,
  pagingName,
  unitsOf,
} from "./names.js";
export { changeKindOf, isMergePatch, optionalIn, segmentsOf, slugOf, takesInput } from "./operation-facts.js";
export { describesNextLink, hasMore, nextLinkIn, pathOfLink } from "./pages.js";
export { type Paging, pageSizeOf, pagesOfTwo, pagingOf, sizeOfTwo } from "./paging.js";
export { actingIn, restrictionsOf, withSafeParameters } from "./parameters.js";
export {
  addressOf,
  collectionPathOf,
  decodeOnce,
  endsInParameter,
  ownerOf,
  parentPathOf,
  parentUrl,
  plainPath,
} from "./paths.js";
export {
  type Alternative,
  bodyPlaces,
  type DescribedPlace,
  draftOf,
  namesItem,
  type Place,
  pathPlaces,
  pointerTo,
  shownValues,
  valueAt,
  withMembersAt,
  withValueAt,
} from "./places.js";
export { linkPluralCollections } from "./plural-paths.js";
export {
  type Caution,
  changeableSingleton,
  describeCaution,
  type Effect,
  isAllowable,
  readsByPost,
  soundsHarmful,
} from "./policy.js";
export { isInForce, mayBeHidden, saysWhetherShown, showsAbsence, showsDeletion } from "./presence.js";
export { privateItemsOf, unusedPrivateItems } from "./private-operations.js";
export {
  kindNamed,
  mayNameItem,
  type NumberedPlace,
  namesOfOthers,
  numberedPlaces,
  referredTo,
} from "./references.js";
export { listedIn, type Resource, resourceOfAddress } from "./resource.js";
export { evaluate, sentIn, valuesIn, wordOf, wordsIn } from "./runtime-expressions.js";
export { describePlace, needsKey, otherPlacesOf, placeOf, usualCredential } from "./security.js";
export { takingOneItem } from "./single-items.js";
export { changeableMembers, isMasked, type Singleton } from "./singleton.js";
export { memberOf, type Sorting, sortedMembers, sortingsOf } from "./sortings.js";
export { type TimeFilter, testedFilters, unknownFilters } from "./time-filters.js";
export { isTime, isUsual, laterBy, momentOf, timeTolerance } from "./times.js";
export { type ConstantMember, constantMembers, uniqueMemberOf } from "./unique-members.js";
export { deriveValueCandidates } from "./value-candidates.js";
export { describesStaleVersions, type VersionMember, versionMemberOf } from "./version-member.js";
