import {
  boundaryInt64,
  deriveOtherSpellings,
  isSuccess,
  notInt64,
  Skip,
  statusChoice,
} from "../../engine/index.js";
import { addAnimal, plainPet, someAnimal } from "./animals.js";
import { expectFetched } from "./kept.js";
import { describe, differences, type NewPet, type Pet, readPet, statusesOf } from "./pet.js";
import {
  assumeRecent,
  fetchAnimal,
  findAnimal,
  findListed,
  listAnimals,
  needGetPet,
  petOf,
} from "./reading.js";
import {
  errors,
  fetched,
  fetchedOrNot,
  fetchRequest,
  largestPage,
  limitAbove,
  unknownParameter,
} from "./store-requests.js";
import { type Declaration, type Scenario, scenario, type TestContext } from "./store-state.js";

/** Does the list still show an animal as it did? Others may have changed it meanwhile. */
async function isStillListed(t: TestContext, pet: Pet, limit: number): Promise<boolean> {
  const now = await findListed(t, pet, { limit });
  return now !== undefined && differences(pet, now).length === 0;
}

/** Checks on the section "Endpoints: Get an animal". */
export const getChecks: readonly Scenario[] = [
  get<NewPet>({
    id: "get/found/added",
    title: "an animal can be fetched as soon as it was added, and is the same",
    adds: 1,
    observes: ["get/visibility"],
    inputs: (state) => statusesOf(state).map((status) => plainPet(state, status)),
    run: async (t, pet) => expectFetched(t, await addAnimal(t, pet)),
  }),

  get({
    id: "get/found/ahead",
    title: "an id that was asked for before it was given leads to its animal afterwards",
    adds: 1,
    phase: "first-creation",
    run: async (t) => {
      // Where ids are counted, it is the next one.
      await expectNotUnder(t, (id) => id + 1n);
      await expectFetched(t, await addAnimal(t, plainPet(t.state)));
    },
  }),

  get({
    id: "get/found/beside-unknown",
    title: "an animal is found also where a parameter is given that the document does not name",
    run: async (t) => {
      const { id } = await someAnimal(t);
      const plain = fetchRequest(t.state, id, {
        label: "a parameter that the document does not name",
        accepts: [...fetched, { status: "4xx", schema: "Error" }],
        check: undefined,
      });
      const request = { ...plain, path: `${plain.path}?${unknownParameter.join("=")}` };
      const { response, json } = await t.send(request);
      if (isSuccess(response.status)) expectRightOne(t, petOf(t.state, json), id);
      if (response.status !== 404) return;
      const exchange = t.exchanges.length - 1;
      // It may have been deleted, or not be there yet.
      if ((await findAnimal(t, { id })) === undefined) return;
      const again = await t.send(request);
      t.expect(again.response.status !== 404, {
        check: "get/found",
        problem: "status 404",
        expected: `200 with the animal ${id}, or another refusal`,
        actual: "404, although the animal is there",
        at: { in: "status" },
        interference: "other clients",
        exchange,
      });
    },
  }),

  get({
    id: "get/found/listed",
    title: "an animal on a list can be fetched",
    run: async (t) => {
      const page = await listAnimals(t, { limit: limitAbove(t.state, 4) });
      if (page.length === 0) throw new Skip("untested", "it takes an animal on a list");
      for (const { id } of page) {
        expectRightOne(t, await fetchAnimal(t, id), id);
      }
    },
  }),

  get<number>({
    id: "get/unchanged/listed",
    title: "an animal looks the same on a list and when it is fetched",
    inputs: (state) => [largestPage(state)],
    run: async (t, limit) => {
      const page = await listAnimals(t, { limit });
      // Animals that are added meanwhile may push the last ones off the page, but not those before.
      const early = Math.floor(page.length * 0.75);
      // Where a status is left out, each operation may make up for it in its own way.
      const bare = page.filter(({ id }) => t.state.animals.get(id)?.pet.status === undefined);
      const some = [page.at(0), page.at(early), ...page.slice(-2), bare[0]].filter(
        (pet) => pet !== undefined,
      );
      if (some.length === 0) throw new Skip("untested", "it takes an animal on a list");
      for (const pet of new Set(some)) {
        const again = await fetchAnimal(t, pet.id);
        const exchange = t.exchanges.length - 1;
        const isOther = differences(pet, again).length > 0;
        if (isOther) assumeRecent(t);
        const isChanged = isOther && (await isStillListed(t, pet, limit));
        t.expect(!isChanged, {
          check: "get/unchanged",
          problem: "another animal",
          expected: `${describe(pet)}, as it is listed`,
          actual: describe(again),
          interference: "other clients",
          exchange,
        });
      }
    },
  }),

  get<bigint>({
    id: "get/right-one/nearby",
    title: "an id that is nearly an animal's does not lead to that animal",
    inputs: () => [1n, -1n, 2n ** 32n, -(2n ** 32n), 2n ** 53n, 256n],
    run: (t, distance) => expectNotUnder(t, (id) => id + distance),
  }),

  get({
    id: "get/right-one/negated",
    title: "an animal's id with the other sign does not lead to that animal",
    run: (t) => expectNotUnder(t, (id) => -id),
  }),

  get({
    id: "get/right-one/shortened",
    title: "an animal's id without its last digit does not lead to that animal",
    run: (t) => expectNotUnder(t, (id) => id / 10n),
  }),

  get<readonly bigint[]>({
    id: "get/unknown",
    title: "ids taken at random from all 64 bits are not found",
    inputs: (state) => [
      [state.words.randomInt64(), state.words.randomInt64(), state.words.randomInt64()],
      [-state.words.randomInt64(), -state.words.randomInt64(), -state.words.randomInt64()],
    ],
    run: async (t, ids) => {
      const notFound = { expected: "404 with an Error", at: { in: "status" } } as const;
      let found = 0;
      for (const id of ids) {
        const request = fetchRequest(t.state, id, { accepts: fetchedOrNot, check: "get/unknown" });
        const parsed = await t.sendAnyway(request);
        if (parsed === undefined || !isSuccess(parsed.response.status)) continue;
        found += 1;
        const pet = readPet(t.state, parsed.json);
        if (pet === undefined || pet.id === id) continue;
        const actual = `200 with the animal ${describe(pet)}`;
        t.expect(false, { ...notFound, problem: "another animal", actual });
      }
      const actual = `200 for each of ${ids.length} ids made up at random`;
      t.expect(found < ids.length, { ...notFound, problem: "always found", actual });
    },
  }),

  get<bigint>({
    id: "get/path/key/accepted",
    title: "every 64-bit integer can be asked for",
    inputs: () => boundaryInt64,
    run: expectOnlyItself,
  }),

  get<string>({
    id: "get/path/key/format",
    title: "an id that is no 64-bit integer is refused or not found",
    inputs: () => [...notInt64, "{id}abc", "{id}.5", "{id + 2^64}", "{id}e0", "0x{id}"],
    run: async (t, template) => {
      const text = template.includes("{") ? fillTemplate(template, (await someAnimal(t)).id) : template;
      const label = `${t.state.contract.roles.key} ${template}`;
      const accepts = [...errors(400, 404, 422), ...fetched];
      const request = fetchRequest(t.state, text, { label, accepts, check: undefined });
      const { response, json } = await t.send(request);
      t.observe("get/path/key/format", statusChoice(response.status), template);
      if (!isSuccess(response.status)) return;
      t.expect(false, {
        check: "get/right-one",
        problem: "no integer",
        expected: "400, 404 or 422 with an Error",
        actual: `200 with the animal ${describe(petOf(t.state, json))}`,
        at: { in: "status" },
      });
    },
  }),

  get<number>({
    id: "get/path/key/spelling",
    title: "another spelling of an id leads to its animal or to none",
    inputs: () => [0, 1, 2, 3],
    run: async (t, index) => {
      const { id } = await someAnimal(t);
      const spelling = deriveOtherSpellings(id)[index];
      if (spelling === undefined) throw new Skip("not-applicable", "this id has no such spelling");
      const label = `${t.state.contract.roles.key} ${spelling}`;
      const accepts = [...fetched, ...errors(400, 404, 422)];
      const request = fetchRequest(t.state, spelling, { label, accepts, check: undefined });
      const { response, json } = await t.send(request);
      const ways = ["a leading zero", "a plus sign", "an encoded plus sign", "an encoded digit"];
      t.observe("get/path/key/spelling", statusChoice(response.status), ways[index]);
      if (!isSuccess(response.status)) return;
      expectRightOne(t, petOf(t.state, json), id, `the animal ${id}, or none`);
    },
  }),
];

/** A check on the deprecated operation, as long as it has to be there. */
function get<Input = null>({ run, ...declaration }: Declaration<Input>): Scenario {
  return scenario<Input>({
    ...declaration,
    run: async (t, input) => {
      needGetPet(t.state);
      await run(t, input);
    },
  });
}

/** Expects that an animal is not found under what another id is made of its own. */
async function expectNotUnder(t: TestContext, other: (id: bigint) => bigint): Promise<void> {
  const { id } = await someAnimal(t);
  await expectOnlyItself(t, BigInt.asIntN(64, other(id)));
}

/** Expects that an id leads to an animal that has it, or to none. */
async function expectOnlyItself(t: TestContext, id: bigint): Promise<void> {
  const request = fetchRequest(t.state, id, { accepts: fetchedOrNot, check: "get/path/key/accepted" });
  const { response, json } = await t.send(request);
  t.expectNone([]);
  if (isSuccess(response.status)) expectRightOne(t, petOf(t.state, json), id, `404, or the animal ${id}`);
}

function expectRightOne(t: TestContext, pet: Pet, id: bigint, expected = `the animal ${id}`): void {
  const actual = `the animal ${pet.id}`;
  t.expect(pet.id === id, { check: "get/right-one", problem: "another animal", expected, actual });
}

function fillTemplate(template: string, id: bigint): string {
  return template.replace("{id}", `${id}`).replace("{id + 2^64}", `${id + 2n ** 64n}`);
}
