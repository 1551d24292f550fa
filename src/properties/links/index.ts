import { linked, unknownEnd, unlinked } from "./links.js";

/** Promises on operations that link two items. They stand in the order of a run. */
export const links = {
  linked,
  unknownEnd,
  unlinked,
};
