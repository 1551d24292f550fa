import { addingInvalidFaults } from "./adding-invalid.js";
import { addingValidFaults } from "./adding-valid.js";
import { authenticationFaults } from "./authentication.js";
import { errorFaults } from "./errors.js";
import type { Fault } from "./fault.js";
import { fetchingFaults } from "./fetching.js";
import { generalFaults } from "./general.js";
import { filterFaults } from "./listing-filters.js";
import { pageFaults } from "./listing-pages.js";
import { resourceFaults } from "./resources.js";
import { versioningFaults } from "./versioning.js";

/** Deliberate deviations, each of which breaks one requirement. */
export const faults: readonly Fault[] = [
  ...generalFaults,
  ...resourceFaults,
  ...pageFaults,
  ...filterFaults,
  ...addingValidFaults,
  ...addingInvalidFaults,
  ...fetchingFaults,
  ...authenticationFaults,
  ...errorFaults,
  ...versioningFaults,
];

export type { Fault } from "./fault.js";
export { mountContract } from "./mount-contract.js";
