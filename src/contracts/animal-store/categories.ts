import { Skip } from "../../engine/index.js";
import { additionCheck, choiceOf, offerAnimal, plainPet } from "./animals.js";
import { expectSent } from "./kept.js";
import { type NewPet, statusAt } from "./pet.js";
import { errors, refused } from "./store-requests.js";
import {
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
  usualCategory,
} from "./store-state.js";

/** From here on a double no longer holds every integer. */
const exactInDouble = 2n ** 53n;

/** This number of values on each side makes sure that the server keeps no table of categories. */
const rounds = 5;

/** The first animal of the run: with it a category is found, and whether names must differ. */
export const firstAnimal: Scenario = scenario<NewPet>({
  id: "create/accepted/first",
  title: "a first valid animal is accepted",
  adds: 1,
  phase: "first-creation",
  inputs: (state) => [plainPet(state, statusAt(state, 0))],
  run: async (t, pet) => {
    const { state } = t;
    const learned = learnedCategories(state);
    const candidates = categoryCandidates(state.settings.categories, learned);
    for (const categoryId of candidates) {
      if (await isFirstAccepted(t, { ...pet, categoryId })) return;
      const name = `${pet.name} ${state.words.nonce()}`;
      if (await isFirstAccepted(t, { ...pet, name, categoryId })) {
        state.uniqueNames = true;
        return;
      }
    }
    // Perhaps it is not the category: animals of other kinds tell.
    const tried = candidates.join(", ");
    const [categoryId = 1n] = candidates;
    const others: readonly NewPet[] = [
      { ...pet, status: statusAt(state, 1), categoryId },
      { ...pet, name: state.words.marker(), categoryId },
      { name: state.words.marker(), categoryId },
    ];
    let isOtherAccepted = false;
    for (const other of others) isOtherAccepted ||= await isFirstAccepted(t, other);
    state.isEveryCategoryRefused = !isOtherAccepted;
    t.expect(!isOtherAccepted && state.settings.categories.length + learned.length === 0, {
      problem: "always refused",
      exchange: 0,
      expected: "201 with a Pet",
      actual: isOtherAccepted
        ? "a refusal, but not of every animal"
        : `a refusal for each of the categories ${tried}`,
    });
    const advice = "name one that exists with --category";
    throw new Skip("inconclusive", `no category that was tried is accepted (${tried}); ${advice}`);
  },
});

/** The check that no category is refused for its size alone. */
export const largeCategory: Scenario = scenario({
  id: "create/accepted/large-category",
  observes: ["create/category"],
  title: "where any smaller categoryId is accepted, one beyond 2^53 is accepted, too",
  phase: "populate",
  run: async (t) => {
    // The check of the boundaries tries some.
    if (ownAnimals(t.state).some(({ pet }) => pet.categoryId > exactInDouble)) return;
    const tooLarge: bigint[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await needAccepted(t);
      // From 2^54 to 2^63, more bits each time.
      const large = t.state.words.randomInt64() >> BigInt(2 * (rounds - 1 - round));
      if (await isAccepted(t, large)) return;
      tooLarge.push(large);
    }
    const exchange = t.exchanges.length - 1;
    await needAccepted(t);
    t.expect(false, {
      problem: "large categories refused",
      expected: "201 with a Pet, since a categoryId is any 64-bit integer",
      actual: `each of ${rounds} beyond 2^53 refused (${tooLarge.join(", ")}), each of ${rounds + 1} below 2^52 accepted`,
      exchange,
    });
  },
});

/** Is this animal accepted? Then its category is one that the server knows. */
async function isFirstAccepted(t: TestContext, pet: NewPet): Promise<boolean> {
  const { animal } = await offerAnimal(t, pet, {
    label: `a new animal of category ${pet.categoryId}`,
    refusals: refused(t.state, 404, 422),
    check: additionCheck(t.state, pet),
  });
  if (animal === undefined) return false;
  t.state.accepted.add(pet.categoryId);
  t.state.isEveryCategoryRefused = false;
  return true;
}

/** @throws Skip if a category that nobody can have listed is refused: then the server may keep a table of them */
async function needAccepted(t: TestContext): Promise<void> {
  const known = knownCategories(t.state);
  let categoryId: bigint;
  do categoryId = 2n ** 40n + (t.state.words.randomInt64() % (2n ** 52n - 2n ** 40n));
  while (known.includes(categoryId));
  if (!(await isAccepted(t, categoryId)))
    throw new Skip("not-applicable", "the server may keep a table of categories");
}

/** Adds an animal of this category. Where names must differ, nobody has given its name before. */
async function isAccepted(t: TestContext, categoryId: bigint): Promise<boolean> {
  const draft = plainPet(t.state);
  const name = t.state.uniqueNames ? `Pedigree ${t.state.words.nonce()}` : draft.name;
  const pet = { ...draft, name, categoryId };
  const refusals = errors(400, 404, 422);
  const { status, animal } = await offerAnimal(t, pet, { label: `categoryId ${categoryId}`, refusals });
  t.observe("create/category", choiceOf(status));
  if (animal !== undefined) expectSent(t, pet, animal);
  return animal !== undefined;
}

function categoryCandidates(given: readonly bigint[], learned: readonly bigint[]): readonly bigint[] {
  if (given.length > 0) return given.slice(0, 3);
  // A store that has lived for weeks may show animals of categories that are gone.
  if (learned.length > 0) return learned.slice(0, 20);
  return [1n, 2n, 3n, 0n, 5n, 10n, 100n, 101n, 1000n, 1001n];
}

/** The categories of the animals that were there before, the most frequent first. */
function learnedCategories({ animals }: StoreState): readonly bigint[] {
  const counts = new Map<bigint, number>();
  for (const { pet } of animals.values()) counts.set(pet.categoryId, (counts.get(pet.categoryId) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left).map(([category]) => category);
}

/** The categories worth telling apart: the usual one, and those of animals that were there before. */
export function knownCategories(state: StoreState): readonly bigint[] {
  return [...new Set([usualCategory(state), ...state.settings.categories, ...learnedCategories(state)])];
}
