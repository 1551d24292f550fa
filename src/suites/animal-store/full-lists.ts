import { Skip } from "../../checks/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { largestPage } from "./facts.js";
import { describe, expectNoneHidden, isStill, limitOf } from "./list-expectations.js";
import { isOlder, ownAnimals, showsNewestFirst } from "./list-order.js";
import { listAnimals, type Page } from "./pages.js";
import type { Pet } from "./pet.js";
import type { Query } from "./requests.js";
import type { TestContext } from "./scenario.js";
import type { KnownAnimal, StoreState } from "./state.js";

/** Why a full list decides nothing, and what it takes. */
export function fullListReason(state: StoreState, { status }: Query): string {
  const which = status === undefined ? "" : ` that are ${status}`;
  const most = largestPage(state);
  return `the list is full, and does not show the newest animals first: it takes a store with fewer than ${most} animals${which}`;
}

/**
 * Expects that a page shows these animals, as far as it must.
 * @throws Skip if the page is full, and the newest do not come first: then it proves nothing
 */
export async function expectListed(t: TestContext, expected: readonly Pet[], query: Query): Promise<Page> {
  const page = await listAnimals(t, query);
  await expectShown(t, page, expected, query);
  return page;
}

/** The same of a page that was the last answer. */
export async function expectShown(
  t: TestContext,
  page: Page,
  expected: readonly Pet[],
  query: Query,
): Promise<void> {
  const { state } = t;
  if (provesNothing(state, page, query)) throw new Skip("untested", fullListReason(state, query));
  if (isFull(state, page, query)) await expectShownAmongNewest(t, page, expected, query);
  else await expectNoneHidden(t, page, expected, query);
}

/** Is a page full, and are the newest animals not known to come first? Then any animal may be missing. */
export function provesNothing(state: StoreState, page: Page, query: Query): boolean {
  return isFull(state, page, query) && !showsNewestFirst(state, page, query.status);
}

/** Does a page hold as many animals as it may? */
export function isFull(state: StoreState, page: Page, query: Query): boolean {
  return page.rows >= limitOf(state, query);
}

/**
 * Expects that a full page with the newest animals first shows these animals of the run as far as it must: between an
 * animal that is newer and one that is older.
 */
async function expectShownAmongNewest(
  t: TestContext,
  page: Page,
  expected: readonly Pet[],
  query: Query,
): Promise<void> {
  const { state } = t;
  const hidden = hiddenOn(state, page, expected);
  if (hidden.length === 0) return;
  const isBelowNewer = ownAnimals(state, page).some((newer) => hidden.every((each) => isOlder(each, newer)));
  const shown = isBelowNewer ? page : await pageWithNewer(t, query);
  const exchange = t.exchanges.length - 1;
  for (const { pet } of hiddenOn(state, shown, expected).slice(-3).reverse()) {
    if (!(await isStill(t, pet))) continue;
    t.expect(false, {
      problem: "hidden",
      expected: `the animal ${describe(pet)} between a newer and an older one, since the newest come first`,
      actual: "it exists, but is not on the page",
      interference: "other clients",
      exchange,
    });
    return;
  }
}

/** The run's own animals among these that are not on the page, although one that is older is. */
function hiddenOn(state: StoreState, page: Page, expected: readonly Pet[]): readonly KnownAnimal[] {
  const shown = ownAnimals(state, page);
  const missing = ownAnimals(
    state,
    expected.filter(({ id }) => !isOn(page, id)),
  );
  return missing.filter((each) => shown.some((older) => isOlder(older, each)));
}

/**
 * The list, after one more animal was added that belongs on it.
 * @throws Skip if it does not show that animal: then it tells nothing of those before
 */
export async function pageWithNewer(t: TestContext, query: Query): Promise<Page> {
  const newer = await addAnimal(t, plainPet(t.state, query.status));
  await t.state.pause(t.state.settle);
  const page = await listAnimals(t, query);
  if (!isOn(page, newer.id) || !showsNewestFirst(t.state, page, query.status))
    throw new Skip("untested", fullListReason(t.state, query));
  return page;
}

function isOn(page: readonly Pet[], id: bigint): boolean {
  return page.some((pet) => pet.id === id);
}
