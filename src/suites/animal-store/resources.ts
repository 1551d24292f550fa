import { Skip } from "../../checks/index.js";
import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import {
  addAnimal,
  additionCheck,
  choiceOf,
  knownAnimals,
  needCategory,
  offerAnimal,
  plainPet,
  someAnimal,
} from "./animals.js";
import { expectSent } from "./kept.js";
import { isNewestDeleted } from "./learning.js";
import { type NewPet, statusAt, statusesOf } from "./pet.js";
import { errors, refused } from "./requests.js";
import {
  boundReached,
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
  usualCategory,
} from "./state.js";

/** How many more animals the lists need, in all and of each state, than they may hold, to have something to leave out. */
const population = { beyondMaximum: 2, beyondDefault: 2, atOnce: 12 };

/** Checks on the section "Resources and their fields". */
export const resourceChecks: readonly Scenario[] = [
  scenario({
    id: "create/unique-id/concurrent",
    title: "animals that are added at the same moment get ids of their own",
    adds: population.atOnce,
    phase: "populate",
    run: async (t) => {
      const { state } = t;
      const wanted = lackingAnimals(state);
      if (state.readOnly) throw new Skip("untested", "this run may not write");
      if (state.mayFillLists) state.budget.widenOnce(wanted.length - population.atOnce);
      const pets = wanted.slice(0, await state.budget.roomFor(wanted.length));
      if (pets.length < 2) throw boundReached(state);
      const done = await Promise.allSettled(pets.map((pet) => addAnimal(t, pet)));
      const ids = done.flatMap((each) => (each.status === "fulfilled" ? [each.value.id] : []));
      const failed = done.find((each) => each.status === "rejected");
      // A few that got lost on the way tell nothing of the others.
      if (failed !== undefined && ids.length < done.length / 2) throw failed.reason;
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      t.expect(twice === undefined || (await isNewestDeleted(state)), {
        problem: "id given twice",
        expected: `${ids.length} ids for ${ids.length} animals`,
        actual: `the id ${twice} more than once`,
      });
    },
  }),

  scenario<{ readonly sent: Json; readonly pet: NewPet }>({
    id: "create/assigned-id",
    title: "an id that the client sends does not become the animal's",
    adds: 1,
    phase: "create",
    inputs: (state) => {
      const ids = [4_242_424_242_424_242_424n, 1_424_242_424n, -42_424_242_424n, ofAnimal, "zz"];
      const more = state.thorough ? [1n, 0n, null, numberAsWritten("1.5")] : [];
      return [...ids, ...more].map((sent) => ({ sent, pet: plainPet(state) }));
    },
    run: async (t, { sent: wanted, pet }) => {
      needCategory(t.state);
      const isSmall = wanted === 1n || wanted === 0n;
      const sent = await idToSend(t, wanted);
      const known = typeof sent === "bigint" && t.state.animals.has(sent);
      const offer = { label: `with the id ${renderJson(sent)}`, refusals: refused(t.state) };
      const { status, animal } = await offerAnimal(t, { ...pet, id: sent }, offer);
      t.observe("create/body/unknown", choiceOf(status), "with an id of its own");
      // A counter may have reached a small number by itself; it reaches it once.
      t.expect(animal?.id !== sent || (isSmall && !known), {
        problem: "taken over",
        expected: "an id that the service assigned",
        actual: `the id ${sent} that was sent`,
        at: { in: "body", pointer: "/id" },
        // Others may have deleted the animal, and a server may give its id again.
        interference: wanted === ofAnimal ? "other clients" : "none",
      });
    },
  }),
];

/**
 * What must be added so that the lists have something to leave out: more animals than the highest limit in
 * all, and more than the default of each state; at least some that go out at once.
 */
function lackingAnimals(state: StoreState): readonly NewPet[] {
  const { pageSize } = state.contract.roles;
  const statuses = statusesOf(state);
  const ofEach = pageSize.default + population.beyondDefault;
  const wanted = statuses.flatMap((status) => {
    const most = status === statusAt(state, 1) ? Math.max(ofEach, state.crowd) : ofEach;
    return Array.from({ length: Math.max(0, most - knownAnimals(state, status).length) }, () => status);
  });
  while (wanted.length + state.animals.size < pageSize.maximum + population.beyondMaximum)
    wanted.push(statusAt(state, wanted.length % statuses.length));
  const pets = wanted.map((status) => plainPet(state, status));
  while (pets.length < population.atOnce) pets.push(plainPet(state));
  return pets;
}

/** Stands for the id of an animal that the run has added. */
const ofAnimal = "of an animal";

async function idToSend(t: TestContext, wanted: Json): Promise<Json> {
  // The first one is the same whatever is sent at the same time.
  if (wanted === ofAnimal) return (ownAnimals(t.state)[0]?.pet ?? (await someAnimal(t))).id;
  return typeof wanted !== "bigint" || wanted === 1n || wanted === 0n ? wanted : freeId(t.state, wanted);
}

/**
 * The id, or one at random that no animal has: a server may take over an id only once. Never the next one, to which
 * a counter comes by itself.
 */
function freeId(state: StoreState, wanted: bigint): bigint {
  let id = wanted;
  while (state.animals.has(id)) id = wanted < 0n ? -state.randomInt64() : state.randomInt64();
  return id;
}

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
    const candidates = categoryCandidates(state.categories, learned);
    for (const categoryId of candidates) {
      if (await isFirstAccepted(t, { ...pet, categoryId })) return;
      const name = `${pet.name} ${state.nonce()}`;
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
      { ...pet, name: state.token(), categoryId },
      { name: state.token(), categoryId },
    ];
    let isOtherAccepted = false;
    for (const other of others) isOtherAccepted ||= await isFirstAccepted(t, other);
    state.isEveryCategoryRefused = !isOtherAccepted;
    t.expect(!isOtherAccepted && state.categories.length + learned.length === 0, {
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
      const large = t.state.randomInt64() >> BigInt(2 * (rounds - 1 - round));
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
  do categoryId = 2n ** 40n + (t.state.randomInt64() % (2n ** 52n - 2n ** 40n));
  while (known.includes(categoryId));
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
  return [...new Set([usualCategory(state), ...state.categories, ...learnedCategories(state)])];
}
