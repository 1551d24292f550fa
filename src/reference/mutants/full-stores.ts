import { fullOfOthers, inTurn } from "../operators/index.js";
import { creationMutants } from "./creations.js";
import { lossyFilterMutants } from "./lossy-filters.js";
import type { Mutant } from "./mutant.js";
import { storedAlthoughRefusedMutants } from "./stored-although-refused.js";

const names = ["stored-although-status-unknown", "stored-although-key-missing", "added-twice", "one-in-ten-lost-when-filtered"];

const sameOnSmallStores = [...storedAlthoughRefusedMutants, ...creationMutants, ...lossyFilterMutants];

const full = fullOfOthers(450, "newest first");

/** Mutants that are known from small stores, where no list shows everything, and the newest animals come first. */
export const fullStoreMutants: readonly Mutant[] = sameOnSmallStores
  .filter(({ name }) => names.includes(name))
  .map((mutant) => ({ ...mutant, name: `${mutant.name}-on-a-full-store`, operator: inTurn(full, mutant.operator) }));
