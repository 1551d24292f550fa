import { Skip } from "../../checks/index.js";
import { largestPage, statusAt } from "./facts.js";
import { fullListReason, isFull, pageWithNewer, provesNothing } from "./full-lists.js";
import { listAnimals, type Page } from "./pages.js";
import type { NewPet, Pet } from "./pet.js";
import type { Query } from "./requests.js";
import type { TestContext } from "./scenario.js";
import type { StoreState } from "./state.js";

/** An animal that is known again by its name or, should that be lost, by its category. */
export function markedPet(state: StoreState): Required<NewPet> {
  return { name: `Refused ${state.token()}`, categoryId: state.randomInt64(), status: statusAt(state, -1) };
}

/** Are there more animals of others than a list shows? */
export function isFullOfOthers(state: StoreState): boolean {
  const others = [...state.animals.values()].filter(({ own }) => !own);
  return others.length >= largestPage(state);
}

/**
 * The ids of the animals that look like this one, on the lists in which it would have to stand if it were stored.
 * @throws Skip if the lists are full, and do not show the newest animals first
 */
export async function findAlike(t: TestContext, pet: Required<NewPet>): Promise<ReadonlySet<bigint>> {
  const pages = await readPages(t, pet);
  if (pages.every(({ page, query }) => provesNothing(t.state, page, query)))
    throw new Skip("untested", fullListReason(t.state, { status: pet.status }));
  return alike(
    pages.flatMap(({ page }) => page),
    pet,
  );
}

/**
 * Expects that no animal like this one was stored, besides those with the ids `before`.
 * @param refusal the status that was answered
 */
export async function expectNotStored(
  t: TestContext,
  pet: Required<NewPet>,
  before: ReadonlySet<bigint>,
  refusal: number,
): Promise<void> {
  const { state } = t;
  const pages = await readPages(t, pet);
  const shown = pages.flatMap(({ page }) => page);
  // A full list proves that something is missing only between what is newer and what is older.
  const areFull = pages.every(({ page, query }) => isFull(state, page, query));
  const first = areFull ? pages.find(({ page, query }) => !provesNothing(state, page, query)) : undefined;
  if (first !== undefined) shown.push(...(await pageWithNewer(t, first.query)));
  const stored = [...alike(shown, pet)].filter((id) => !before.has(id));
  if (stored.length === 0) return;
  state.budget.distrustRefusals(refusal);
  // A name that was drawn for this is nobody else's, and the run may have no room to try once more: two lists tell.
  const again = (await readPages(t, pet)).flatMap(({ page }) => page);
  const isShownAgain = again.some(({ id }) => stored.includes(id));
  t.expect(false, {
    ...(isShownAgain ? ({ interference: "verified", resent: 1 } as const) : {}),
    problem: "stored",
    expected: `no animal, since ${refusal} was answered`,
    actual: `the list shows ${stored.length} of them, for example ${stored[0]}`,
  });
}

async function readPages(
  t: TestContext,
  { status }: Required<NewPet>,
): Promise<readonly { readonly query: Query; readonly page: Page }[]> {
  const limit = largestPage(t.state);
  const whole = { limit };
  const filtered = { limit, status };
  return [
    { query: whole, page: await listAnimals(t, whole) },
    { query: filtered, page: await listAnimals(t, filtered) },
  ];
}

function alike(pets: readonly Pet[], { name, categoryId }: NewPet): ReadonlySet<bigint> {
  return new Set(
    pets.filter((pet) => pet.name === name || pet.categoryId === categoryId).map(({ id }) => id),
  );
}
