import { unexpectedId, unexpectedQuery } from "./robustness.js";
import { unexpectedBody } from "./unexpected-bodies.js";

/** Promises on input that no description allows: the server refuses it, and does not fail. They stand in the order of a run. */
export const robustness = {
  unexpectedId,
  unexpectedQuery,
  unexpectedBody,
};
