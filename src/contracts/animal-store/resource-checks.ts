import { Skip } from "../../engine/index.js";
import { type Json, numberAsWritten, renderJson } from "../../json/index.js";
import { overlap } from "../../transport/index.js";
import {
  addAnimal,
  choiceOf,
  knownAnimals,
  needCategory,
  offerAnimal,
  plainPet,
  someAnimal,
} from "./animals.js";
import { type NewPet, statusAt, statusesOf } from "./pet.js";
import { refused } from "./store-requests.js";
import {
  boundReached,
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
} from "./store-state.js";

/** How many more animals the lists need, in all and of each state, than they may hold, to have something to leave out. */
const population = { beyondMaximum: 2, beyondDefault: 2, atOnce: 12 };
/** Creations that are sent in one turn of the event loop: one for each connection that a run has by default. */
const burstSize = 8;
/** Bursts beyond those that fill the lists, where too few creations overlapped in those. */
const moreBursts = 2;
/** The part of all pairs of a burst that must overlap. */
const leastPart = 1 / 10;

/** How many pairs of creations there were within the bursts, and how many of them overlapped on the wire. */
interface Pairs {
  all: number;
  overlapping: number;
}

/**
 * Adds animals in bursts. The first burst opens the connections for the later ones. An id that two responses have is a
 * finding of its own, as in every other check.
 */
const concurrentCreations: Scenario = scenario({
  id: "create/unique-id/concurrent",
  title: "animals that are added at the same moment get ids of their own",
  adds: population.atOnce,
  phase: "populate",
  run: async (t) => {
    const { state } = t;
    const wanted = lackingAnimals(state);
    if (state.settings.readOnly) throw new Skip("untested", "this run may not write");
    if (state.limits.mayFillLists) state.budget.widenOnce(wanted.length - population.atOnce);
    const pets = wanted.slice(0, await state.budget.roomFor(wanted.length));
    if (pets.length < 2) throw boundReached(state);
    const pairs: Pairs = { all: 0, overlapping: 0 };
    for (let at = 0; at < pets.length; at += burstSize)
      await addTogether(t, pets.slice(at, at + burstSize), pairs);
    for (let more = 0; more < moreBursts && isTooFew(pairs) && pairs.overlapping > 0; more += 1) {
      const room = await state.budget.roomFor(burstSize);
      await addTogether(
        t,
        Array.from({ length: room }, () => plainPet(state)),
        pairs,
      );
    }
    if (isTooFew(pairs)) throw new Skip("untested", tooFew(pairs));
    t.expectNone([]);
  },
});

function isTooFew({ all, overlapping }: Pairs): boolean {
  return overlapping === 0 || overlapping < all * leastPart;
}

function tooFew({ all, overlapping }: Pairs): string {
  const seen = `${overlapping} of ${all} pairs of creations overlapped, and ${Math.ceil(all * leastPart)} must`;
  return `${seen}: it takes a quieter machine, a higher --concurrency, no --rate, or a server that takes several connections at a time`;
}

/**
 * Sends all of these in one turn of the event loop, and counts which of them overlapped.
 * @throws what stopped one of them, where it stopped most: a few that got lost tell nothing of the others
 */
async function addTogether(t: TestContext, pets: readonly NewPet[], pairs: Pairs): Promise<void> {
  const first = t.exchanges.length;
  const done = await Promise.allSettled(pets.map((pet) => addAnimal(t, pet)));
  const failed = done.filter((each) => each.status === "rejected");
  if (failed.length * 2 > done.length) throw failed[0]?.reason;
  const { create } = t.state.contract.roles;
  const sent = t.exchanges.slice(first).filter((each) => each.case.operation === create);
  pairs.all += (sent.length * (sent.length - 1)) / 2;
  for (const [at, each] of sent.entries())
    pairs.overlapping += sent.slice(at + 1).filter((other) => overlap(each, other)).length;
}

/**
 * Returns the animals that must be added so that the lists have something to leave out: more than the highest limit in
 * all, and more than the default of each state; at least some that go out at once.
 */
function lackingAnimals(state: StoreState): readonly NewPet[] {
  const { pageSize } = state.contract.roles;
  const statuses = statusesOf(state);
  const ofEach = pageSize.default + population.beyondDefault;
  const wanted = statuses.flatMap((status) => {
    const most = status === statusAt(state, 1) ? Math.max(ofEach, state.limits.pageFillCount) : ofEach;
    return Array.from({ length: Math.max(0, most - knownAnimals(state, status).length) }, () => status);
  });
  while (wanted.length + state.animals.size < pageSize.maximum + population.beyondMaximum)
    wanted.push(statusAt(state, wanted.length % statuses.length));
  const pets = wanted.map((status) => plainPet(state, status));
  while (pets.length < population.atOnce) pets.push(plainPet(state));
  return pets;
}

/** Checks on the section "Resources and their fields". */
export const resourceChecks: readonly Scenario[] = [
  concurrentCreations,

  scenario<{ readonly sent: Json; readonly pet: NewPet }>({
    id: "create/assigned-id",
    title: "an id that the client sends does not become the animal's",
    adds: 1,
    phase: "create",
    inputs: (state) => {
      const ids = [4_242_424_242_424_242_424n, 1_424_242_424n, -42_424_242_424n, ofAnimal, "zz"];
      const more = state.settings.thorough ? [1n, 0n, null, numberAsWritten("1.5")] : [];
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
        explains: ["id", "id given twice", "twice"],
        expected: "an id that the service assigned",
        actual: `the id ${sent} that was sent`,
        at: { in: "body", pointer: "/id" },
        // Others may have deleted the animal, and a server may give its id again.
        interference: wanted === ofAnimal ? "other clients" : "none",
      });
    },
  }),
];

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
  while (state.animals.has(id)) id = wanted < 0n ? -state.words.randomInt64() : state.words.randomInt64();
  return id;
}
