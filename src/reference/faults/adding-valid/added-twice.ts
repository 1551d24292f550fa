import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";

/** Requests that add more than the animal that they are answered with. */
export const addedTwiceFaults: readonly Fault[] = [
  {
    name: "added-twice",
    breaks: "CREATE-24",
    why: "the queue delivers at least once, and each delivery gets an id of its own",
    alter: (conduct) => addTwins(conduct, () => true),
  },
  {
    name: "sold-added-twice",
    breaks: "CREATE-24",
    why: "a sale is entered by two listeners, of which one was to be removed",
    alter: (conduct) => addTwins(conduct, ({ status }) => status === "sold"),
  },
  {
    name: "twin-of-another-state",
    breaks: "CREATE-24",
    why: "an animal that is pending is reserved by a copy that is available",
    alter: (conduct) => addTwins(conduct, ({ status }) => status === "pending", { status: "available" }),
  },
];

/** Stores a twin of some animals, which differs from them in its id and this. */
function addTwins(
  conduct: Conduct,
  concerns: (pet: Pet) => boolean,
  difference: Partial<Pet> = {},
): Alteration {
  return {
    async storePet(pet, store) {
      await conduct.storePet(pet, store);
      if (!concerns(pet)) return;
      const twin = { ...pet, ...difference };
      await conduct.storePet({ ...twin, id: await conduct.assignId(twin, store) }, store);
    },
  };
}
