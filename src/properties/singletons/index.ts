import { changedSingleton, enforcedSingleton, replacedSingleton } from "./singletons.js";

/** Promises on items that are there once, such as the settings of a store. They run on a disposable store alone. They stand in the order of a run. */
export const singletons = {
  changedSingleton,
  replacedSingleton,
  enforcedSingleton,
};
