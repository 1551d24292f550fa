import { deletionIsolation } from "./deletion-isolation.js";
import { deletedListed, gone, unknownChange, unreadDeletion } from "./deletions.js";

/** Promises on deleted items, and on others that stay. They stand in the order of a run. */
export const deletion = {
  deletionIsolation,
  deletedListed,
  gone,
  unreadDeletion,
  unknownChange,
};
