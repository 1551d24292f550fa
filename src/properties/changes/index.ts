import { changeTimes } from "./change-times.js";
import { changedFlags } from "./changed-flags.js";
import { addedLists, changed, replaced } from "./changes.js";
import { emptied } from "./emptied.js";
import { idInBody, updateIsolation } from "./isolation.js";
import { jsonPatch } from "./json-patch.js";
import { enumUpdates, othersKept, otherValues } from "./kept-values.js";
import { leftOut, putStatus } from "./replacements.js";

/** Promises on the effect of a change, and on members and items that stay as they are. They stand in the order of a run. */
export const changes = {
  replaced,
  putStatus,
  changed,
  othersKept,
  emptied,
  changedFlags,
  otherValues,
  updateIsolation,
  idInBody,
  jsonPatch,
  addedLists,
  enumUpdates,
  leftOut,
  changeTimes,
};
