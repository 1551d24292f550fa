import type { ReferenceContract } from "../operations.js";
import type { Mutant } from "./mutant.js";

/** The contract for a server with this fault: the same, unless the fault is about where it is mounted. */
export function mountContract<C extends ReferenceContract>(contract: C, { mountedAt }: Mutant): C {
  if (mountedAt === undefined) return contract;
  // A document of its own, since the router that belongs to a document is made once.
  return { ...contract, document: { ...contract.document }, versionSegment: mountedAt };
}
