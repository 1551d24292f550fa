import { idempotentPuts } from "./idempotent.js";
import { identity } from "./identity.js";
import type { ItemLaw } from "./law.js";
import { thereUntilDeleted } from "./presence.js";
import { refusedChange } from "./refused.js";
import { safeReads } from "./safe.js";
import { stored } from "./stored.js";

export { untouched } from "./changed-members.js";
export { type Broken, type ItemLaw, isBroken, type Request, type Step, type View } from "./law.js";

/** The laws about an item and one request. Of several that a request breaks, the first says it best. */
export const itemLaws: readonly ItemLaw[] = [
  refusedChange,
  idempotentPuts,
  safeReads,
  identity,
  stored,
  thereUntilDeleted,
];
