import { Skip } from "../../checks/index.js";
import { needGetPet } from "./fetching.js";
import { describe } from "./list-expectations.js";
import { listAnimals } from "./pages.js";
import { differences, type Pet, readPet } from "./pet.js";
import { fetched, fetchRequest, notFound, type Query } from "./requests.js";
import type { TestContext } from "./scenario.js";

/**
 * Expects that the first and the last animal of a page, which was the last answer, look the same when they are fetched. They may be other people's:
 * one that differs is listed and fetched once more, and still others may have changed it back and forth.
 * @throws Skip if none of them could be compared
 */
export async function expectListedAsFetched(
  t: TestContext,
  page: readonly Pet[],
  query: Query,
): Promise<void> {
  needGetPet(t.state);
  const compared = [];
  const valid = page.filter(({ invalid }) => invalid.length === 0);
  for (const pet of new Set([...valid.slice(0, 1), ...valid.slice(-1)])) {
    const found = await fetchNow(t, pet);
    if (found === undefined) continue;
    compared.push(pet);
    if (!differs(found, pet)) continue;
    const exchange = t.exchanges.length - 1;
    const again = (await listAnimals(t, query)).find(({ id }) => id === pet.id);
    const foundAgain = await fetchNow(t, pet);
    const isSteady = again !== undefined && foundAgain !== undefined && differs(foundAgain, again);
    t.expect(!isSteady, {
      problem: differences(found, pet).join(", "),
      expected: `${describe(found)}, as it is fetched`,
      actual: `${describe(pet)}, as it is listed`,
      interference: "other clients",
      exchange,
    });
  }
  if (compared.length === 0) throw new Skip("untested", "it takes an animal on the list that can be fetched");
}

function differs(fetchedPet: Pet, listedPet: Pet): boolean {
  return differences(fetchedPet, listedPet).length > 0;
}

async function fetchNow(t: TestContext, { id }: Pet): Promise<Pet | undefined> {
  const { json } = await t.send(fetchRequest(t.state, id, { accepts: [...fetched, ...notFound] }));
  return readPet(t.state, json);
}
