import { Skip } from "../../checks/index.js";
import { isNewestDeleted } from "./deletions.js";
import { needGetPet } from "./fetching.js";
import { differences, type Pet, readPet } from "./pet.js";
import { fetched, fetchRequest, notFound } from "./requests.js";
import { once, type Scenario, scenario } from "./scenario.js";

/** Checks on the section "States and transitions", where the document is silent. */
export const stateChecks: readonly Scenario[] = [
  scenario({
    id: "get/later",
    title: "whether the first animals of the run are still what they were",
    phase: "final",
    inputs: once,
    run: async (t) => {
      if (t.state.isIdGivenTwice) t.state.othersAct ||= await isNewestDeleted(t.state);
      needGetPet(t.state);
      const own = [...t.state.animals.values()].filter((animal) => animal.own).slice(0, 3);
      if (own.length === 0) throw new Skip("untested", "the run added no animals");
      const fate = async (pet: Pet): Promise<string> => {
        const accepts = [...fetched, ...notFound];
        const { json } = await t.send(fetchRequest(t.state, pet.id, { accepts }));
        const later = readPet(t.state, json);
        if (later === undefined) return "deleted by others";
        return differences(pet, later).length === 0 ? "unchanged" : "changed by others";
      };
      for (const { pet } of own) {
        const first = await fate(pet);
        t.observe("get/later", first);
        // A server that loses one answer in ten does so in passing; what others did stays.
        if (first !== "unchanged") t.state.othersAct ||= (await fate(pet)) === first;
      }
    },
  }),
];
