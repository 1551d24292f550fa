import { type Alteration, everyNth } from "../alterations.js";
import type { Conduct } from "../conduct.js";

/** Marks every tenth animal that is stored as one that an index has lost. */
export function loseOneInTen(conduct: Conduct): {
  readonly lost: ReadonlySet<bigint>;
  readonly losing: Alteration;
} {
  const lost = new Set<bigint>();
  const now = everyNth(10);
  return {
    lost,
    losing: {
      async storePet(pet, store) {
        if (now()) lost.add(pet.id);
        await conduct.storePet(pet, store);
      },
    },
  };
}
