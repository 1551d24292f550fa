import { animalMutants } from "./animals.js";
import { answerMutants } from "./answers.js";
import { checkedFirstMutants } from "./checked-before-the-key.js";
import { creationMutants } from "./creations.js";
import { errorMutants } from "./errors.js";
import { failureMutants } from "./failures.js";
import { fetchingNothingMutants } from "./fetching-nothing.js";
import { fetchingWronglyMutants } from "./fetching-wrongly.js";
import { fullStoreMutants } from "./full-stores.js";
import { goodKeyMutants } from "./good-keys.js";
import { idMutants } from "./ids.js";
import { keptNameMutants } from "./kept-names.js";
import { keptValueMutants } from "./kept-values.js";
import { keyMutants } from "./keys.js";
import { leakingFilterMutants } from "./leaking-filters.js";
import { longPageMutants } from "./long-pages.js";
import { lossyFilterMutants } from "./lossy-filters.js";
import { missingMemberMutants } from "./missing-members.js";
import type { Mutant } from "./mutant.js";
import { refusedListMutants } from "./refused-lists.js";
import { shortPageMutants } from "./short-pages.js";
import { similarKeyMutants } from "./similar-keys.js";
import { storedAlthoughRefusedMutants } from "./stored-although-refused.js";
import { versioningMutants } from "./versioning.js";
import { wrongBodyMutants } from "./wrong-bodies.js";
import { wrongCategoryMutants } from "./wrong-categories.js";
import { wrongMemberMutants } from "./wrong-members.js";

/** Deliberate deviations, each of which breaks one requirement. */
export const mutants: readonly Mutant[] = [
  ...answerMutants,
  ...failureMutants,
  ...idMutants,
  ...animalMutants,
  ...longPageMutants,
  ...shortPageMutants,
  ...refusedListMutants,
  ...leakingFilterMutants,
  ...lossyFilterMutants,
  ...creationMutants,
  ...keptNameMutants,
  ...keptValueMutants,
  ...missingMemberMutants,
  ...wrongMemberMutants,
  ...wrongCategoryMutants,
  ...wrongBodyMutants,
  ...storedAlthoughRefusedMutants,
  ...fetchingNothingMutants,
  ...fetchingWronglyMutants,
  ...keyMutants,
  ...similarKeyMutants,
  ...goodKeyMutants,
  ...checkedFirstMutants,
  ...errorMutants,
  ...versioningMutants,
  ...fullStoreMutants,
];

export { mountContract } from "./mount-contract.js";
export type { Mutant } from "./mutant.js";
