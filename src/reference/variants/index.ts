import { accessVariants } from "./access.js";
import { addingBodyVariants } from "./adding-bodies.js";
import { addingCategoryVariants } from "./adding-categories.js";
import { addingNameVariants } from "./adding-names.js";
import { addingStatusVariants } from "./adding-status.js";
import { answerVariants } from "./answers.js";
import { delayVariants } from "./delays.js";
import { deprecationVariants } from "./deprecation.js";
import { fetchingVariants } from "./fetching.js";
import { listingOrderVariants } from "./listing-order.js";
import { listingParameterVariants } from "./listing-parameters.js";
import { storeVariants } from "./stores.js";
import type { Variant } from "./variant.js";

/** Deviations that break no requirement: what a server is free to do. */
export const variants: readonly Variant[] = [
  ...answerVariants,
  ...addingStatusVariants,
  ...addingBodyVariants,
  ...addingNameVariants,
  ...addingCategoryVariants,
  ...storeVariants,
  ...delayVariants,
  ...listingParameterVariants,
  ...listingOrderVariants,
  ...fetchingVariants,
  ...accessVariants,
  ...deprecationVariants,
];

export { applyDeviations, areCompatible } from "./compatibility.js";
export type { Variant } from "./variant.js";
