import { boundaryValues } from "./boundary-values.js";
import { describedValues } from "./described-values.js";
import { invalidBodies, mediaType } from "./invalid-bodies.js";
import { orderOfChanged, orderOfCreated } from "./order-of-members.js";
import { invalidReads, optionalParameters, randomReads } from "./random-reads.js";
import { combinedViolations, violationProperties } from "./violations.js";

export { violationProperties } from "./violations.js";

/** Promises on valid and invalid input: its acceptance and its refusal. They stand in the order of a run. */
export const input = {
  boundaryValues,
  describedValues,
  orderOfCreated,
  orderOfChanged,
  violationProperties,
  invalidBodies,
  mediaType,
  optionalParameters,
  randomReads,
  invalidReads,
  combinedViolations,
};
