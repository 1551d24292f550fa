export { alternativePlaces, conditionalPlaces } from "./alternatives.js";
export { type Api, apiOf } from "./api.js";
export { type ConstantMember, constantMembers } from "./constant-members.js";
export { bodyPlaces, draftOf } from "./draft.js";
export { changesBody, comparesETags, refusesETags, requiresETag } from "./etags.js";
export {
  type Callable,
  callableOf,
  type Decision,
  decideAll,
  findCautions,
  harmlessOperations,
} from "./harmless.js";
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
  addressOfItems,
  createdId,
  idNames,
  idOf,
  idsFoundIn,
  isId,
  itemAddress,
  itemNounOf,
  itemsIn,
  locatedId,
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
  listsItems,
  namesAnotherItem,
  updatesItem,
} from "./item-operations.js";
export { withLenientResponseSchemas } from "./lenient-response-schemas.js";
export { isOf, matches, patternOf, wordsOf } from "./lexicon.js";
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
  unitsOf,
} from "./names.js";
export { describesNextLink, nextLinkIn, pathOfLink } from "./next-link.js";
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
  changeableSingleton,
  describeCaution,
  type Effect,
  isAllowable,
  readsByPost,
  soundsHarmful,
} from "./policy.js";
export { isInForce, mayBeHidden, saysWhetherShown, showsDeletion } from "./presence.js";
export { type PrivateOperation, privateOperations, unusedPrivateItems } from "./private-operations.js";
export { mayBeOfProxy } from "./proxies.js";
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
export { uniqueMemberOf } from "./unique-members.js";
export { deriveValueCandidates } from "./value-candidates.js";
export { describesStaleVersions, type VersionMember, versionMemberOf } from "./version-member.js";
export { pathToMembers, placesInBody } from "./wrapped-bodies.js";
