import { Skip } from "../../checks/index.js";
import { fullListReason, pageWithNewer, provesNothing } from "./full-lists.js";
import { listAnimals, type Page } from "./pages.js";
import { type NewPet, type Pet, type Status, statusAt } from "./pet.js";
import { largestPage } from "./requests.js";
import type { StoreState, TestContext } from "./state.js";

/** An animal that is sent to be refused. */
export type MarkedPet = NewPet & { readonly status: Status };

/** An animal that is known again by its name or, should that be lost, by its category. */
export function markedPet(state: StoreState): MarkedPet {
  return { name: `Refused ${state.token()}`, categoryId: state.randomInt64(), status: statusAt(state, -1) };
}

/**
 * The ids of the animals that look like this one, on the lists in which it would have to stand if it were stored.
 * @throws Skip if the lists are full, and do not show the newest animals first
 */
export async function findAlike(t: TestContext, pet: MarkedPet): Promise<ReadonlySet<bigint>> {
  const pages = await readPages(t, pet);
  if (pages.every((page) => provesNothing(t.state, page)))
    throw new Skip("untested", fullListReason(t.state, pet.status));
  return new Set(alike(pages.flat(), pet));
}

/**
 * Expects that no animal like this one was stored, besides those with the ids `before`.
 * @param refusal the status that was answered
 */
export async function expectNotStored(
  t: TestContext,
  pet: MarkedPet,
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
  if (stored.length === 0) return;
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

async function readPages(t: TestContext, { status }: MarkedPet): Promise<readonly Page[]> {
  const limit = largestPage(t.state);
  return [await listAnimals(t, { limit }), await listAnimals(t, { limit, status })];
}

function alike(pets: readonly Pet[], { name, categoryId }: NewPet): readonly bigint[] {
  return pets.filter((pet) => pet.name === name || pet.categoryId === categoryId).map(({ id }) => id);
}
