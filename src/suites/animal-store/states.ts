import { needGetPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { differences, readPet } from "./pet.js";
import { fetched, fetchRequest, notFound } from "./requests.js";
import { Stop } from "./stop.js";

/** Checks on the section "States and transitions", where the document is silent. */
export const stateChecks: readonly Check[] = [
  check({
    id: "STATE-3/later",
    title: "whether the first animals of the run are still what they were",
    phase: "final",
    inputs: once,
    run: async (probe) => {
      needGetPet(probe.world);
      const own = [...probe.world.animals.values()].filter((animal) => animal.own).slice(0, 3);
      if (own.length === 0) throw new Stop("untested", "the run added no animals");
      for (const { pet } of own) {
        const accepts = [...fetched, ...notFound];
        const { json } = await probe.send(fetchRequest(probe.world, pet.id, { accepts }));
        const later = readPet(probe.world, json);
        const same = later !== undefined && differences(pet, later).length === 0;
        probe.observe(
          "STATE-3",
          later === undefined ? "deleted by others" : same ? "unchanged" : "changed by others",
        );
      }
    },
  }),
];
