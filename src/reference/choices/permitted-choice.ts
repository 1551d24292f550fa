import type { Deviation } from "../conduct.js";

/** A deviation of the reference server that breaks no requirement. */
export interface PermittedChoice {
  readonly name: string;
  /** The open point, or else the requirement, that it plays with. */
  readonly concerns: string;
  /** Why the document allows it. */
  readonly why: string;
  readonly alter: Deviation;
  /** A run against it takes seconds, most of which it waits. */
  readonly slow?: true;
  /** Names of choices that make no sense together with it. */
  readonly conflictsWith?: readonly string[];
  /** What a run must be told about such a server. */
  readonly needs?: {
    /** A category that exists. */
    readonly category?: bigint;
    /** How long an animal may take to be seen after it was added, in ms. */
    readonly settle?: number;
  };
}
