import type { Fault } from "../fault.js";
import { emptyListFaults } from "./empty-lists.js";
import { largestPageFaults } from "./largest-page.js";
import { longerPageFaults } from "./longer-pages.js";
import { refusedListFaults } from "./refused-lists.js";
import { repeatedAnimalFaults } from "./repeated-animals.js";
import { secondListFaults } from "./second-lists.js";
import { shorterPageFaults } from "./shorter-pages.js";

/** Section "Endpoints: List all animals": limits, defaults, and what a page holds; and section "Limits". */
export const pageFaults: readonly Fault[] = [
  ...refusedListFaults,
  ...longerPageFaults,
  ...shorterPageFaults,
  ...secondListFaults,
  ...emptyListFaults,
  ...repeatedAnimalFaults,
  ...largestPageFaults,
];
