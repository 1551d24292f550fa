import { idempotentPuts } from "./idempotent.js";
import { identity } from "./identity.js";
import type { ItemLaw, Law } from "./law.js";
import { thereUntilDeleted } from "./presence.js";
import { refusedChange } from "./refused.js";
import { safeReads } from "./safe.js";
import { partOfList } from "./small-pages.js";
import { type Listings, sameItems } from "./sorted-lists.js";
import { stored } from "./stored.js";

export { untouched } from "./changed-members.js";
export {
  type Broken,
  type ItemLaw,
  isBroken,
  type Judgement,
  type LawFacts,
  type Request,
  type Step,
  type View,
} from "./law.js";
export { judgeRefusedCreation } from "./refused-creations.js";
export type { Listing, Listings } from "./sorted-lists.js";
export { timesAgree } from "./times.js";

/** The law that is about creations, too: these are refused. */
export const refusals = refusedChange;

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
export const listLaws: readonly Law<Listings>[] = [sameItems, partOfList];
