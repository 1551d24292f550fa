import { allOrNone, bulkItems, uniqueTogether } from "./bulk-items.js";
import { answer, putCreation, putCreationBelow, readBack, servedLocation } from "./creations.js";
import { defaults, defaultsOfPut, defaultsOfReplacement } from "./defaults.js";
import { freedValue } from "./freed-values.js";
import { initialState } from "./initial-states.js";
import { readOnlyMembers } from "./read-only.js";
import { refusedForValue, uniqueAfterChange } from "./unique-changes.js";
import { idempotency, ownIds, uniqueId, uniqueness } from "./uniqueness.js";

/** Promises on the items that a run creates, and on the values that no two of them share. They stand in the order of a run. */
export const creation = {
  readBack,
  defaults,
  initialState,
  answer,
  putCreation,
  putCreationBelow,
  defaultsOfPut,
  idempotency,
  servedLocation,
  defaultsOfReplacement,
  refusedForValue,
  uniqueAfterChange,
  readOnlyMembers,
  uniqueness,
  uniqueId,
  freedValue,
  bulkItems,
  allOrNone,
  uniqueTogether,
  ownIds,
};
