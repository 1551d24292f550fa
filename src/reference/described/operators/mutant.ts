import type { Operation } from "../../../description/index.js";
import type { Described } from "../call.js";
import type { Deviation } from "../handlers.js";

/** The described server with one seeded fault. */
export interface DescribedMutant {
  /** The mutation operator: `drop member`. */
  readonly operator: string;
  /** The operation whose requests it answers wrongly, by its id. */
  readonly operation: string;
  /** The operator with its place: `drop member /title of getBook 200`. */
  readonly name: string;
  readonly deviation: Deviation;
}

/** Applies a mutation operator, or some of one kind, at every place of an operation that they fit. */
export type MutationOperators = (operation: Operation, described: Described) => readonly DescribedMutant[];
