import { describeAddition, petOf, plainPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { claimSent } from "./kept-claims.js";
import type { Probe } from "./probe.js";
import { added, addRequest, errors, newPetBody } from "./requests.js";
import { knownCategories } from "./resources.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";

/** From here on a double no longer holds every integer. */
const exactInDouble = 2n ** 53n;

/** So many values on each side make sure that the server keeps no table of categories. */
const rounds = 5;

/** The check that no category is refused for its size alone. */
export const largeCategoryChecks: readonly Check[] = [
  check({
    id: "CREATE-1/large-category",
    observes: ["CREATE-23"],
    title: "where any smaller categoryId is accepted, one beyond 2^53 is accepted, too",
    phase: "populate",
    inputs: once,
    run: async (probe) => {
      if (isLargeAccepted(probe.world)) return;
      const refused: bigint[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await needAccepted(probe);
        // From 2^54 to 2^63, more bits each time.
        const large = probe.world.randomInt64() >> BigInt(2 * (rounds - 1 - round));
        if (await isAccepted(probe, large)) return;
        refused.push(large);
      }
      const exchange = probe.exchanges.length - 1;
      await needAccepted(probe);
      probe.claim(false, {
        problem: "large categories refused",
        expected: "201 with a Pet, since a categoryId is any 64-bit integer",
        actual: `each of ${rounds} beyond 2^53 refused (${refused.join(", ")}), each of ${rounds + 1} below 2^52 accepted`,
        exchange,
      });
    },
  }),
];

/** Was one accepted already, as the check of the boundaries tries some? */
function isLargeAccepted({ animals }: World): boolean {
  return [...animals.values()].some(({ pet, own }) => own && pet.categoryId > exactInDouble);
}

/** @throws Stop if a category that nobody can have listed is refused: then the server may keep a table of them */
async function needAccepted(probe: Probe): Promise<void> {
  const { world } = probe;
  const known = new Set(knownCategories(world));
  let categoryId: bigint;
  do categoryId = 2n ** 40n + (world.randomInt64() % (2n ** 52n - 2n ** 40n));
  while (known.has(categoryId));
  if (!(await isAccepted(probe, categoryId)))
    throw new Stop("not-applicable", "the server may keep a table of categories");
}

/** Adds an animal of this category. Where names must differ, nobody has given its name before. */
async function isAccepted(probe: Probe, categoryId: bigint): Promise<boolean> {
  const draft = plainPet(probe.world);
  const name = probe.world.uniqueNames ? `Pedigree ${probe.world.nonce()}` : draft.name;
  const pet = { ...draft, name, categoryId };
  const request = addRequest(probe.world, newPetBody(probe.world, pet), {
    label: `categoryId ${categoryId}`,
    accepts: [...added, ...errors(400, 404, 422)],
  });
  const { answer, json } = await probe.send(request);
  probe.observe("CREATE-23", describeAddition(answer.status));
  if (answer.status !== 201) return false;
  claimSent(probe, pet, petOf(probe.world, json));
  return true;
}
