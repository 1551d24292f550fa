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
