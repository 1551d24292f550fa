import { Skip } from "../../engine/index.js";
import { causeOfLostIds } from "../../schema/index.js";
import { addAnimal, plainPet, someAnimal } from "./animals.js";
import { expectShown, provesNothing } from "./full-lists.js";
import { expectListedAsFetched } from "./list-expectations.js";
import { type NewPet, statusesOf } from "./pet.js";
import { deleted, fetchAnimal, findAnimal, isSurelyThere, listAnimals, needGetPet } from "./reading.js";
import {
  errors,
  fetchedOrNot,
  fetchRequest,
  largestPage,
  limitAbove,
  listRequest,
} from "./store-requests.js";
import { type Scenario, scenario } from "./store-state.js";

/** Checks on the section "Versioning". */
export const versioningChecks: readonly Scenario[] = [
  scenario({
    id: "server/version-segment",
    title: "the base address ends in the version segment",
    phase: "empty",
    run: async (t) => {
      const { versionSegment } = t.state.contract;
      const path = new URL(t.state.target.baseUrl).pathname.replace(/\/$/, "");
      const isThere = path.endsWith(versionSegment);
      // A finding has a request to repeat.
      if (!isThere) await t.sendUnchecked(listRequest(t.state, {}));
      t.expect(isThere, {
        expected: `an address that ends in ${versionSegment}`,
        actual: t.state.target.baseUrl,
      });
    },
  }),

  scenario({
    id: "get/until-removal",
    title: "the deprecated operation is there until the day of its removal",
    run: async (t) => {
      needGetPet(t.state);
      const listed = await listAnimals(t, { limit: limitAbove(t.state, 3) });
      const animals = listed.length > 0 ? listed : [await addAnimal(t, plainPet(t.state))];
      const missing: number[] = [];
      for (const { id } of animals) {
        const accepts = [...fetchedOrNot, ...errors(410, 405, 403)];
        const request = fetchRequest(t.state, id, { accepts, check: "get/until-removal" });
        const status = (await t.sendAnyway(request))?.response.status;
        if (status === 200 || status === undefined) return;
        missing.push(status);
      }
      const exchange = t.exchanges.length - 1;
      const at = exchange - missing.length + 1;
      const [first] = animals;
      const isGone = missing.every((status) => status === 404);
      if (isGone && first !== undefined && !(await isSurelyThere(t, first.id, at)))
        throw new Skip("untested", deleted);
      t.expect(false, {
        problem: "removed early",
        explains: ["gone", ...missing.map((status) => `status ${status}`)],
        expected: `200 with a Pet, until ${t.state.contract.removalDate}`,
        actual: `${missing.join(", ")} for ${missing.length} animals that exist`,
        likelyCause: causeOfLostIds(t.state.animals.keys()),
        interference: isGone ? "other clients" : "none",
        exchange,
      });
    },
  }),

  scenario<NewPet>({
    id: "deprecation/replacement",
    title: "an animal that was fetched by its id is found in the list of its status",
    adds: 1,
    inputs: (state) => statusesOf(state).map((status) => plainPet(state, status)),
    run: async (t, pet) => {
      needGetPet(t.state);
      const animal = await addAnimal(t, pet);
      const found = await fetchAnimal(t, animal.id);
      if (found.status === undefined) throw new Skip("not-applicable", "the animal shows no status");
      const page = await listAnimals(t, { status: found.status, limit: largestPage(t.state) });
      // Where the list need not show it, the animals that it does show can be fetched, and have that status.
      if (provesNothing(t.state, page)) await expectListedAsFetched(t, page);
      else await expectShown(t, page, [found]);
    },
  }),

  scenario({
    id: "deprecation/announced/headers",
    title: "the deprecated operation is asked for, so that the headers of its response can be judged",
    expects: ["deprecation/sunset", "deprecation/moment"],
    run: async (t) => {
      needGetPet(t.state);
      // Others may have deleted it by now.
      if ((await findAnimal(t, await someAnimal(t))) === undefined)
        await fetchAnimal(t, (await addAnimal(t, plainPet(t.state))).id);
    },
  }),
];
