import { listAnimals, needGetPet } from "./animals.js";
import { describe } from "./list-claims.js";
import { differences, type Pet, readPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { fetched, fetchRequest, notFound, type Query } from "./requests.js";
import { Stop } from "./stop.js";

/**
 * Claims that the first and the last animal of a page, which was the last answer, look the same when they are fetched. They may be other people's:
 * one that differs is listed and fetched once more, and still others may have changed it back and forth.
 * @throws Stop if none of them could be compared
 */
export async function claimListedAsFetched(probe: Probe, page: readonly Pet[], query: Query): Promise<void> {
  needGetPet(probe.world);
  const compared = [];
  for (const pet of new Set([...page.slice(0, 1), ...page.slice(-1)])) {
    const found = await fetchNow(probe, pet);
    if (found === undefined) continue;
    compared.push(pet);
    if (!differs(found, pet)) continue;
    const exchange = probe.exchanges.length - 1;
    const again = (await listAnimals(probe, query)).find(({ id }) => id === pet.id);
    const foundAgain = await fetchNow(probe, pet);
    const isSteady = again !== undefined && foundAgain !== undefined && differs(foundAgain, again);
    probe.claim(!isSteady, {
      problem: differences(found, pet).join(", "),
      expected: `${describe(found)}, as it is fetched`,
      actual: `${describe(pet)}, as it is listed`,
      otherCause: "neighbours",
      exchange,
    });
  }
  if (compared.length === 0) throw new Stop("untested", "it takes an animal on the list that can be fetched");
}

function differs(fetchedPet: Pet, listedPet: Pet): boolean {
  return differences(fetchedPet, listedPet).length > 0;
}

async function fetchNow(probe: Probe, { id }: Pet): Promise<Pet | undefined> {
  const { json } = await probe.send(fetchRequest(probe.world, id, { accepts: [...fetched, ...notFound] }));
  return readPet(probe.world, json);
}
