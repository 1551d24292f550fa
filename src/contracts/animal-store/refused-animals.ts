import { Skip } from "../../engine/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { fullList, pageWithNewer, provesNothing } from "./full-lists.js";
import type { BodySource } from "./input-scenarios.js";
import { expectStillThere } from "./kept.js";
import { type NewPet, type Pet, statusAt } from "./pet.js";
import { endOf, listAnimals, type Page } from "./reading.js";
import { addRequest, errors, largestPage, newPet, newPetBody, refused } from "./store-requests.js";
import {
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
  usualCategory,
} from "./store-state.js";

/** An animal that is known again by its name or, should that be lost, by its category. */
export function markedPet(state: StoreState): NewPet {
  return {
    name: `Refused ${state.words.marker()}`,
    categoryId: state.words.randomInt64(),
    status: statusAt(state, -1),
  };
}

/**
 * The ids of the animals that look like this one, on the lists in which it would have to stand if it were stored.
 * @throws Skip if the lists are full, and do not show the newest animals first
 */
export async function findAlike(t: TestContext, pet: NewPet): Promise<ReadonlySet<bigint>> {
  const pages = await readPages(t, pet);
  if (pages.every((page) => provesNothing(t.state, page))) throw fullList(t.state, pet.status);
  return new Set(alike(pages.flat(), pet));
}

/**
 * Expects that no animal like this one was stored, besides those with the ids `before`.
 * @param refusal the status that was answered
 */
export async function expectNotStored(
  t: TestContext,
  pet: NewPet,
  before: ReadonlySet<bigint>,
  refusal: number,
): Promise<void> {
  const { state } = t;
  const pages = await readPages(t, pet);
  const shown: Pet[] = pages.flat();
  // A full list proves that something is missing only between what is newer and what is older.
  const areFull = pages.every(({ isFull }) => isFull);
  const first = areFull ? pages.find((page) => !provesNothing(state, page)) : undefined;
  if (first !== undefined) shown.push(...(await pageWithNewer(t, first)));
  const stored = [...new Set(alike(shown, pet))].filter((id) => !before.has(id));
  if (stored.length === 0) return areFull && first === undefined ? undefined : t.expectNone([]);
  state.budget.distrustRefusals(refusal);
  // A name that was drawn for this is nobody else's, and the run may have no room to try once more: two lists tell.
  const again = (await readPages(t, pet)).flat();
  const isShownAgain = again.some(({ id }) => stored.includes(id));
  t.expect(false, {
    ...(isShownAgain ? ({ interference: "verified", resent: 1 } as const) : {}),
    problem: "stored",
    expected: `no animal, since ${refusal} was answered`,
    actual: `the list shows ${stored.length} of them, for example ${stored[0]}`,
  });
}

async function readPages(t: TestContext, { status }: NewPet): Promise<readonly Page[]> {
  const limit = largestPage(t.state);
  return [await listAnimals(t, { limit }), await listAnimals(t, { limit, status })];
}

function alike(pets: readonly Pet[], { name, categoryId }: NewPet): readonly bigint[] {
  return pets.filter((pet) => pet.name === name || pet.categoryId === categoryId).map(({ id }) => id);
}

/** Bodies of new animals for the checks that the description gives. */
export const newPetSource: BodySource<StoreState> = {
  valid: (state) => {
    const inState = (place: number): JsonObject => newPet(state, plainPet(state, statusAt(state, place)));
    const first = inState(0);
    const { status: _, ...bare } = first;
    return [first, inState(1), inState(-1), bare];
  },
  wrappers: ["data", "pet", "newPet", "Pet", "animal"],
  // None that differs in its case alone: Go's reader takes it for the member.
  lookalikes: { category_id: 1n, category: { id: 1n }, pet_name: "Rex", colour: "brown" },
  refused: (state, { text, orElse = [], ...particulars }) => {
    // If no category is known that exists, the animal may be refused for its category as well.
    const isKnown = state.accepted.size > 0 || state.settings.categories.length > 0;
    const accepts = state.isEveryCategoryRefused || !isKnown ? errors(400, 404, 422) : refused(state);
    return addRequest(state, text, { ...particulars, accepts: [...accepts, ...errors(...orElse)] });
  },
};

/** Checks that what is refused is not stored. */
export const notStoredChecks: readonly Scenario[] = [
  scenario<NewPet>({
    id: "create/refused/nothing-added",
    title: "after refusals, no list shows an animal that was refused",
    adds: 1,
    phase: "first-creation",
    inputs: (state) => [markedPet(state)],
    run: expectNothingAdded,
  }),

  scenario<NewPet>({
    id: "create/refused/full-lists",
    title: "after refusals, no list that shows the newest animals first shows one that was refused",
    inputs: (state) => [markedPet(state)],
    run: async (t, pet) => {
      // The order of full lists is known only after some animals were added; of others it was tested before.
      if (t.state.animals.size - ownAnimals(t.state).length < largestPage(t.state))
        throw new Skip("not-applicable", "the lists are not full");
      await expectNothingAdded(t, pet);
    },
  }),
];

type InvalidBody = readonly [check: string, body: string];

async function expectNothingAdded(t: TestContext, pet: NewPet): Promise<void> {
  const { state } = t;
  const before = await findAlike(t, pet);
  const valid = { ...pet, categoryId: usualCategory(state) };
  const { name, status, categoryId } = pet;
  const bodies: readonly [InvalidBody, ...InvalidBody[]] = [
    ["create/body/member/name/required", newPetBody(state, { categoryId, status })],
    ["create/body/member/name/type", newPetBody(state, { categoryId, status, name: 7n })],
    ["create/body/member/categoryId/required", newPetBody(state, { name, status })],
    ["create/body/member/categoryId/type", newPetBody(state, { name, status, categoryId: "cat" })],
    ["create/body/member/categoryId/format", newPetBody(state, { name, status, categoryId: 2n ** 63n })],
    ["create/body/member/status/enum", newPetBody(state, { ...valid, status: "lost" })],
    ["create/body/type", renderJson([newPet(state, valid)])],
    ["create/body/json", newPetBody(state, valid).slice(0, -1)],
  ];
  const untyped = { check: "create/body/content-type", label: "no Content-Type header", contentType: null };
  await t.send(addRequest(state, newPetBody(state, valid), { ...untyped, accepts: refused(state) }));
  // The mark is no category that exists, and may be what it is refused for.
  const accepts = errors(400, 404, 422);
  for (const [check, body] of bodies)
    await t.send(addRequest(state, body, { check, label: "an invalid animal", accepts }));
  await expectNotStored(t, pet, before, 400);
  // The fault of one request may stay with the server for the next creation.
  const animal = await addAnimal(t, plainPet(state));
  const seenAt = endOf(t.exchanges.at(-1));
  // A server that takes back a refused creation may take back the one before it, too.
  const [[check, body]] = bodies;
  await t.send(addRequest(state, body, { check, label: "an invalid animal", accepts }));
  await expectStillThere(t, animal, seenAt);
}
