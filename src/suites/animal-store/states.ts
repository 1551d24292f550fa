import { needGetPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { differences, type Pet, readPet } from "./pet.js";
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
      const fate = async (pet: Pet): Promise<string> => {
        const accepts = [...fetched, ...notFound];
        const { json } = await probe.send(fetchRequest(probe.world, pet.id, { accepts }));
        const later = readPet(probe.world, json);
        if (later === undefined) return "deleted by others";
        return differences(pet, later).length === 0 ? "unchanged" : "changed by others";
      };
      for (const { pet } of own) {
        const first = await fate(pet);
        probe.observe("STATE-3", first);
        // A server that loses one answer in ten does so in passing; what others did stays.
        if (first !== "unchanged") probe.world.othersAct ||= (await fate(pet)) === first;
      }
    },
  }),
];
