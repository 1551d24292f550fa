import type { Fault } from "../fault.js";
import { givenIdFaults } from "./ids-given.js";
import { shownIdFaults } from "./ids-shown.js";
import { listShapeFaults } from "./lists-as-arrays.js";
import { memberFaults } from "./members.js";

/** Section "Resources and their fields". */
export const resourceFaults: readonly Fault[] = [
  ...memberFaults,
  ...shownIdFaults,
  ...givenIdFaults,
  ...listShapeFaults,
];
