import { addingInvalidFaults } from "./adding-invalid/index.js";
import { addingValidFaults } from "./adding-valid/index.js";
import { authenticationFaults } from "./authentication/index.js";
import { errorFaults } from "./errors.js";
import type { Fault } from "./fault.js";
import { fetchingFaults } from "./fetching/index.js";
import { fullStoreFaults } from "./full-stores.js";
import { generalFaults } from "./general/index.js";
import { filterFaults } from "./listing-filters/index.js";
import { pageFaults } from "./listing-pages/index.js";
import { resourceFaults } from "./resources/index.js";
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
  ...fullStoreFaults,
];

export type { Fault } from "./fault.js";
export { mountContract } from "./mount-contract.js";
