import { accessChoices } from "./access.js";
import { addingBodyChoices } from "./adding-bodies.js";
import { addingCategoryChoices } from "./adding-categories.js";
import { addingNameChoices } from "./adding-names.js";
import { addingStatusChoices } from "./adding-status.js";
import { answerChoices } from "./answers.js";
import { delayChoices } from "./delays.js";
import { deprecationChoices } from "./deprecation.js";
import { fetchingChoices } from "./fetching.js";
import { listingOrderChoices } from "./listing-order.js";
import { listingParameterChoices } from "./listing-parameters.js";
import type { PermittedChoice } from "./permitted-choice.js";
import { storeChoices } from "./stores.js";

/** Deviations that break no requirement: what a server is free to do. */
export const permittedChoices: readonly PermittedChoice[] = [
  ...answerChoices,
  ...addingStatusChoices,
  ...addingBodyChoices,
  ...addingNameChoices,
  ...addingCategoryChoices,
  ...storeChoices,
  ...delayChoices,
  ...listingParameterChoices,
  ...listingOrderChoices,
  ...fetchingChoices,
  ...accessChoices,
  ...deprecationChoices,
];

export { applyDeviations, areCompatible } from "./compatibility.js";
export type { PermittedChoice } from "./permitted-choice.js";
