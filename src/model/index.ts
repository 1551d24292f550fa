export { actedOn } from "./actions.js";
export { alternativePlaces, conditionalPlaces } from "./alternatives.js";
export { type ConstantMember, constantMembers } from "./constant-members.js";
export { isDeletable } from "./deletable.js";
export { bodyPlaces, draftOf } from "./draft.js";
export { type Decision, decideAll, findCautions, harmlessOperations } from "./harmless.js";
export {
  changesMeaning,
  isIdempotencyKey,
  isIfMatch,
  isIgnored,
  isOfETag,
  isOfRequest,
} from "./header-names.js";
export { deriveIdCandidates } from "./id-candidates.js";
export { idInBodyOf, idMembersOf } from "./id-members.js";
export {
  creationAndReadOf,
  creationAt,
  creationsAt,
  type ItemLink,
  itemLinkOf,
  listAt,
  listsItems,
  operationsAt,
  operationsOnItems,
  readAt,
  readOf,
} from "./item-links.js";
export { withLenientResponseSchemas } from "./lenient-response-schemas.js";
export { isOf, matches, patternOf, wordsOf } from "./lexicon.js";
export { type Links, linksOf } from "./links.js";
export { kindNamed, mayNameItem, type NumberedPlace, namesOfOthers, numberedPlaces } from "./named-items.js";
export {
  boundIn,
  isChosenByServer,
  isDecidedByServer,
  isPageSize,
  isPagingOrSorting,
  isState,
  isVersion,
  mayFollowText,
  oneOrMany,
  pagingName,
  singularOf,
  unitsOf,
} from "./names.js";
export { describesNextLink, nextLinkIn, pathOfLink } from "./next-link.js";
export { changesItem, isOwnPart, updatesItem } from "./own-parts.js";
export { actingIn, restrictionsOf, withSafeParameters } from "./parameters.js";
export { hasMore } from "./partial-lists.js";
export { namesItem, pathPlaces } from "./path-places.js";
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
  type DescribedPlace,
  type Place,
  pointerTo,
  shownValues,
  valueAt,
  withMembersAt,
  withValueAt,
} from "./places.js";
export { linkPluralCollections } from "./plural-paths.js";
export {
  type Caution,
  cautionFor,
  cautionForSingleton,
  changeableSingleton,
  describeCaution,
  type Effect,
  effectOf,
  isAllowable,
  isItemWord,
  isOneThing,
  type Relations,
  readsByPost,
  soundsHarmful,
} from "./policy.js";
export { isInForce, mayBeHidden, saysWhetherShown, showsDeletion } from "./presence.js";
export { type PrivateOperation, privateOperations, unusedPrivateItems } from "./private-operations.js";
export { mayBeOfProxy } from "./proxies.js";
export { createsByPut, namesAnotherItem } from "./put-creations.js";
export {
  addressOfItems,
  createdId,
  deriveResources,
  idNames,
  idOf,
  idsFoundIn,
  isId,
  itemAddress,
  itemNounOf,
  itemsIn,
  listedIn,
  locatedId,
  type Resource,
  resourceAt,
  resourceOfAddress,
  unwrapped,
  wrappersOf,
} from "./resource.js";
export { collectionResource, referredTo } from "./resource-index.js";
export { evaluate, sentIn, valuesIn, wordOf, wordsIn } from "./runtime-expressions.js";
export { describePlace, needsKey, otherPlacesOf, placeOf, usualCredential } from "./security.js";
export { takingOneItem } from "./single-items.js";
export { changeableMembers, deriveSingletons, isMasked, type Singleton } from "./singleton.js";
export { uniqueMemberOf } from "./unique-members.js";
export { deriveValueCandidates } from "./value-candidates.js";
export { describesStaleVersions, type VersionMember, versionMemberOf } from "./version-member.js";
export { pathToMembers, placesInBody } from "./wrapped-bodies.js";
