import { head } from "./head.js";
import { nearIds } from "./near-ids.js";
import { shownMembers } from "./shown-members.js";
import { unknownItem, unknownParent, unknownParentOfList, unusedIds } from "./unknown-items.js";
import {
  readsBefore,
  validLinks,
  validNestedLists,
  validOnceReferred,
  validPuts,
  validRequests,
} from "./valid-requests.js";

/** Promises on the responses to valid requests, and on those about items that are not there. They stand in the order of a run. */
export const responses = {
  readsBefore,
  validPuts,
  validRequests,
  validNestedLists,
  validOnceReferred,
  validLinks,
  shownMembers,
  unknownItem,
  head,
  nearIds,
  unknownParent,
  unknownParentOfList,
  unusedIds,
};
