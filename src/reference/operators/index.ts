export { trust } from "./access.js";
export {
  type Alteration,
  changeItem,
  keep,
  keepCategory,
  keepName,
  rememberOmittedStatus,
  rounded,
  showCategory,
  showPets,
} from "./animals.js";
export { accept, known, type MemberCheck } from "./bodies.js";
export { after, everyNth, inTurn, nowAndThen } from "./combine.js";
export { cacheLists, filterOnlyIf, isKnown, loseDefault, loseOneInTen, selectOnly } from "./lists.js";
export { withMembers } from "./members.js";
export { refuse, refuseAs, refuseBodies } from "./refusals.js";
export {
  answerError,
  changeErrors,
  changeHeaders,
  changeJson,
  changeReply,
  changeStatus,
  changeText,
  noBody,
} from "./replies.js";
export { fullOfOthers } from "./store.js";
export {
  allOf,
  always,
  isChunked,
  ofCheck,
  ofError,
  ofKind,
  ofOperation,
  toChunks,
  type When,
} from "./when.js";
