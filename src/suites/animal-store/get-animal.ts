import { boundaryInt64, deriveOtherSpellings, notInt64 } from "../../generate/index.js";
import {
  addAnimal,
  fetchAnimal,
  listAnimals,
  needGetPet,
  needMoment,
  petOf,
  plainPet,
  someAnimal,
} from "./animals.js";
import { type Check, check, once } from "./check.js";
import { largestPage, limitAbove, statusesOf } from "./facts.js";
import { claimFetched } from "./kept-claims.js";
import { describe } from "./list-claims.js";
import { differences, type NewPet, readPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { errors, fetched, fetchRequest, notFound } from "./requests.js";
import { Stop } from "./stop.js";

const foundOrNot = [...fetched, ...notFound];

/** Checks on the section "Endpoints: Get an animal". */
export const getChecks: readonly Check[] = [
  check<NewPet>({
    id: "GET-1/added",
    title: "an animal can be fetched as soon as it was added, and is the same",
    observes: ["STATE-4"],
    phase: "read",
    inputs: (world) => statusesOf(world).map((status) => plainPet(world, status)),
    run: async (probe, pet) => {
      needGetPet(probe.world);
      await claimFetched(probe, await addAnimal(probe, pet));
    },
  }),

  check({
    id: "GET-1/ahead",
    title: "an id that was asked for before it was given leads to its animal afterwards",
    phase: "first-creation",
    inputs: once,
    run: async (probe) => {
      needGetPet(probe.world);
      // Where ids are counted, it is the next one.
      await claimNotUnder(probe, (id) => id + 1n);
      await claimFetched(probe, await addAnimal(probe, plainPet(probe.world)));
    },
  }),

  check({
    id: "GET-1/listed",
    title: "an animal on a list can be fetched",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      needGetPet(probe.world);
      const page = await listAnimals(probe, { limit: limitAbove(probe.world, 4) });
      if (page.length === 0) throw new Stop("untested", "it takes an animal on a list");
      for (const pet of page) {
        const again = await fetchAnimal(probe, pet.id);
        claimSame(probe, "GET-2", again.id === pet.id, `the animal ${pet.id}`, `the animal ${again.id}`);
      }
    },
  }),

  check<number>({
    id: "GET-3/listed",
    title: "an animal looks the same on a list and when it is fetched",
    phase: "read",
    inputs: (world) => [largestPage(world)],
    run: async (probe, limit) => {
      needGetPet(probe.world);
      const page = await listAnimals(probe, { limit });
      // Animals that are added meanwhile may push the last ones off the page, but not those before.
      const early = Math.floor(page.length * 0.75);
      // Where a status is left out, each operation may make up for it in its own way.
      const bare = page.filter(({ id }) => probe.world.animals.get(id)?.pet.status === undefined).slice(0, 1);
      const some = new Set([
        ...page.slice(0, 1),
        ...page.slice(early, early + 1),
        ...page.slice(-2),
        ...bare,
      ]);
      if (some.size === 0) throw new Stop("untested", "it takes an animal on a list");
      for (const pet of some) {
        const again = await fetchAnimal(probe, pet.id);
        const changed = differences(pet, again).length > 0;
        if (changed) needMoment(probe);
        claimSame(probe, "GET-3", !changed, `${describe(pet)}, as it is listed`, describe(again));
      }
    },
  }),

  check<bigint>({
    id: "GET-2/neighbours",
    title: "an id that is nearly an animal's does not lead to that animal",
    phase: "read",
    inputs: () => [1n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 53n, 256n],
    run: (probe, distance) => claimNotUnder(probe, (id) => id + distance),
  }),

  check({
    id: "GET-2/negated",
    title: "an animal's id with the other sign does not lead to that animal",
    phase: "read",
    inputs: once,
    run: (probe) => claimNotUnder(probe, (id) => -id),
  }),

  check({
    id: "GET-2/shortened",
    title: "an animal's id without its last digit does not lead to that animal",
    phase: "read",
    inputs: once,
    run: (probe) => claimNotUnder(probe, (id) => id / 10n),
  }),

  check<readonly bigint[]>({
    id: "GET-4/unknown",
    title: "ids taken at random from all 64 bits are not found",
    phase: "read",
    inputs: (world) => [
      [world.randomInt64(), world.randomInt64(), world.randomInt64()],
      [-world.randomInt64(), -world.randomInt64(), -world.randomInt64()],
    ],
    run: async (probe, ids) => {
      needGetPet(probe.world);
      let found = 0;
      for (const id of ids) {
        const request = fetchRequest(probe.world, id, { accepts: foundOrNot, requirement: "GET-4" });
        const reading = await probe.sendAnyway(request);
        if (reading?.answer.status !== 200) continue;
        found += 1;
        const pet = readPet(probe.world, reading.json);
        probe.claim(pet === undefined || pet.id === id, {
          problem: "another animal",
          expected: "404 with an Error",
          actual: pet === undefined ? "" : `200 with the animal ${describe(pet)}`,
          at: { in: "status" },
        });
      }
      probe.claim(found < ids.length, {
        problem: "always found",
        expected: "404 with an Error",
        actual: `200 for each of ${ids.length} ids made up at random`,
        at: { in: "status" },
      });
    },
  }),

  check<bigint>({
    id: "GET-5/int64",
    title: "every 64-bit integer can be asked for",
    phase: "read",
    inputs: () => boundaryInt64,
    run: async (probe, id) => {
      needGetPet(probe.world);
      await claimOnlyItself(probe, id);
    },
  }),

  check<string>({
    id: "GET-6/not-int64",
    title: "what is no 64-bit integer is refused or not found",
    phase: "read",
    inputs: () => [...notInt64, "{id}abc", "{id}.5", "{id + 2^64}", "{id}e0", "0x{id}"],
    run: async (probe, template) => {
      needGetPet(probe.world);
      const text = template.includes("{") ? fillTemplate(template, (await someAnimal(probe)).id) : template;
      const request = fetchRequest(probe.world, text, {
        label: `${probe.world.contract.roles.key} ${template}`,
        accepts: [...errors(400, 404, 422), ...fetched],
        requirement: undefined,
      });
      const { answer, json } = await probe.send(request);
      probe.observe("GET-6", `${answer.status}`, template);
      probe.claim(answer.status !== 200, {
        requirement: "GET-2",
        problem: "no integer",
        expected: "400, 404 or 422 with an Error",
        actual: answer.status === 200 ? `200 with the animal ${describe(petOf(probe.world, json))}` : "",
        at: { in: "status" },
      });
    },
  }),

  check<number>({
    id: "GET-7/spellings",
    title: "another spelling of an id leads to its animal or to none",
    phase: "read",
    inputs: () => [0, 1, 2, 3],
    run: async (probe, index) => {
      needGetPet(probe.world);
      const animal = await someAnimal(probe);
      const spelling = deriveOtherSpellings(animal.id)[index];
      if (spelling === undefined) throw new Stop("not-applicable", "this id has no such spelling");
      const request = fetchRequest(probe.world, spelling, {
        label: `${probe.world.contract.roles.key} ${spelling}`,
        accepts: [...fetched, ...errors(400, 404, 422)],
        requirement: undefined,
      });
      const { answer, json } = await probe.send(request);
      const ways = ["a leading zero", "a plus sign", "an encoded plus sign", "an encoded digit"];
      probe.observe("GET-7", `${answer.status}`, ways[index]);
      if (answer.status !== 200) return;
      const pet = petOf(probe.world, json);
      claimSame(
        probe,
        "GET-2",
        pet.id === animal.id,
        `the animal ${animal.id}, or none`,
        `the animal ${pet.id}`,
      );
    },
  }),
];

/** An animal is not found under what another id is made of its own. */
async function claimNotUnder(probe: Probe, other: (id: bigint) => bigint): Promise<void> {
  needGetPet(probe.world);
  const { id } = await someAnimal(probe);
  await claimOnlyItself(probe, BigInt.asIntN(64, other(id)));
}

/** Claims that an id leads to an animal that has it, or to none. */
async function claimOnlyItself(probe: Probe, id: bigint): Promise<void> {
  const request = fetchRequest(probe.world, id, { accepts: foundOrNot, requirement: "GET-5" });
  const { answer, json } = await probe.send(request);
  if (answer.status !== 200) return;
  const pet = petOf(probe.world, json);
  claimSame(probe, "GET-2", pet.id === id, `404, or the animal ${id}`, `the animal ${pet.id}`);
}

function claimSame(probe: Probe, requirement: string, same: boolean, expected: string, actual: string): void {
  const otherCause = requirement === "GET-3" ? "neighbours" : "none";
  probe.claim(same, { requirement, problem: "another animal", expected, actual, otherCause });
}

function fillTemplate(template: string, id: bigint): string {
  return template.replace("{id}", `${id}`).replace("{id + 2^64}", `${id + 2n ** 64n}`);
}
