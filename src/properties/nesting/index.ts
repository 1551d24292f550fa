import { changedElsewhere } from "./changed-elsewhere.js";
import { deletedParent, usedItem } from "./deleted-parents.js";
import { partsKept, unknownReference } from "./dependents.js";
import { derivedMember } from "./derived.js";
import { otherParent, subLists } from "./nesting.js";
import { ownValues } from "./own-values.js";
import { changedParts, replacedParts } from "./parts.js";

/** Promises on items that are below others, or refer to them. They stand in the order of a run. */
export const nesting = {
  replacedParts,
  changedParts,
  unknownReference,
  partsKept,
  ownValues,
  subLists,
  otherParent,
  changedElsewhere,
  derivedMember,
  usedItem,
  deletedParent,
};
