import { Skip } from "../../checks/index.js";
import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import {
  addAnimal,
  choiceOf,
  knownAnimals,
  needCategory,
  offerAnimal,
  plainPet,
  someAnimal,
} from "./animals.js";
import { isNewestDeleted } from "./learning.js";
import { type NewPet, statusAt, statusesOf } from "./pet.js";
import { refused } from "./requests.js";
import {
  boundReached,
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
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
      const sent = isSmall ? wanted : await idToSend(t, wanted);
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
    const most = status === statusAt(state, 1) ? Math.max(ofEach, state.pageFillCount) : ofEach;
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
  return typeof wanted === "bigint" ? freeId(t.state, wanted) : wanted;
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
