import type { Conduct } from "../conduct.js";
import type { Alteration } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** How soon an animal is seen after it was added. */
export const delayVariants: readonly Variant[] = [
  variant("seen-in-lists-after-a-while", "STATE-4", "how soon an animal is seen is not said", { needs: { settle: 2000 } }).by((conduct) => {
    const { dueAt, delaying } = delaySight(conduct, 60);
    return {
      ...delaying,
      *selectPets(store, status) {
        const now = performance.now();
        for (const pet of conduct.selectPets(store, status)) if (dueAt(pet.id) <= now) yield pet;
      },
    };
  }),
  variant("fetched-after-a-while", "STATE-4", "how soon an animal is seen is not said", { needs: { settle: 2000 } }).by((conduct) => {
    const { dueAt, delaying } = delaySight(conduct, 30);
    return {
      ...delaying,
      lookUp: (id, store) => (dueAt(id) <= performance.now() ? conduct.lookUp(id, store) : undefined),
    };
  }),
];

/** Remembers from when on each animal may be seen: so many milliseconds after it was stored. */
function delaySight(conduct: Conduct, pause: number): { readonly dueAt: (id: bigint) => number; readonly delaying: Alteration } {
  const from = new Map<bigint, number>();
  return {
    dueAt: (id) => from.get(id) ?? 0,
    delaying: {
      async storePet(pet, store) {
        from.set(pet.id, performance.now() + pause);
        await conduct.storePet(pet, store);
      },
    },
  };
}
