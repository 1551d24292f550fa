import type { Operator, OperatorTable } from "../handlers.js";
import { accessVariants } from "./access.js";
import { answerVariants } from "./answers.js";
import { categoryTables, creatingVariants } from "./creating.js";
import { listingVariants } from "./listing.js";
import { crowdedStores, storeVariants } from "./stores.js";

const table: OperatorTable = {
  ...answerVariants,
  ...creatingVariants,
  ...categoryTables,
  ...crowdedStores,
  ...storeVariants,
  ...listingVariants,
  ...accessVariants,
};

/**
 * The reference server with one deviation each that the document permits: name → operator. Which point each of them plays
 * with, and why the document allows it, stands in `spec/variants.csv`.
 */
export const variants: ReadonlyMap<string, Operator> = new Map(Object.entries(table));

/** What a run needs to know about a server. */
export interface Needs {
  /** A category that exists. */
  readonly category?: bigint;
  /** How long an animal may take to be seen after it was added, in ms. */
  readonly settle?: number;
}

/** What runs need to know about the servers of some variants. */
export const needs: Readonly<Record<string, Needs>> = {
  "categories-of-seven": { category: 7n },
  "seen-in-lists-after-a-while": { settle: 2000 },
  "fetched-after-a-while": { settle: 2000 },
};
