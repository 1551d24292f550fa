import { isolatedActions, repeatedActions, storedActions } from "./actions.js";
import { addedLists, changed, jsonPatch, replaced } from "./changes.js";
import { effectOfActions } from "./effect-of-actions.js";
import { emptied } from "./emptied.js";
import { idInBody, updateIsolation } from "./isolation.js";
import { enumUpdates, othersKept, otherValues } from "./kept-values.js";
import { leftOut, putStatus } from "./replacements.js";

/** Promises on the effect of a change or an action, and on members and items that stay as they are. They stand in the order of a run. */
export const changes = {
  replaced,
  putStatus,
  changed,
  othersKept,
  emptied,
  otherValues,
  updateIsolation,
  idInBody,
  jsonPatch,
  addedLists,
  enumUpdates,
  leftOut,
  storedActions,
  effectOfActions,
  isolatedActions,
  repeatedActions,
};
