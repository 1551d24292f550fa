import type { Operator, OperatorTable } from "../handlers.js";
import { fullOfOthers, inTurn } from "../operators/index.js";
import { animalMutants } from "./animals.js";
import { answerMutants } from "./answers.js";
import { creationMutants } from "./creations.js";
import { failureMutants } from "./failures.js";
import { fetchingMutants } from "./fetching.js";
import { filterMutants } from "./filters.js";
import { invalidBodyMutants } from "./invalid-bodies.js";
import { keptValueMutants } from "./kept-values.js";
import { keyMutants } from "./keys.js";
import { pageMutants } from "./pages.js";
import { versioningMutants } from "./versioning.js";

const onSmallStores: OperatorTable = {
  ...answerMutants,
  ...failureMutants,
  ...animalMutants,
  ...pageMutants,
  ...filterMutants,
  ...creationMutants,
  ...keptValueMutants,
  ...invalidBodyMutants,
  ...fetchingMutants,
  ...keyMutants,
  ...versioningMutants,
};

/** Those that are also tried where no list shows everything, and the newest animals come first. */
const onFullStores = ["stored-although-status-unknown", "stored-although-key-missing", "added-twice", "one-in-ten-lost-when-filtered"];

/**
 * The reference server with one seeded fault each: name → operator. What each of them breaks, and why an engineer could
 * ship it, stands in `spec/kill-matrix.csv`.
 */
export const mutants: ReadonlyMap<string, Operator> = new Map([
  ...Object.entries(onSmallStores),
  ...Object.entries(onSmallStores)
    .filter(([name]) => onFullStores.includes(name))
    .map(([name, operator]) => [`${name}-on-a-full-store`, inTurn(fullOfOthers(450, "newest first"), operator)] as const),
]);
