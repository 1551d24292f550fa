import * as fc from "fast-check";
import { deriveValidIntegers } from "../cases/index.js";
import { describeOutcome } from "../judge/index.js";
import { addAnimal, knownAnimals, listAnimals, plainPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
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
import { differences, type NewPet, type Pet, type Status, statuses } from "./pet.js";
import { listRequest, type Query } from "./requests.js";
import { Stop } from "./stop.js";
import { isRemovalDue, listParameter } from "./world.js";

const bareQueries: readonly Query[] = [{}, ...statuses.map((status) => ({ status }))];

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
    inputs: () => [...bareQueries, { limit: 1 }, { limit: 5, status: "sold" }],
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
    inputs: (world) => {
      const { minimum = 1, maximum = 100 } = listParameter(world, "limit");
      return [minimum, maximum];
    },
    run: async (probe, limit) => {
      await listAnimals(probe, { limit });
    },
  }),

  check<number>({
    id: "LIST-3/limit",
    title: "a page holds no more animals than its limit, and as many if they are there",
    alsoTests: ["LIST-5"],
    phase: "read",
    inputs: (world) => deriveValidIntegers(listParameter(world, "limit")),
    random: () => fc.integer({ min: 1, max: 100 }),
    run: (probe, limit) => claimFilled(probe, { limit }),
  }),

  check<{ readonly status?: Status }>({
    id: "LIST-4/default",
    title: "a page without a limit holds no more animals than the default, and as many if they are there",
    alsoTests: ["LIST-5"],
    phase: "read",
    inputs: () => bareQueries,
    run: claimFilled,
  }),

  check<Status>({
    id: "LIST-6/accepted",
    title: "each state is accepted as a filter",
    phase: "read",
    inputs: () => statuses,
    run: async (probe, status) => {
      await listAnimals(probe, { status });
    },
  }),

  check<Query & { readonly status: Status }>({
    id: "LIST-7/sound",
    title: "a filtered list holds animals of that state only",
    phase: "read",
    inputs: () => statuses.flatMap((status) => [{ status }, { status, limit: 100 }]),
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
    inputs: () => statuses,
    run: async (probe, status) => {
      const { world } = probe;
      // Of others' animals nobody could tell, without getPet, whether they are still what they were.
      const isTellable = ({ id }: Pet): boolean =>
        !isRemovalDue(world) || (world.animals.get(id)?.own ?? false);
      const expected = knownAnimals(world, status).filter(isTellable);
      await claimListed(probe, expected, { status, limit: 100 });
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
      const animal = await addAnimal(probe, plainPet(probe.world, "pending"));
      const query = { limit: 100 };
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
    inputs: () =>
      statuses.flatMap((status) => [
        { limit: 1, status },
        { status, limit: 2 },
        { limit: 20, status },
        { status, limit: 21 },
      ]),
    random: () =>
      fc.record({ limit: fc.integer({ min: 1, max: 100 }), status: fc.constantFrom(...statuses) }),
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
    inputs: () => [{ limit: 100 }, ...statuses.map((status) => ({ status, limit: 100 })), {}],
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
    inputs: (world) => statuses.map((status) => ({ ...plainPet(world), status })),
    run: async (probe, pet) => {
      const before = new Set(probe.world.animals.keys());
      const animal = await addAnimal(probe, pet);
      const query = { status: animal.status ?? pet.status, limit: 100 };
      const page = await claimListed(probe, [animal], query);
      await claimNoTwin(probe, page, { animal, before, query });
    },
  }),
];
