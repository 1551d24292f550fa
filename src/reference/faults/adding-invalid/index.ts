import type { Fault } from "../fault.js";
import { noJsonFaults } from "./bodies-without-json.js";
import { noObjectFaults } from "./bodies-without-object.js";
import { emptyBodyFaults } from "./empty-bodies.js";
import { missingContentTypeFaults } from "./missing-content-type.js";
import { missingMemberFaults } from "./missing-members.js";
import { storedAlthoughRefusedFaults } from "./stored-although-refused.js";
import { wrongCategoryFaults } from "./wrong-categories.js";
import { wrongNameFaults } from "./wrong-names.js";
import { wrongStatusFaults } from "./wrong-statuses.js";

/** Section "Endpoints: Add an animal": what is refused. */
export const addingInvalidFaults: readonly Fault[] = [
  ...missingMemberFaults,
  ...wrongNameFaults,
  ...wrongCategoryFaults,
  ...wrongStatusFaults,
  ...noObjectFaults,
  ...noJsonFaults,
  ...emptyBodyFaults,
  ...missingContentTypeFaults,
  ...storedAlthoughRefusedFaults,
];
