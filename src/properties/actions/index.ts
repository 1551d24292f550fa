import { isolatedActions, repeatedActions, storedActions } from "./actions.js";
import { effectOfActions } from "./effect-of-actions.js";
import { foundByState } from "./found-by-state.js";
import { ruledOutActions, ruledOutBelow, ruledOutChanges } from "./refused-states.js";

/** Promises on what an operation does to an item, beside changing its members. They stand in the order of a run. */
export const actions = {
  storedActions,
  effectOfActions,
  foundByState,
  isolatedActions,
  repeatedActions,
  ruledOutActions,
  ruledOutChanges,
  ruledOutBelow,
};
