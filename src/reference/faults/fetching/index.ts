import type { Fault } from "../fault.js";
import { notFoundFaults } from "./animals-not-found.js";
import { foundAnimalFaults } from "./found-animals.js";
import { oddIdFaults } from "./odd-ids.js";
import { unknownIdFaults } from "./unknown-ids.js";
import { wrongAnimalFaults } from "./wrong-animals.js";

/** Section "Endpoints: Get an animal". */
export const fetchingFaults: readonly Fault[] = [
  ...notFoundFaults,
  ...wrongAnimalFaults,
  ...foundAnimalFaults,
  ...unknownIdFaults,
  ...oddIdFaults,
];
