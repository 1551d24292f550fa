import type { Deviation } from "../conduct.js";

/** The reference server with one seeded fault. */
export interface Mutant extends MutantOptions {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** Why an engineer could ship this. */
  readonly why: string;
  /** Other requirements that may fail because of it. */
  readonly consequences: readonly string[];
  readonly operator: Deviation;
}

interface MutantOptions {
  /** A run against it takes seconds, most of which it waits. */
  readonly slow?: true;
  /** Where the server is to be mounted instead of at the version segment. */
  readonly mountedAt?: string;
}

/** A row of the table: `mutant(name, breaks, why, consequences).by(operator)`. */
export function mutant(
  name: string,
  breaks: string,
  why: string,
  consequences: readonly string[] = [],
  options: MutantOptions = {},
): { by(operator: Deviation): Mutant } {
  return { by: (operator) => ({ name, breaks, why, consequences, operator, ...options }) };
}
