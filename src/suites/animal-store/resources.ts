import { boundReached } from "./allowance.js";
import {
  addAnimal,
  addRequirement,
  describeAddition,
  lackingAnimals,
  needCategory,
  plainPet,
} from "./animals.js";
import { type Check, check, once } from "./check.js";
import { statusAt } from "./facts.js";
import { type NewPet, readPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { added, addRequest, newPetBody, refused } from "./requests.js";
import { Stop } from "./stop.js";
import { usualCategory, type World } from "./world.js";

/** How many more animals the lists need, in all and of each state, than they may hold, to have something to leave out. */
const population = { beyondMaximum: 2, beyondDefault: 2, atOnce: 12 };

/** Checks on the section "Resources and their fields". */
export const resourceChecks: readonly Check[] = [
  check({
    id: "PET-5/concurrent",
    title: "animals that are added at the same moment get ids of their own",
    phase: "populate",
    inputs: once,
    run: async (probe) => {
      const { world } = probe;
      const { pageSize } = world.contract.roles;
      const lacking = lackingAnimals(
        world,
        pageSize.maximum + population.beyondMaximum,
        pageSize.default + population.beyondDefault,
      );
      const extra = Array.from({ length: Math.max(0, population.atOnce - lacking.length) }, () =>
        plainPet(world),
      );
      if (world.readOnly) throw new Stop("untested", "this run may not write");
      const wanted = [...lacking, ...extra];
      const pets = wanted.slice(0, await world.budget.roomFor(wanted.length));
      if (pets.length < 2) throw boundReached(world);
      const done = await Promise.allSettled(pets.map((pet) => addAnimal(probe, pet)));
      const ids = done.flatMap((each) => (each.status === "fulfilled" ? [each.value.id] : []));
      const failed = done.find((each) => each.status === "rejected");
      // A few that got lost on the way tell nothing of the others.
      if (failed !== undefined && ids.length < done.length / 2) throw failed.reason;
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      probe.claim(twice === undefined, {
        problem: "id given twice",
        expected: `${ids.length} ids for ${ids.length} animals`,
        actual: `the id ${twice} more than once`,
      });
    },
  }),

  check<{ readonly sent: bigint; readonly pet: NewPet }>({
    id: "PET-6/client-id",
    title: "an id that the client sends does not become the animal's",
    phase: "create",
    inputs: (world) =>
      [4_242_424_242_424_242_424n, 1_424_242_424n, -42_424_242_424n, 1n, 0n].map((sent) => ({
        sent,
        pet: plainPet(world),
      })),
    run: async (probe, { sent: wanted, pet }) => {
      needCategory(probe.world);
      const sent = freeId(probe.world, wanted);
      const known = probe.world.animals.has(sent);
      const request = addRequest(probe.world, newPetBody(probe.world, { ...pet, id: sent } as NewPet), {
        label: `with the id ${sent}`,
        accepts: [...added, ...refused(probe.world)],
      });
      const { answer, json } = await probe.send(request);
      probe.observe("CREATE-17", describeAddition(answer.status), "with an id of its own");
      // A counter may have reached a small number by itself; it reaches it once.
      const taken = readPet(probe.world, json)?.id === sent && (known || sent > 1n || sent < 0n);
      probe.claim(!taken, {
        problem: "taken over",
        expected: "an id that the service assigned",
        actual: `the id ${sent} that was sent`,
        at: { in: "body", pointer: "/id" },
      });
    },
  }),
];

/**
 * The id, or one at random that no animal has: who takes over an id may do so only once. Never the next one, to which
 * a counter comes by itself; and small ones stay as they are.
 */
function freeId(world: World, wanted: bigint): bigint {
  let id = wanted;
  while ((id > 1n || id < 0n) && world.animals.has(id))
    id = wanted < 0n ? -world.randomInt64() : world.randomInt64();
  return id;
}

/** The first animal of the run: with it a category is found, and whether names must differ. */
export const firstAnimal: Check = check<NewPet>({
  id: "CREATE-1/first",
  title: "a first valid animal is accepted",
  phase: "first-creation",
  inputs: (world) => [plainPet(world, statusAt(world, 0))],
  run: async (probe, pet) => {
    const { world } = probe;
    if (world.readOnly) throw new Stop("untested", "this run may not write");
    const learned = learnedCategories(world.animals);
    const candidates = categoryCandidates(world.categories, learned);
    for (const categoryId of candidates) {
      const named = { ...pet, name: `${pet.name} ${world.nonce()}` };
      for (const draft of [pet, named]) {
        if (await isTaken(probe, { ...draft, categoryId })) {
          world.uniqueNames ||= draft === named;
          return;
        }
      }
    }
    // Perhaps it is not the category: animals of other kinds tell.
    const tried = candidates.join(", ");
    const [first = 1n] = candidates;
    const others: readonly NewPet[] = [
      { ...pet, status: statusAt(world, 1), categoryId: first },
      { ...pet, name: world.token(), categoryId: first },
      { name: world.token(), categoryId: first },
    ];
    let isOtherTaken = false;
    for (const other of others) isOtherTaken ||= await isTaken(probe, other);
    if (!isOtherTaken) world.categorySearch = "failed";
    probe.claim(!isOtherTaken && world.categories.length + learned.length === 0, {
      problem: "always refused",
      exchange: 0,
      expected: "201 with a Pet",
      actual: isOtherTaken
        ? "a refusal, but not of every animal"
        : `a refusal for each of the categories ${tried}`,
    });
    const advice = "name one that exists with --category";
    throw new Stop("inconclusive", `no category that was tried is accepted (${tried}); ${advice}`);
  },
});

/** Is this animal accepted? Then its category is one that the server knows. */
async function isTaken(probe: Probe, pet: NewPet): Promise<boolean> {
  const request = addRequest(probe.world, newPetBody(probe.world, pet), {
    label: `a new animal of category ${pet.categoryId}`,
    accepts: [...added, ...refused(probe.world, 404, 422)],
    requirement: addRequirement(probe.world, pet),
  });
  const { answer } = await probe.send(request);
  if (answer.status !== 201) return false;
  probe.world.accepted.add(pet.categoryId);
  probe.world.categorySearch = "found";
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
export function knownCategories(world: Parameters<typeof usualCategory>[0]): readonly bigint[] {
  return [...new Set([usualCategory(world), ...world.categories, ...learnedCategories(world.animals)])];
}
