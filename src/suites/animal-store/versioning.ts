import { Skip } from "../../checks/index.js";
import { addAnimal, plainPet, someAnimal } from "./animals.js";
import { largestPage, limitAbove, statusesOf } from "./facts.js";
import { fetchAnimal, isSurelyThere, needGetPet } from "./fetching.js";
import { expectShown, provesNothing } from "./full-lists.js";
import { expectListedAsFetched } from "./listed-and-fetched.js";
import { listAnimals } from "./pages.js";
import type { NewPet, Pet } from "./pet.js";
import { errors, fetched, fetchRequest, notFound } from "./requests.js";
import { once, type Scenario, scenario, type TestContext } from "./scenario.js";

/** Checks on the section "Versioning". */
export const versioningChecks: readonly Scenario[] = [
  scenario({
    id: "server/version-segment",
    title: "the base address ends in the version segment",
    phase: "empty",
    inputs: once,
    run: async (t) => {
      const path = new URL(t.state.baseUrl).pathname.replace(/\/$/, "");
      t.expect(path.endsWith(t.state.contract.versionSegment), {
        expected: `an address that ends in ${t.state.contract.versionSegment}`,
        actual: t.state.baseUrl,
      });
    },
  }),

  scenario({
    id: "get/until-removal",
    title: "the deprecated operation is there until the day of its removal",
    phase: "read",
    inputs: once,
    run: async (t) => {
      needGetPet(t.state);
      const animals = await animalsThere(t);
      const missing: number[] = [];
      for (const { id } of animals) {
        const accepts = [...fetched, ...notFound, ...errors(410, 405, 403)];
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
        throw new Skip("untested", "others may have deleted the animal");
      t.expect(false, {
        problem: "removed early",
        expected: `200 with a Pet, until ${t.state.contract.removalDate}`,
        actual: `${missing.join(", ")} for ${missing.length} animals that exist`,
        interference: isGone ? "other clients" : "none",
        exchange,
      });
    },
  }),

  scenario<NewPet>({
    id: "deprecation/replacement",
    title: "an animal that was fetched by its id is found in the list of its status",
    phase: "read",
    inputs: (state) => statusesOf(state).map((status) => plainPet(state, status)),
    run: async (t, pet) => {
      needGetPet(t.state);
      const animal = await addAnimal(t, pet);
      const found = await fetchAnimal(t, animal.id);
      if (found.status === undefined) throw new Skip("not-applicable", "the animal shows no status");
      const query = { status: found.status, limit: largestPage(t.state) };
      const page = await listAnimals(t, query);
      // Where the list need not show it, the animals that it does show can be fetched, and have that status.
      if (provesNothing(t.state, page, query)) await expectListedAsFetched(t, page, query);
      else await expectShown(t, page, [found], query);
    },
  }),

  scenario({
    id: "deprecation/announced/headers",
    title: "the deprecated operation is asked for, so that the headers of its response can be judged",
    expects: ["deprecation/sunset", "deprecation/moment"],
    phase: "read",
    inputs: once,
    run: async (t) => {
      needGetPet(t.state);
      const { id } = await someAnimal(t);
      const { response } = await t.send(fetchRequest(t.state, id, { accepts: [...fetched, ...notFound] }));
      // Others may have deleted it by now.
      if (response.status !== 200) await fetchAnimal(t, (await addAnimal(t, plainPet(t.state))).id);
    },
  }),
];

/** Animals that are there at this moment: listed just now or, if none is listed, added. */
async function animalsThere(t: TestContext): Promise<readonly Pet[]> {
  const listed = await listAnimals(t, { limit: limitAbove(t.state, 3) });
  return listed.length > 0 ? listed : [await addAnimal(t, plainPet(t.state))];
}
