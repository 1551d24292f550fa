import { addAnimal, listAnimals, type Page, plainPet } from "./animals.js";
import { largestPage } from "./facts.js";
import { claimNoneHidden, describe, isStill, limitOf } from "./list-claims.js";
import { isOlder, ownAnimals, showsNewestFirst } from "./list-order.js";
import type { Pet } from "./pet.js";
import type { Probe } from "./probe.js";
import type { Query } from "./requests.js";
import { Stop } from "./stop.js";
import type { KnownAnimal, World } from "./world.js";

/** Why a full list decides nothing, and what it takes. */
export function fullListReason(world: World, { status }: Query): string {
  const which = status === undefined ? "" : ` that are ${status}`;
  const most = largestPage(world);
  return `the list is full, and does not show the newest animals first: it takes a store with fewer than ${most} animals${which}`;
}

/**
 * Claims that a page shows these animals, as far as it must.
 * @throws Stop if the page is full, and the newest do not come first: then it proves nothing
 */
export async function claimListed(probe: Probe, expected: readonly Pet[], query: Query): Promise<Page> {
  const page = await listAnimals(probe, query);
  await claimShown(probe, page, expected, query);
  return page;
}

/** The same of a page that was the last answer. */
export async function claimShown(
  probe: Probe,
  page: Page,
  expected: readonly Pet[],
  query: Query,
): Promise<void> {
  const { world } = probe;
  if (provesNothing(world, page, query)) throw new Stop("untested", fullListReason(world, query));
  if (isFull(world, page, query)) await claimShownAmongNewest(probe, page, expected, query);
  else await claimNoneHidden(probe, page, expected, query);
}

/** Is a page full, and are the newest animals not known to come first? Then any animal may be missing. */
export function provesNothing(world: World, page: Page, query: Query): boolean {
  return isFull(world, page, query) && !showsNewestFirst(world, page, query.status);
}

/** Does a page hold as many animals as it may? */
export function isFull(world: World, page: Page, query: Query): boolean {
  return page.rows >= limitOf(world, query);
}

/**
 * Claims that a full page with the newest animals first shows these animals of the run as far as it must: between an
 * animal that is newer and one that is older.
 */
async function claimShownAmongNewest(
  probe: Probe,
  page: Page,
  expected: readonly Pet[],
  query: Query,
): Promise<void> {
  const { world } = probe;
  const hidden = hiddenOn(world, page, expected);
  if (hidden.length === 0) return;
  const isBelowNewer = ownAnimals(world, page).some((newer) => hidden.every((each) => isOlder(each, newer)));
  const shown = isBelowNewer ? page : await pageWithNewer(probe, query);
  const exchange = probe.exchanges.length - 1;
  for (const { pet } of hiddenOn(world, shown, expected).slice(-3).reverse()) {
    if (!(await isStill(probe, pet))) continue;
    probe.claim(false, {
      problem: "hidden",
      expected: `the animal ${describe(pet)} between a newer and an older one, since the newest come first`,
      actual: "it exists, but is not on the page",
      otherCause: "neighbours",
      exchange,
    });
    return;
  }
}

/** The run's own animals among these that are not on the page, although one that is older is. */
function hiddenOn(world: World, page: Page, expected: readonly Pet[]): readonly KnownAnimal[] {
  const shown = ownAnimals(world, page);
  const missing = ownAnimals(
    world,
    expected.filter(({ id }) => !isOn(page, id)),
  );
  return missing.filter((each) => shown.some((older) => isOlder(older, each)));
}

/**
 * The list, after one more animal was added that belongs on it.
 * @throws Stop if it does not show that animal: then it tells nothing of those before
 */
export async function pageWithNewer(probe: Probe, query: Query): Promise<Page> {
  const newer = await addAnimal(probe, plainPet(probe.world, query.status));
  await probe.world.pause(probe.world.settle);
  const page = await listAnimals(probe, query);
  if (!isOn(page, newer.id) || !showsNewestFirst(probe.world, page, query.status))
    throw new Stop("untested", fullListReason(probe.world, query));
  return page;
}

function isOn(page: readonly Pet[], id: bigint): boolean {
  return page.some((pet) => pet.id === id);
}
