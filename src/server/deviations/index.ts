import { inTurn, newestFirst, type Operator, type OperatorTable, seed } from "../operators/index.js";
import * as animals from "./animal-deviations.js";
import * as answers from "./answer-deviations.js";
import * as creations from "./creation-deviations.js";
import * as failures from "./failure-deviations.js";
import * as fetching from "./fetch-deviations.js";
import * as filters from "./filter-deviations.js";
import * as invalidBodies from "./invalid-body-deviations.js";
import * as keptValues from "./kept-value-deviations.js";
import * as keys from "./key-deviations.js";
import * as pages from "./page-deviations.js";
import * as versioning from "./version-deviations.js";

/**
 * The tables of mutants and of variants of each topic. Where variants are combined, those that stand later here are
 * applied first: the first tables are about the bytes of a response, which come last.
 */
const topics = [
  [answers.mutants, answers.variants],
  [versioning.mutants, versioning.variants],
  [creations.mutants, creations.variants],
  [keptValues.mutants, keptValues.variants],
  [invalidBodies.mutants, invalidBodies.variants],
  [animals.mutants, animals.variants],
  [fetching.mutants, fetching.variants],
  [pages.mutants, pages.variants],
  [filters.mutants, filters.variants],
  [keys.mutants, keys.variants],
  [failures.mutants, failures.variants],
] as const;

/**
 * The reference server with one seeded fault each: name → operator. `spec/kill-matrix.csv` states what each of them
 * breaks, and why an engineer could ship it.
 */
export const mutants = collect([...topics.map(([mutants]) => mutants), onFullStores]);

/**
 * The reference server with one deviation each that the document permits: name → operator. Which point each of them plays
 * with, and why the document allows it, stands in the same file.
 */
export const variants = collect(topics.map(([, variants]) => variants));

/** The facts that a run needs about a server. */
interface Needs {
  /** A category that exists. */
  readonly category?: bigint;
  /** How long an animal may take to be seen after it was added, in ms. */
  readonly settle?: number;
}

/** The facts that runs need about the servers of some variants. */
export const needs: Readonly<Record<string, Needs>> = {
  "categories-of-seven": { category: 7n },
  "seen-in-lists-after-a-while": { settle: 2000 },
  "fetched-after-a-while": { settle: 2000 },
};

/** The rows of these tables, each made anew wherever its operator is applied. */
function collect(tables: readonly (() => OperatorTable)[]): ReadonlyMap<string, Operator> {
  const entriesOf = (table: () => OperatorTable) =>
    Object.keys(table()).map((name): [string, Operator] => [name, (handlers) => inTurn(...[table()[name] ?? []].flat())(handlers)]);
  return new Map(tables.flatMap(entriesOf));
}

/** Mutants that are also tried where no list shows everything, and the newest animals come first. */
function onFullStores(): OperatorTable {
  const names = ["stored-although-status-unknown", "stored-although-key-missing", "added-twice", "one-in-ten-lost-when-filtered"];
  const onSmallStores = Object.entries({ ...creations.mutants(), ...filters.mutants() });
  return Object.fromEntries(
    onSmallStores
      .filter(([name]) => names.includes(name))
      .map(([name, operator]) => [`${name}-on-a-full-store`, [seed(450), newestFirst, operator].flat()]),
  );
}
