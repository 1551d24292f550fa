import type { Fault } from "../fault.js";
import { filterWithLimitFaults } from "./filters-with-limits.js";
import { leakingFilterFaults } from "./leaking-filters.js";
import { listedAnimalFaults } from "./listed-animals.js";
import { lossyFilterFaults } from "./lossy-filters.js";
import { refusedFilterFaults } from "./refused-filters.js";
import { withoutStatusFaults } from "./without-status.js";

/** Section "Endpoints: List all animals": filters, their combination with a limit, and the animals themselves. */
export const filterFaults: readonly Fault[] = [
  ...refusedFilterFaults,
  ...leakingFilterFaults,
  ...withoutStatusFaults,
  ...lossyFilterFaults,
  ...filterWithLimitFaults,
  ...listedAnimalFaults,
];
