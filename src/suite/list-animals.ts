import * as fc from "fast-check";
import { deriveOddIntegers, deriveOddWords, deriveValidIntegers, type OddQuery } from "../cases/index.js";
import { describeOutcome } from "../judge/index.js";
import { addAnimal, knownAnimals, listAnimals, petsOf, plainPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import {
  addedAs,
  claimAtMost,
  claimListed,
  claimNoneHidden,
  claimSound,
  defaultLimit,
  describe,
  describeOrder,
  isStill,
  needMoreThan,
  ownAnimals,
} from "./list-claims.js";
import { differences, type NewPet, type Status, statuses } from "./pet.js";
import { listRequest, oddListRequest, type Query } from "./requests.js";
import { Stop } from "./stop.js";
import { isRemovalDue, listParameter } from "./world.js";

const bareQueries: readonly Query[] = [{}, ...statuses.map((status) => ({ status }))];

/** Checks on the section "Endpoints: List all animals". */
export const listChecks: readonly Check[] = [
  check({
    id: "LIST-1/plain",
    title: "a list without parameters is answered",
    stage: "look",
    inputs: once,
    run: async (probe) => {
      await listAnimals(probe, {});
    },
  }),

  check({
    id: "GEN-1/any-media-type",
    title: "whoever accepts any media type is answered with JSON",
    stage: "look",
    inputs: once,
    run: async (probe) => {
      await probe.send({ ...listRequest(probe.world, {}), headers: [["Accept", "*/*"]] });
    },
  }),

  check<Query>({
    id: "LIST-10/empty",
    title: "while there is nothing to list, the answer is 200 with an empty array",
    stage: "look",
    inputs: () => [...bareQueries, { limit: 1 }, { limit: 5, status: "sold" }],
    happensOnce: "it needs a list without animals, which exists only until some are added",
    run: async (probe, query) => {
      const reading = await probe.sendAnyway({ ...listRequest(probe.world, query), requirement: "LIST-10" });
      if (reading === undefined || reading.accepted === undefined) return;
      if (Array.isArray(reading.json) && reading.json.length > 0) {
        throw new Stop("not-applicable", "there are animals already");
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
    stage: "look",
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
    title: "a page holds no more animals than its limit",
    stage: "read",
    inputs: (world) => deriveValidIntegers(listParameter(world, "limit")),
    random: () => fc.integer({ min: 1, max: 100 }),
    run: async (probe, limit) => {
      const page = await listAnimals(probe, { limit });
      claimAtMost(probe, page, limit);
      needMoreThan(probe.world, limit);
    },
  }),

  check<{ readonly status?: Status }>({
    id: "LIST-4/default",
    title: "a page without a limit holds no more animals than the default, filtered or not",
    stage: "read",
    inputs: () => bareQueries,
    run: async (probe, query) => {
      const page = await listAnimals(probe, query);
      claimAtMost(probe, page, defaultLimit(probe.world));
      needMoreThan(probe.world, defaultLimit(probe.world), query.status);
    },
  }),

  check<Query>({
    id: "LIST-5/full",
    title: "a page is full as long as there are animals for it",
    stage: "read",
    inputs: (world) => [
      ...bareQueries,
      ...deriveValidIntegers(listParameter(world, "limit")).map((limit) => ({ limit })),
    ],
    run: async (probe, query) => {
      const known = knownAnimals(probe.world, query.status);
      await claimNoneHidden(probe, await listAnimals(probe, query), known, query);
      if (known.length === 0) throw new Stop("not-applicable", "no animal is known");
    },
  }),

  check<Status>({
    id: "LIST-6/accepted",
    title: "each state is accepted as a filter",
    stage: "read",
    inputs: () => statuses,
    run: async (probe, status) => {
      await listAnimals(probe, { status });
    },
  }),

  check<Query & { readonly status: Status }>({
    id: "LIST-7/sound",
    title: "a filtered list holds animals of that state only",
    stage: "read",
    inputs: () => statuses.flatMap((status) => [{ status }, { status, limit: 100 }]),
    run: async (probe, query) => {
      const page = await listAnimals(probe, query);
      claimSound(probe, page, query.status);
      if (page.length === 0) throw new Stop("not-applicable", `no animal is ${query.status}`);
    },
  }),

  check<NewPet & { readonly status: Status }>({
    id: "LIST-8/fresh",
    title: "an animal is in the list of its state as soon as it was added",
    stage: "read",
    inputs: (world) => statuses.map((status) => ({ ...plainPet(world), status })),
    run: async (probe, pet) => {
      const animal = await addAnimal(probe, pet);
      await claimListed(probe, [animal], { status: animal.status ?? pet.status, limit: 100 });
    },
  }),

  check<Status>({
    id: "LIST-8/complete",
    title: "a filtered list that is not full holds every animal of that state",
    stage: "read",
    inputs: () => statuses,
    run: async (probe, status) => {
      await claimListed(probe, ownAnimals(probe.world, status), { status, limit: 100 });
    },
  }),

  check({
    id: "LIST-5/complete",
    title: "a list that is not full holds every animal",
    stage: "meet",
    inputs: once,
    run: async (probe) => {
      const animal = await addAnimal(probe, plainPet(probe.world, "pending"));
      await claimListed(probe, [animal], { limit: 100 });
    },
  }),

  check<{ readonly limit: number; readonly status: Status }>({
    id: "LIST-9/both",
    title: "with a limit and a status, the page holds that many animals, all of that state",
    stage: "read",
    inputs: () => statuses.flatMap((status) => [1, 2, 20, 21].map((limit) => ({ limit, status }))),
    random: () =>
      fc.record({ limit: fc.integer({ min: 1, max: 100 }), status: fc.constantFrom(...statuses) }),
    run: async (probe, { limit, status }) => {
      const known = knownAnimals(probe.world, status);
      const page = await listAnimals(probe, { limit, status });
      claimAtMost(probe, page, limit);
      claimSound(probe, page, status);
      await claimNoneHidden(probe, page, known, { limit, status });
    },
  }),

  check<Query>({
    id: "LIST-12/unchanged",
    title: "a listed animal is the one that was added",
    stage: "read",
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
      if (own.length === 0) throw new Stop("not-applicable", "no animal of this run is on the page");
    },
  }),

  check<OddQuery>({
    id: "LIST-13/limits",
    title: "a limit outside its constraints is refused, or answered with a list",
    stage: "read",
    inputs: (world) => deriveOddIntegers("limit", listParameter(world, "limit")),
    run: async (probe, { label, query }) => {
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      const count = answer.status === 200 ? `200 with ${petsOf(json).length} animals` : `${answer.status}`;
      probe.observe("LIST-13", count, label);
    },
  }),

  check<OddQuery>({
    id: "LIST-14/words",
    title: "a status that is none of the three is refused, or answered with a list",
    stage: "read",
    inputs: (world) => deriveOddWords("status", { enum: statuses, ...listParameter(world, "status") }),
    run: async (probe, { label, query }) => {
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      const count = answer.status === 200 ? `200 with ${petsOf(json).length} animals` : `${answer.status}`;
      probe.observe("LIST-14", count, label);
    },
  }),

  check<number>({
    id: "LIST-3/unknown-status",
    title: "a limit is obeyed also where the status is unknown",
    stage: "read",
    inputs: () => [1, 5, 20],
    run: async (probe, limit) => {
      const query = [["status", "lost"] as const, ["limit", `${limit}`] as const];
      const label = `status=lost and limit=${limit}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimAtMost(probe, petsOf(json), limit);
    },
  }),

  check<{ readonly limit: string; readonly status: Status }>({
    id: "LIST-7/odd-limit",
    title: "a filter is obeyed also where the limit is outside its constraints",
    stage: "read",
    inputs: () => ["0", "101", "abc"].map((limit, index) => ({ limit, status: statuses[index] ?? "sold" })),
    run: async (probe, { limit, status }) => {
      const query = [["limit", limit] as const, ["status", status] as const];
      const label = `limit=${limit} and status=${status}`;
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label }));
      if (answer.status === 200) claimSound(probe, petsOf(json), status);
    },
  }),

  check({
    id: "LIST-15/order",
    title: "what the order of a list is, and whether it says how to go on",
    stage: "read",
    inputs: once,
    run: async (probe) => {
      const first = await probe.send(listRequest(probe.world, { limit: 20 }));
      const ids = petsOf(first.json).map(({ id }) => id);
      const again = (await listAnimals(probe, { limit: 20 })).map(({ id }) => id);
      probe.observe("LIST-15", ids.join() === again.join() ? "the same twice" : "another the second time");
      probe.observe("LIST-15", describeOrder(ids));
      const paging = first.answer.headers
        .map(([name]) => name)
        .filter((name) => /^link$|page|total|cursor/.test(name));
      probe.observe(
        "LIST-15",
        paging.length === 0 ? "no header for paging" : `headers: ${paging.join(", ")}`,
      );
    },
  }),

  check<string>({
    id: "LIST-16/parameters",
    title: "a parameter that the document does not name is ignored or refused",
    stage: "read",
    inputs: () => ["colour=brown", "limit=5&colour=brown"],
    run: async (probe, text) => {
      const query = text.split("&").map((part) => part.split("=") as [string, string]);
      const { answer, json } = await probe.send(oddListRequest(probe.world, query, { label: text }));
      probe.observe("LIST-16", `${answer.status}`, text);
      if (answer.status === 200 && text.startsWith("limit=5")) {
        claimAtMost(probe, petsOf(json), 5, "LIST-3");
      }
    },
  }),
];
