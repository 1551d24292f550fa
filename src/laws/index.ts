import { idempotentPuts } from "./idempotent.js";
import { identity } from "./identity.js";
import type { ItemLaw } from "./item-law.js";
import { thereUntilDeleted } from "./presence.js";
import { refusedChange } from "./refused.js";
import { safeReads } from "./safe.js";
import { largerPage, partOfList } from "./small-pages.js";
import { type ListLaw, sameItems } from "./sorted-lists.js";
import { stored } from "./stored.js";

export { type Addition, addedOnce } from "./account.js";
export { untouched } from "./changed-members.js";
export { formulasHold } from "./computed-members.js";
export { eachOnce, repeatedIds, type ShownRows } from "./each-once.js";
export { idempotentPuts } from "./idempotent.js";
export type { ItemLaw, Request, Step, View } from "./item-law.js";
export { type Broken, isBroken, type Judgement, type LawFacts, lawCheck } from "./law.js";
export { thereUntilDeleted } from "./presence.js";
export { judgeRefusedCreation, refusedChange } from "./refused.js";
export { type ReadAndRow, rowsAsRead } from "./shown-rows.js";
export type { Listing, Listings, Row } from "./sorted-lists.js";
export { timesAgree } from "./times.js";

/** The laws about an item and one request. Of several that a request breaks, the first says it best. */
export const itemLaws: readonly ItemLaw[] = [
  refusedChange,
  idempotentPuts,
  safeReads,
  identity,
  stored,
  thereUntilDeleted,
];

/** The laws about one list that is asked for in two ways. */
export const listLaws: readonly ListLaw[] = [sameItems, partOfList, largerPage];
