import * as fc from "fast-check";
import { deriveValidIntegers } from "../../generate/index.js";
import { describeOutcome } from "../../judge/index.js";
import { addAnimal, knownAnimals, listAnimals, plainPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { largestPage, limitAbove, statusAt, statusesOf } from "./facts.js";
import { claimListed } from "./full-lists.js";
import { claimListedAgain } from "./list-again.js";
import {
  addedAs,
  claimAtMost,
  claimFilled,
  claimNoneHidden,
  claimNoTwin,
  claimSound,
  describe,
  isStill,
} from "./list-claims.js";
import { claimListedAsFetched } from "./listed-and-fetched.js";
import { differences, type NewPet, type Pet, type Status } from "./pet.js";
import { listRequest, type Query } from "./requests.js";
import { Stop } from "./stop.js";
import { isRemovalDue, type World } from "./world.js";

function bareQueries(world: World): readonly Query[] {
  return [{}, ...statusesOf(world).map((status) => ({ status }))];
}

/** Checks on the section "Endpoints: List all animals". */
export const listChecks: readonly Check[] = [
  check({
    id: "LIST-1/plain",
    title: "a list without parameters is answered",
    phase: "empty",
    inputs: once,
    run: async (probe) => {
      await listAnimals(probe, {});
    },
  }),

  check({
    id: "GEN-1/any-media-type",
    title: "whoever accepts any media type is answered with JSON",
    phase: "empty",
    inputs: once,
    run: async (probe) => {
      await probe.send({ ...listRequest(probe.world, {}), headers: [["Accept", "*/*"]] });
    },
  }),

  check<Query>({
    id: "LIST-10/empty",
    title: "while there is nothing to list, the answer is 200 with an empty array",
    phase: "empty",
    inputs: (world) => [
      ...bareQueries(world),
      { limit: limitAbove(world, 0) },
      { limit: limitAbove(world, 4), status: statusAt(world, -1) },
    ],
    happensOnce: "it needs a list without animals, which exists only until some are added",
    run: async (probe, query) => {
      const reading = await probe.sendAnyway({ ...listRequest(probe.world, query), requirement: "LIST-10" });
      if (reading === undefined || reading.accepted === undefined) return;
      if (Array.isArray(reading.json) && reading.json.length > 0) {
        throw new Stop("untested", "there are animals already: it takes a list without any");
      }
      probe.claim(Array.isArray(reading.json), {
        problem: "no empty array",
        expected: "200 with []",
        actual: describeOutcome(reading.answer),
      });
    },
  }),

  check<number>({
    id: "LIST-2/accepted",
    title: "a limit inside its constraints is accepted",
    phase: "empty",
    inputs: ({ contract: { roles } }) => [roles.pageSize.minimum, roles.pageSize.maximum],
    run: async (probe, limit) => {
      await listAnimals(probe, { limit });
    },
  }),

  check<number>({
    id: "LIST-3/limit",
    title: "a page holds no more animals than its limit, and as many if they are there",
    alsoTests: ["LIST-5"],
    phase: "read",
    inputs: ({ contract: { roles } }) => deriveValidIntegers(roles.pageSize),
    random: anyLimit,
    run: (probe, limit) => claimFilled(probe, { limit }),
  }),

  check<{ readonly status?: Status }>({
    id: "LIST-4/default",
    title: "a page without a limit holds no more animals than the default, and as many if they are there",
    alsoTests: ["LIST-5"],
    phase: "read",
    inputs: bareQueries,
    run: claimFilled,
  }),

  check<Status>({
    id: "LIST-6/accepted",
    title: "each state is accepted as a filter",
    phase: "read",
    inputs: statusesOf,
    run: async (probe, status) => {
      await listAnimals(probe, { status });
    },
  }),

  check<Query & { readonly status: Status }>({
    id: "LIST-7/sound",
    title: "a filtered list holds animals of that state only",
    phase: "read",
    inputs: (world) =>
      statusesOf(world).flatMap((status) => [{ status }, { status, limit: largestPage(world) }]),
    run: async (probe, query) => {
      const page = await listAnimals(probe, query);
      claimSound(probe, page, query.status);
      if (page.length === 0) throw new Stop("untested", `it takes an animal that is ${query.status}`);
    },
  }),

  check<Status>({
    id: "LIST-8/complete",
    title: "a filtered list that is not full holds every animal of that state",
    phase: "read",
    inputs: statusesOf,
    run: async (probe, status) => {
      const { world } = probe;
      // Of others' animals nobody could tell, without getPet, whether they are still what they were.
      const isTellable = ({ id }: Pet): boolean =>
        !isRemovalDue(world) || (world.animals.get(id)?.own ?? false);
      const expected = knownAnimals(world, status).filter(isTellable);
      await claimListed(probe, expected, { status, limit: largestPage(world) });
    },
  }),

  check({
    id: "LIST-5/complete",
    title: "a list that is not full holds every animal",
    alsoTests: ["CREATE-24"],
    phase: "first-creation",
    inputs: once,
    run: async (probe) => {
      const before = new Set(probe.world.animals.keys());
      const animal = await addAnimal(probe, plainPet(probe.world, statusAt(probe.world, 1)));
      const query = { limit: largestPage(probe.world) };
      const page = await claimListed(probe, [animal], query);
      await claimListedAgain(probe, animal, query);
      await claimNoTwin(probe, page, { animal, before, query });
    },
  }),

  check<{ readonly limit: number; readonly status: Status }>({
    id: "LIST-9/both",
    title: "with a limit and a status, the page holds that many animals, all of that state",
    phase: "read",
    // Some servers look at the first parameter only.
    inputs: (world) => {
      const { minimum, maximum, default: usual } = world.contract.roles.pageSize;
      return statusesOf(world).flatMap((status) => [
        { limit: minimum, status },
        { status, limit: Math.min(minimum + 1, maximum) },
        { limit: usual, status },
        { status, limit: Math.min(usual + 1, maximum) },
      ]);
    },
    random: (world) => fc.record({ limit: anyLimit(world), status: fc.constantFrom(...statusesOf(world)) }),
    run: async (probe, query) => {
      const { limit, status } = query;
      const known = knownAnimals(probe.world, status);
      const page = await listAnimals(probe, query);
      claimAtMost(probe, page, limit);
      claimSound(probe, page, status);
      await claimNoneHidden(probe, page, known, query);
    },
  }),

  check<Query>({
    id: "LIST-12/unchanged",
    title: "a listed animal is the one that was added",
    phase: "read",
    inputs: (world) => {
      const limit = largestPage(world);
      return [{ limit }, ...statusesOf(world).map((status) => ({ status, limit })), {}];
    },
    run: async (probe, query) => {
      const page = await listAnimals(probe, query);
      const own = page.filter(({ id }) => probe.world.animals.get(id)?.own);
      const changed = own.find((pet) => differences(addedAs(probe.world, pet), pet).length > 0);
      if (changed !== undefined) {
        const added = addedAs(probe.world, changed);
        probe.claim(!(await isStill(probe, added)), {
          problem: differences(added, changed).join(", "),
          expected: `${describe(added)}, as it was added`,
          actual: describe(changed),
          otherCause: isRemovalDue(probe.world) ? "neighbours" : "none",
        });
      }
      if (own.length === 0) await claimListedAsFetched(probe, page, query);
    },
  }),

  check<NewPet & { readonly status: Status }>({
    id: "LIST-8/fresh",
    title: "an animal is in the list of its state as soon as it was added, once",
    alsoTests: ["CREATE-24"],
    phase: "read",
    inputs: (world) => statusesOf(world).map((status) => ({ ...plainPet(world), status })),
    run: async (probe, pet) => {
      const before = new Set(probe.world.animals.keys());
      const animal = await addAnimal(probe, pet);
      const query = { status: animal.status ?? pet.status, limit: largestPage(probe.world) };
      const page = await claimListed(probe, [animal], query);
      await claimNoTwin(probe, page, { animal, before, query });
    },
  }),
];

function anyLimit({ contract: { roles } }: World): fc.Arbitrary<number> {
  return fc.integer({ min: roles.pageSize.minimum, max: roles.pageSize.maximum });
}
