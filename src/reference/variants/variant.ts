import type { Deviation } from "../conduct.js";

/** The reference server with one deviation that the document permits. */
export interface Variant extends VariantOptions {
  readonly name: string;
  /** The open point, or else the requirement, that it plays with. */
  readonly concerns: string;
  /** Why the document allows it. */
  readonly why: string;
  readonly operator: Deviation;
}

interface VariantOptions {
  /** A run against it takes seconds, most of which it waits. */
  readonly slow?: true;
  /** Names of variants that make no sense together with it. */
  readonly conflictsWith?: readonly string[];
  /** What a run must be told about such a server. */
  readonly needs?: {
    /** A category that exists. */
    readonly category?: bigint;
    /** How long an animal may take to be seen after it was added, in ms. */
    readonly settle?: number;
  };
}

/** A row of the table: `variant(name, concerns, why).by(operator)`. */
export function variant(name: string, concerns: string, why: string, options: VariantOptions = {}): { by(operator: Deviation): Variant } {
  return { by: (operator) => ({ name, concerns, why, operator, ...options }) };
}
