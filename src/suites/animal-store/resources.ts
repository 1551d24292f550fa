import { Skip } from "../../checks/index.js";
import { boundReached } from "./allowance.js";
import {
  addAnimal,
  additionCheck,
  choiceOf,
  lackingAnimals,
  needCategory,
  offerAnimal,
  plainPet,
} from "./animals.js";
import { isNewestDeleted } from "./deletions.js";
import { statusAt } from "./facts.js";
import type { NewPet } from "./pet.js";
import { refused } from "./requests.js";
import { once, type Scenario, scenario, type TestContext } from "./scenario.js";
import { type StoreState, usualCategory } from "./state.js";

/** How many more animals the lists need, in all and of each state, than they may hold, to have something to leave out. */
const population = { beyondMaximum: 2, beyondDefault: 2, atOnce: 12 };

/** Checks on the section "Resources and their fields". */
export const resourceChecks: readonly Scenario[] = [
  scenario({
    id: "create/unique-id/concurrent",
    title: "animals that are added at the same moment get ids of their own",
    phase: "populate",
    inputs: once,
    run: async (t) => {
      const { state } = t;
      const { pageSize } = state.contract.roles;
      const lacking = lackingAnimals(
        state,
        pageSize.maximum + population.beyondMaximum,
        pageSize.default + population.beyondDefault,
      );
      const extra = Array.from({ length: Math.max(0, population.atOnce - lacking.length) }, () =>
        plainPet(state),
      );
      if (state.readOnly) throw new Skip("untested", "this run may not write");
      const wanted = [...lacking, ...extra];
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

  scenario<{ readonly sent: bigint; readonly pet: NewPet }>({
    id: "create/assigned-id",
    title: "an id that the client sends does not become the animal's",
    phase: "create",
    inputs: (state) =>
      [4_242_424_242_424_242_424n, 1_424_242_424n, -42_424_242_424n, 1n, 0n].map((sent) => ({
        sent,
        pet: plainPet(state),
      })),
    run: async (t, { sent: wanted, pet }) => {
      needCategory(t.state);
      const sent = freeId(t.state, wanted);
      const known = t.state.animals.has(sent);
      const offer = { label: `with the id ${sent}`, refusals: refused(t.state) };
      const { status, animal } = await offerAnimal(t, { ...pet, id: sent }, offer);
      t.observe("create/body/unknown", choiceOf(status), "with an id of its own");
      // A counter may have reached a small number by itself; it reaches it once.
      const taken = animal?.id === sent && (known || sent > 1n || sent < 0n);
      t.expect(!taken, {
        problem: "taken over",
        expected: "an id that the service assigned",
        actual: `the id ${sent} that was sent`,
        at: { in: "body", pointer: "/id" },
      });
    },
  }),
];

/**
 * The id, or one at random that no animal has: a server may take over an id only once. Never the next one, to which
 * a counter comes by itself; and small ones stay as they are.
 */
function freeId(state: StoreState, wanted: bigint): bigint {
  let id = wanted;
  while ((id > 1n || id < 0n) && state.animals.has(id))
    id = wanted < 0n ? -state.randomInt64() : state.randomInt64();
  return id;
}

/** The first animal of the run: with it a category is found, and whether names must differ. */
export const firstAnimal: Scenario = scenario<NewPet>({
  id: "create/accepted/first",
  title: "a first valid animal is accepted",
  phase: "first-creation",
  inputs: (state) => [plainPet(state, statusAt(state, 0))],
  run: async (t, pet) => {
    const { state } = t;
    if (state.readOnly) throw new Skip("untested", "this run may not write");
    const learned = learnedCategories(state.animals);
    const candidates = categoryCandidates(state.categories, learned);
    for (const categoryId of candidates) {
      const named = { ...pet, name: `${pet.name} ${state.nonce()}` };
      for (const draft of [pet, named]) {
        if (await isTaken(t, { ...draft, categoryId })) {
          state.uniqueNames ||= draft === named;
          return;
        }
      }
    }
    // Perhaps it is not the category: animals of other kinds tell.
    const tried = candidates.join(", ");
    const [first = 1n] = candidates;
    const others: readonly NewPet[] = [
      { ...pet, status: statusAt(state, 1), categoryId: first },
      { ...pet, name: state.token(), categoryId: first },
      { name: state.token(), categoryId: first },
    ];
    let isOtherTaken = false;
    for (const other of others) isOtherTaken ||= await isTaken(t, other);
    if (!isOtherTaken) state.categorySearch = "failed";
    t.expect(!isOtherTaken && state.categories.length + learned.length === 0, {
      problem: "always refused",
      exchange: 0,
      expected: "201 with a Pet",
      actual: isOtherTaken
        ? "a refusal, but not of every animal"
        : `a refusal for each of the categories ${tried}`,
    });
    const advice = "name one that exists with --category";
    throw new Skip("inconclusive", `no category that was tried is accepted (${tried}); ${advice}`);
  },
});

/** Is this animal accepted? Then its category is one that the server knows. */
async function isTaken(t: TestContext, pet: NewPet): Promise<boolean> {
  const { animal } = await offerAnimal(t, pet, {
    label: `a new animal of category ${pet.categoryId}`,
    refusals: refused(t.state, 404, 422),
    check: additionCheck(t.state, pet),
  });
  if (animal === undefined) return false;
  t.state.accepted.add(pet.categoryId);
  t.state.categorySearch = "found";
  return true;
}

function categoryCandidates(given: readonly bigint[], learned: readonly bigint[]): readonly bigint[] {
  if (given.length > 0) return given.slice(0, 3);
  if (learned.length > 0) return learned.slice(0, 5);
  return [1n, 2n, 3n, 0n, 5n, 10n, 100n, 101n, 1000n, 1001n];
}

/** The categories of the animals that were there before, the most frequent first. */
function learnedCategories(animals: ReadonlyMap<bigint, { pet: { categoryId: bigint } }>): readonly bigint[] {
  const counts = new Map<bigint, number>();
  for (const { pet } of animals.values()) counts.set(pet.categoryId, (counts.get(pet.categoryId) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left).map(([category]) => category);
}

/** The categories worth telling apart: the usual one, and those of animals that were there before. */
export function knownCategories(state: Parameters<typeof usualCategory>[0]): readonly bigint[] {
  return [...new Set([usualCategory(state), ...state.categories, ...learnedCategories(state.animals)])];
}
