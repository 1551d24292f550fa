import { Skip, statusChoice } from "../../checks/index.js";
import { boundaryInt64, deriveOtherSpellings, notInt64 } from "../../generate/index.js";
import { addAnimal, plainPet, someAnimal } from "./animals.js";
import { largestPage, limitAbove, statusesOf } from "./facts.js";
import { fetchAnimal, needGetPet, needMoment } from "./fetching.js";
import { expectFetched } from "./kept.js";
import { describe } from "./list-expectations.js";
import { listAnimals, petOf } from "./pages.js";
import { differences, type NewPet, readPet } from "./pet.js";
import { errors, fetched, fetchRequest, notFound } from "./requests.js";
import { once, type Scenario, scenario, type TestContext } from "./scenario.js";

const foundOrNot = [...fetched, ...notFound];

/** Checks on the section "Endpoints: Get an animal". */
export const getChecks: readonly Scenario[] = [
  scenario<NewPet>({
    id: "get/found/added",
    title: "an animal can be fetched as soon as it was added, and is the same",
    observes: ["get/visibility"],
    phase: "read",
    inputs: (state) => statusesOf(state).map((status) => plainPet(state, status)),
    run: async (t, pet) => {
      needGetPet(t.state);
      await expectFetched(t, await addAnimal(t, pet));
    },
  }),

  scenario({
    id: "get/found/ahead",
    title: "an id that was asked for before it was given leads to its animal afterwards",
    phase: "first-creation",
    inputs: once,
    run: async (t) => {
      needGetPet(t.state);
      // Where ids are counted, it is the next one.
      await expectNotUnder(t, (id) => id + 1n);
      await expectFetched(t, await addAnimal(t, plainPet(t.state)));
    },
  }),

  scenario({
    id: "get/found/listed",
    title: "an animal on a list can be fetched",
    phase: "read",
    inputs: once,
    run: async (t) => {
      needGetPet(t.state);
      const page = await listAnimals(t, { limit: limitAbove(t.state, 4) });
      if (page.length === 0) throw new Skip("untested", "it takes an animal on a list");
      for (const pet of page) {
        const again = await fetchAnimal(t, pet.id);
        expectSame(t, "get/right-one", again.id === pet.id, `the animal ${pet.id}`, `the animal ${again.id}`);
      }
    },
  }),

  scenario<number>({
    id: "get/unchanged/listed",
    title: "an animal looks the same on a list and when it is fetched",
    phase: "read",
    inputs: (state) => [largestPage(state)],
    run: async (t, limit) => {
      needGetPet(t.state);
      const page = await listAnimals(t, { limit });
      // Animals that are added meanwhile may push the last ones off the page, but not those before.
      const early = Math.floor(page.length * 0.75);
      // Where a status is left out, each operation may make up for it in its own way.
      const bare = page.filter(({ id }) => t.state.animals.get(id)?.pet.status === undefined).slice(0, 1);
      const some = new Set([
        ...page.slice(0, 1),
        ...page.slice(early, early + 1),
        ...page.slice(-2),
        ...bare,
      ]);
      if (some.size === 0) throw new Skip("untested", "it takes an animal on a list");
      for (const pet of some) {
        const again = await fetchAnimal(t, pet.id);
        const changed = differences(pet, again).length > 0;
        if (changed) needMoment(t);
        expectSame(t, "get/unchanged", !changed, `${describe(pet)}, as it is listed`, describe(again));
      }
    },
  }),

  scenario<bigint>({
    id: "get/right-one/nearby",
    title: "an id that is nearly an animal's does not lead to that animal",
    phase: "read",
    inputs: () => [1n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 53n, 256n],
    run: (t, distance) => expectNotUnder(t, (id) => id + distance),
  }),

  scenario({
    id: "get/right-one/negated",
    title: "an animal's id with the other sign does not lead to that animal",
    phase: "read",
    inputs: once,
    run: (t) => expectNotUnder(t, (id) => -id),
  }),

  scenario({
    id: "get/right-one/shortened",
    title: "an animal's id without its last digit does not lead to that animal",
    phase: "read",
    inputs: once,
    run: (t) => expectNotUnder(t, (id) => id / 10n),
  }),

  scenario<readonly bigint[]>({
    id: "get/unknown",
    title: "ids taken at random from all 64 bits are not found",
    phase: "read",
    inputs: (state) => [
      [state.randomInt64(), state.randomInt64(), state.randomInt64()],
      [-state.randomInt64(), -state.randomInt64(), -state.randomInt64()],
    ],
    run: async (t, ids) => {
      needGetPet(t.state);
      let found = 0;
      for (const id of ids) {
        const request = fetchRequest(t.state, id, { accepts: foundOrNot, check: "get/unknown" });
        const parsed = await t.sendAnyway(request);
        if (parsed?.response.status !== 200) continue;
        found += 1;
        const pet = readPet(t.state, parsed.json);
        t.expect(pet === undefined || pet.id === id, {
          problem: "another animal",
          expected: "404 with an Error",
          actual: pet === undefined ? "" : `200 with the animal ${describe(pet)}`,
          at: { in: "status" },
        });
      }
      t.expect(found < ids.length, {
        problem: "always found",
        expected: "404 with an Error",
        actual: `200 for each of ${ids.length} ids made up at random`,
        at: { in: "status" },
      });
    },
  }),

  scenario<bigint>({
    id: "get/path/key/accepted",
    title: "every 64-bit integer can be asked for",
    phase: "read",
    inputs: () => boundaryInt64,
    run: async (t, id) => {
      needGetPet(t.state);
      await expectOnlyItself(t, id);
    },
  }),

  scenario<string>({
    id: "get/path/key/format",
    title: "what is no 64-bit integer is refused or not found",
    phase: "read",
    inputs: () => [...notInt64, "{id}abc", "{id}.5", "{id + 2^64}", "{id}e0", "0x{id}"],
    run: async (t, template) => {
      needGetPet(t.state);
      const text = template.includes("{") ? fillTemplate(template, (await someAnimal(t)).id) : template;
      const request = fetchRequest(t.state, text, {
        label: `${t.state.contract.roles.key} ${template}`,
        accepts: [...errors(400, 404, 422), ...fetched],
        check: undefined,
      });
      const { response, json } = await t.send(request);
      t.observe("get/path/key/format", statusChoice(response.status), template);
      t.expect(response.status !== 200, {
        check: "get/right-one",
        problem: "no integer",
        expected: "400, 404 or 422 with an Error",
        actual: response.status === 200 ? `200 with the animal ${describe(petOf(t.state, json))}` : "",
        at: { in: "status" },
      });
    },
  }),

  scenario<number>({
    id: "get/path/key/spelling",
    title: "another spelling of an id leads to its animal or to none",
    phase: "read",
    inputs: () => [0, 1, 2, 3],
    run: async (t, index) => {
      needGetPet(t.state);
      const animal = await someAnimal(t);
      const spelling = deriveOtherSpellings(animal.id)[index];
      if (spelling === undefined) throw new Skip("not-applicable", "this id has no such spelling");
      const request = fetchRequest(t.state, spelling, {
        label: `${t.state.contract.roles.key} ${spelling}`,
        accepts: [...fetched, ...errors(400, 404, 422)],
        check: undefined,
      });
      const { response, json } = await t.send(request);
      const ways = ["a leading zero", "a plus sign", "an encoded plus sign", "an encoded digit"];
      t.observe("get/path/key/spelling", statusChoice(response.status), ways[index]);
      if (response.status !== 200) return;
      const pet = petOf(t.state, json);
      expectSame(
        t,
        "get/right-one",
        pet.id === animal.id,
        `the animal ${animal.id}, or none`,
        `the animal ${pet.id}`,
      );
    },
  }),
];

/** An animal is not found under what another id is made of its own. */
async function expectNotUnder(t: TestContext, other: (id: bigint) => bigint): Promise<void> {
  needGetPet(t.state);
  const { id } = await someAnimal(t);
  await expectOnlyItself(t, BigInt.asIntN(64, other(id)));
}

/** Expects that an id leads to an animal that has it, or to none. */
async function expectOnlyItself(t: TestContext, id: bigint): Promise<void> {
  const request = fetchRequest(t.state, id, { accepts: foundOrNot, check: "get/path/key/accepted" });
  const { response, json } = await t.send(request);
  if (response.status !== 200) return;
  const pet = petOf(t.state, json);
  expectSame(t, "get/right-one", pet.id === id, `404, or the animal ${id}`, `the animal ${pet.id}`);
}

function expectSame(t: TestContext, check: string, same: boolean, expected: string, actual: string): void {
  const interference = check === "get/unchanged" ? "other clients" : "none";
  t.expect(same, { check, problem: "another animal", expected, actual, interference });
}

function fillTemplate(template: string, id: bigint): string {
  return template.replace("{id}", `${id}`).replace("{id + 2^64}", `${id + 2n ** 64n}`);
}
