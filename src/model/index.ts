export { alternativePlaces, conditionalPlaces } from "./alternatives.js";
export { type BulkCreation, bulkCreationOf, bulkFactsOf, bulkItemsIn } from "./bulk-creations.js";
export {
  deriveIdCandidates,
  deriveValueCandidates,
  lackingValues,
  uncreatedParameters,
} from "./candidates.js";
export { inOrderOfCreation, kindsNeeded } from "./creation-order.js";
export {
  type Callable,
  callableOf,
  callableOperations,
  type Decision,
  decideAll,
  findCautions,
  privateItemsOf,
  unusedPrivateItems,
} from "./decisions.js";
export {
  aggregated,
  type DerivedMember,
  derivedFigures,
  derivedMembers,
  mayLeaveOut,
  type Others,
} from "./derived-members.js";
export {
  type Filter,
  filtersOf,
  isDoubtful,
  isExact,
  plainFilters,
} from "./filter.js";
export type { StatedFacts } from "./filter-facts.js";
export { computed, type Formula, formulasOf } from "./formulas.js";
export {
  changesBody,
  changesMeaning,
  comparesETags,
  describesStaleVersions,
  isIdempotencyKey,
  isIfMatch,
  isIgnored,
  isOfClient,
  isOfETag,
  isOfRequest,
  mayAskForAbsence,
  mayBeOfProxy,
  refusesETags,
  requiresETag,
  takesIfMatch,
  type VersionMember,
  versionMemberOf,
} from "./headers.js";
export { type HidingFlag, hidingFlagsOf } from "./hiding-flags.js";
export {
  addressOfItems,
  idIn,
  idInBodyOf,
  idMembersOf,
  idNames,
  idOf,
  idsFoundIn,
  isId,
  itemAddress,
  itemNounOf,
  itemSchemaIn,
  locatedId,
  membersShownIn,
  nounPattern,
  nounsOf,
  pathToMembers,
  placesInBody,
  unwrapped,
  wrappersOf,
} from "./item-ids.js";
export type { ItemLink } from "./item-links.js";
export {
  actedOn,
  changeKindOf,
  changesItem,
  createsByPut,
  creationAndReadOf,
  isDeletable,
  isMergePatch,
  isOwnPart,
  type Links,
  linksOf,
  namesAnotherItem,
  optionalIn,
  segmentsOf,
  slugOf,
  takesInput,
  updatesItem,
} from "./item-operations.js";
export {
  type KnownReference,
  knownReferences,
  type ReferringCreation,
  referringCreations,
} from "./known-references.js";
export { withLenientResponseSchemas } from "./lenient-response-schemas.js";
export { isOf, matches, type PatternGroup, patternOf, sentencesOf, wordsOf } from "./lexicon.js";
export {
  identitiesOf,
  itemMembersOf,
  itemsIn,
  nullOnLastPage,
  type PageObject,
  pageObjectsOf,
  rowSchemasOf,
  textsIn,
} from "./list-envelopes.js";
export {
  isClients,
  isInForce,
  isKeptByServer,
  type Member,
  mayBeHidden,
  membersOf,
  ownership,
  saysWhetherShown,
  showsAbsence,
  showsDeletion,
} from "./members.js";
export {
  isTime,
  isUsual,
  laterBy,
  momentOf,
  type TimeFilter,
  testedFilters,
  timeTolerance,
  unknownFilters,
  withTimesOf,
} from "./moments.js";
export {
  isChosenByServer,
  isDecidedByServer,
  isGranted,
  isGrantedByOthers,
  isPageSize,
  isPagingOrSorting,
  isState,
  isVersion,
  mayFollowText,
  oneOrMany,
  pagingName,
  unitsOf,
} from "./names.js";
export { type OrderRule, orderRulesOf } from "./order-rules.js";
export {
  countsPages,
  describesNextLink,
  firstPlaceOf,
  hasMore,
  nextLinkIn,
  type Paging,
  pageSizeOf,
  pagesOfTwo,
  pagingOf,
  pathOfLink,
  saysFirst,
  sizeOfTwo,
} from "./pages.js";
export { actingIn, restrictionsOf, withSafeParameters } from "./parameters.js";
export {
  addressOf,
  collectionPathOf,
  decodeOnce,
  endsInParameter,
  isAtOrBelow,
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
  optionalInside,
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
  isRead,
  readsByPost,
  soundsHarmful,
} from "./policy.js";
export { isInRefusals, meaningsOf, type RefusalMeaning, type RefusalRule } from "./refusal-rules.js";
export { type Api, apiOf, listedIn, type Resource, resourceOfAddress } from "./resource.js";
export {
  kindNamed,
  mayNameItem,
  type NumberedPlace,
  namesOfOthers,
  numberedPlaces,
  referredInText,
  referredTo,
} from "./resource-references.js";
export { evaluate, sentIn, valuesIn, wordOf, wordsIn } from "./runtime-expressions.js";
export { asList, isAskable, isOfList } from "./searches.js";
export {
  alternativeSchemes,
  asksForCredentials,
  describePlace,
  needsKey,
  otherPlacesOf,
  placeOf,
  placesOfSchemes,
  type SecuredDescription,
  usualCredential,
} from "./security.js";
export { type Shaping, shapingsOf } from "./shaping.js";
export { changeableMembers, isMasked, sentSingleton, shownSingleton } from "./singleton.js";
export {
  isDecidedPlace,
  memberOf,
  memberWithTies,
  type Sorting,
  secondOrdersOf,
  shownSortingsOf,
  sortedMembers,
  sortingsOf,
} from "./sortings.js";
export {
  type StatedEffect,
  type StatedTimes,
  saysNothingElse,
  statedEffects,
  statedTimes,
  stayOf,
} from "./stated-effects.js";
export { ageOrderOf, codePointOrders, statesOrder, type Tie, tieOf, usualOrdersOf } from "./stated-orders.js";
export { refusedStates } from "./stated-refusals.js";
export { type DescribedItems, initialStates, type StatedValues } from "./stated-states.js";
export {
  type ConstantMember,
  constantMembers,
  isFreedByDeletion,
  isUniqueWithin,
  uniqueMemberOf,
} from "./unique-members.js";
