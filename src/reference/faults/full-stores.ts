import { fullOfOthers } from "../full-of-others.js";
import { storedAlthoughRefusedFaults } from "./adding-invalid/stored-although-refused.js";
import { addedTwiceFaults } from "./adding-valid/added-twice.js";
import { storedAlthoughUnauthorizedFaults } from "./authentication/stored-although-unauthorized.js";
import type { Fault } from "./fault.js";
import { lossyFilterFaults } from "./listing-filters/lossy-filters.js";

const names = [
  "stored-although-status-unknown",
  "stored-although-key-missing",
  "added-twice",
  "one-in-ten-lost-when-filtered",
];

const sameOnSmallStores: readonly Fault[] = [
  ...storedAlthoughRefusedFaults,
  ...storedAlthoughUnauthorizedFaults,
  ...addedTwiceFaults,
  ...lossyFilterFaults,
];

/** Faults that are known from small stores, where no list shows everything, and the newest animals come first. */
export const fullStoreFaults: readonly Fault[] = sameOnSmallStores
  .filter(({ name }) => names.includes(name))
  .map((fault) => ({
    ...fault,
    name: `${fault.name}-on-a-full-store`,
    alter(conduct) {
      const full = { ...conduct, ...fullOfOthers(450, "newest first") };
      return { ...fullOfOthers(450, "newest first"), ...fault.alter(full) };
    },
  }));
