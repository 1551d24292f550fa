import { listAnimals, type Page } from "./animals.js";
import { largestPage, statusAt } from "./facts.js";
import { fullListReason, isFull, pageWithNewer, provesNothing } from "./full-lists.js";
import type { NewPet, Pet } from "./pet.js";
import type { Probe } from "./probe.js";
import type { Query } from "./requests.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";

/** An animal that is known again by its name or, should that be lost, by its category. */
export function markedPet(world: World): Required<NewPet> {
  return { name: `Refused ${world.token()}`, categoryId: world.randomInt64(), status: statusAt(world, -1) };
}

/** Are there so many animals of others that no list shows all? */
export function isFullOfOthers(world: World): boolean {
  const others = [...world.animals.values()].filter(({ own }) => !own);
  return others.length >= largestPage(world);
}

/**
 * The ids of the animals that look like this one, on the lists in which it would have to stand if it were stored.
 * @throws Stop if the lists are full, and do not show the newest animals first
 */
export async function findAlike(probe: Probe, pet: Required<NewPet>): Promise<ReadonlySet<bigint>> {
  const pages = await readPages(probe, pet);
  if (pages.every(({ page, query }) => provesNothing(probe.world, page, query)))
    throw new Stop("untested", fullListReason(probe.world, { status: pet.status }));
  return alike(
    pages.flatMap(({ page }) => page),
    pet,
  );
}

/**
 * Claims that no animal like this one was stored, besides those with the ids `before`.
 * @param refusal the status that was answered
 */
export async function claimNotStored(
  probe: Probe,
  pet: Required<NewPet>,
  before: ReadonlySet<bigint>,
  refusal: number,
): Promise<void> {
  const { world } = probe;
  const pages = await readPages(probe, pet);
  const shown = pages.flatMap(({ page }) => page);
  // A full list proves that something is missing only between what is newer and what is older.
  const areFull = pages.every(({ page, query }) => isFull(world, page, query));
  const first = areFull ? pages.find(({ page, query }) => !provesNothing(world, page, query)) : undefined;
  if (first !== undefined) shown.push(...(await pageWithNewer(probe, first.query)));
  const stored = [...alike(shown, pet)].filter((id) => !before.has(id));
  if (stored.length === 0) return;
  world.budget.distrustRefusals(refusal);
  // A name that was drawn for this is nobody else's, and the run may have no room to try once more: two lists tell.
  const again = (await readPages(probe, pet)).flatMap(({ page }) => page);
  const isShownAgain = again.some(({ id }) => stored.includes(id));
  probe.claim(false, {
    ...(isShownAgain ? ({ otherCause: "verified", resent: 1 } as const) : {}),
    problem: "stored",
    expected: `no animal, since ${refusal} was answered`,
    actual: `the list shows ${stored.length} of them, for example ${stored[0]}`,
  });
}

async function readPages(
  probe: Probe,
  { status }: Required<NewPet>,
): Promise<readonly { readonly query: Query; readonly page: Page }[]> {
  const limit = largestPage(probe.world);
  const whole = { limit };
  const filtered = { limit, status };
  return [
    { query: whole, page: await listAnimals(probe, whole) },
    { query: filtered, page: await listAnimals(probe, filtered) },
  ];
}

function alike(pets: readonly Pet[], { name, categoryId }: NewPet): ReadonlySet<bigint> {
  return new Set(
    pets.filter((pet) => pet.name === name || pet.categoryId === categoryId).map(({ id }) => id),
  );
}
