import type { Fault } from "../fault.js";
import { addedTwiceFaults } from "./added-twice.js";
import { keptCategoryFaults } from "./category-kept.js";
import { chunkedFaults } from "./chunked-bodies.js";
import { createdFaults } from "./created-with-201.js";
import { keptNameFaults } from "./name-kept.js";
import { refusedCategoryFaults } from "./refused-categories.js";
import { keptStatusFaults } from "./status-kept.js";

/** Section "Endpoints: Add an animal": what is accepted, and how it comes back. */
export const addingValidFaults: readonly Fault[] = [
  ...createdFaults,
  ...addedTwiceFaults,
  ...chunkedFaults,
  ...keptNameFaults,
  ...keptCategoryFaults,
  ...refusedCategoryFaults,
  ...keptStatusFaults,
];
