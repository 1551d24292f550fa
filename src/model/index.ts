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
  singularOf,
  unitsOf,
} from "./names.js";
export { actingIn, restrictionsOf, withSafeParameters } from "./parameters.js";
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
export { changeableMembers, deriveSingletons, isMasked, type Singleton } from "./singleton.js";
