import { Skip } from "../../checks/index.js";
import { choiceOf, offerAnimal, plainPet } from "./animals.js";
import { expectSent } from "./kept.js";
import { errors } from "./requests.js";
import { knownCategories } from "./resources.js";
import { once, type Scenario, scenario, type TestContext } from "./scenario.js";
import type { StoreState } from "./state.js";

/** From here on a double no longer holds every integer. */
const exactInDouble = 2n ** 53n;

/** This number of values on each side makes sure that the server keeps no table of categories. */
const rounds = 5;

/** The check that no category is refused for its size alone. */
export const largeCategoryChecks: readonly Scenario[] = [
  scenario({
    id: "create/accepted/large-category",
    observes: ["create/category"],
    title: "where any smaller categoryId is accepted, one beyond 2^53 is accepted, too",
    phase: "populate",
    inputs: once,
    run: async (t) => {
      if (isLargeAccepted(t.state)) return;
      const refused: bigint[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await needAccepted(t);
        // From 2^54 to 2^63, more bits each time.
        const large = t.state.randomInt64() >> BigInt(2 * (rounds - 1 - round));
        if (await isAccepted(t, large)) return;
        refused.push(large);
      }
      const exchange = t.exchanges.length - 1;
      await needAccepted(t);
      t.expect(false, {
        problem: "large categories refused",
        expected: "201 with a Pet, since a categoryId is any 64-bit integer",
        actual: `each of ${rounds} beyond 2^53 refused (${refused.join(", ")}), each of ${rounds + 1} below 2^52 accepted`,
        exchange,
      });
    },
  }),
];

/** Was one accepted already, as the check of the boundaries tries some? */
function isLargeAccepted({ animals }: StoreState): boolean {
  return [...animals.values()].some(({ pet, own }) => own && pet.categoryId > exactInDouble);
}

/** @throws Skip if a category that nobody can have listed is refused: then the server may keep a table of them */
async function needAccepted(t: TestContext): Promise<void> {
  const { state } = t;
  const known = new Set(knownCategories(state));
  let categoryId: bigint;
  do categoryId = 2n ** 40n + (state.randomInt64() % (2n ** 52n - 2n ** 40n));
  while (known.has(categoryId));
  if (!(await isAccepted(t, categoryId)))
    throw new Skip("not-applicable", "the server may keep a table of categories");
}

/** Adds an animal of this category. Where names must differ, nobody has given its name before. */
async function isAccepted(t: TestContext, categoryId: bigint): Promise<boolean> {
  const draft = plainPet(t.state);
  const name = t.state.uniqueNames ? `Pedigree ${t.state.nonce()}` : draft.name;
  const pet = { ...draft, name, categoryId };
  const refusals = errors(400, 404, 422);
  const { status, animal } = await offerAnimal(t, pet, { label: `categoryId ${categoryId}`, refusals });
  t.observe("create/category", choiceOf(status));
  if (animal !== undefined) expectSent(t, pet, animal);
  return animal !== undefined;
}
