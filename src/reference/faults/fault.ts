import type { Deviation } from "../conduct.js";

/** A deliberate deviation of the reference server that breaks one requirement. */
export interface Fault {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** Why an engineer could ship this. */
  readonly why: string;
  readonly alter: Deviation;
  /** A run against it takes seconds, most of which it waits. */
  readonly slow?: true;
  /** Other requirements that may fail because of it. */
  readonly consequences?: readonly string[];
  /** Where the server is to be mounted instead of at the version segment. */
  readonly mountedAt?: string;
}
