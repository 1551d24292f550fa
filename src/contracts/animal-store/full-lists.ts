import { Skip } from "../../engine/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { expectListedAgain, expectNoneHidden, isStill, whenShown } from "./list-expectations.js";
import { describe, type NewPet, type Pet, type Status } from "./pet.js";
import { askForPage, isOn, listAnimals, type Page } from "./reading.js";
import { largestPage } from "./store-requests.js";
import type { KnownAnimal, StoreState, TestContext } from "./store-state.js";

/** How many animals of the run in the order of their creation prove an order: chance does that once in 40,000 times. */
const enough = 8;
/** The part of the run's animals that must be on the page for an order: a few may be gone, or wrongly hidden. */
const mostOfThem = 3 / 4;

/** Why a full list decides nothing, and what it takes. */
export function fullList(state: StoreState, status: Status | undefined): Skip {
  const which = status === undefined ? "" : ` that are ${status}`;
  const remedy = `it takes a store with fewer than ${largestPage(state)} animals${which}`;
  return new Skip("untested", `the list is full, and does not show the newest animals first: ${remedy}`);
}

/** Adds an animal and expects that the list shows it once, each time that it is asked for. */
export async function expectNewListed(
  t: TestContext,
  pet: NewPet,
  { isFiltered, times }: { isFiltered: boolean; times: 1 | 2 },
): Promise<void> {
  const animal = await addAnimal(t, pet);
  const status = isFiltered ? (animal.status ?? pet.status) : undefined;
  const page = await listAnimals(t, { status, limit: largestPage(t.state) });
  await expectShown(t, page, [animal]);
  t.expectNone([], "create/once");
  if (times === 2) await expectListedAgain(t, animal, page.request);
}

/**
 * Expects that a page, which was the last answer, shows these animals, as far as it must: all that it has room for or,
 * if it is full, those of the run between an animal that is newer and one that is older.
 * @throws Skip if the page is full, and the newest do not come first: then it proves nothing
 */
export async function expectShown(t: TestContext, page: Page, expected: readonly Pet[]): Promise<void> {
  const { state } = t;
  if (!page.isFull) return expectNoneHidden(t, page, expected);
  if (!showsNewestFirst(state, page)) throw fullList(state, page.status);
  const settled = await whenShown(t, page, (seen) => hiddenOn(state, seen, expected).map(({ pet }) => pet));
  const missing = hiddenOn(state, settled, expected);
  if (missing.length === 0) return t.expectNone([]);
  const isBelowNewer = ownOn(state, settled).some((newer) => missing.every((each) => isOlder(each, newer)));
  const shown = isBelowNewer ? settled : await pageWithNewer(t, page);
  const exchange = t.exchanges.length - 1;
  for (const { pet } of hiddenOn(state, shown, expected).slice(-3).reverse()) {
    if (!(await isStill(t, pet))) continue;
    state.lateness.ruleOut();
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

/** Is a page full, and are the newest animals not known to come first? Then any animal may be missing. */
export function provesNothing(state: StoreState, page: Page): boolean {
  return page.isFull && !showsNewestFirst(state, page);
}

/**
 * The list, after one more animal was added that belongs on it.
 * @throws Skip if it does not show that animal: then it tells nothing of those before
 */
export async function pageWithNewer(t: TestContext, { request, status }: Page): Promise<Page> {
  const newer = await addAnimal(t, plainPet(t.state, status));
  await t.state.clock.pause(t.state.lateness.known());
  const page = await askForPage(t, request);
  if (!isOn(page, newer.id) || !showsNewestFirst(t.state, page)) throw fullList(t.state, status);
  return page;
}

/** The run's own animals among these that are not on the page, although one that is older is. */
function hiddenOn(state: StoreState, page: Page, expected: readonly Pet[]): readonly KnownAnimal[] {
  const shown = ownOn(state, page);
  const missing = ownOn(state, expected).filter(({ pet }) => !isOn(page, pet.id));
  return missing.filter((each) => shown.some((older) => isOlder(older, each)));
}

/**
 * Does this page show the newest animals first? The run's own animals prove it: they are on the page one after the
 * other as they were created, and none that is newer than the last of them is missing but for a few. Pure.
 */
function showsNewestFirst(state: StoreState, page: Page): boolean {
  const own = ownOn(state, page);
  const oldest = own.at(-1);
  if (oldest === undefined) return false;
  const isInOrder = own.every((each, at) => own.slice(at + 1).every((later) => !isOlder(each, later)));
  const expected = [...state.animals.values()].filter(
    (each) => isOlder(oldest, each) && (page.status === undefined || each.pet.status === page.status),
  );
  return isInOrder && chainOf(own).length >= enough && own.length - 1 >= expected.length * mostOfThem;
}

/** Was the first animal added before the second one was sent? */
function isOlder(first: KnownAnimal, second: KnownAnimal): boolean {
  return first.own && second.sentAt !== undefined && first.seenAt < second.sentAt;
}

/** The run's own animals on a page, in its order. */
function ownOn({ animals }: StoreState, page: readonly Pet[]): readonly KnownAnimal[] {
  return page.flatMap(({ id }) => animals.get(id) ?? []).filter(({ own }) => own);
}

/** Those of which each is surely older than the one before: of two that were sent together, nobody knows. */
function chainOf(animals: readonly KnownAnimal[]): readonly KnownAnimal[] {
  const chain: KnownAnimal[] = [];
  for (const each of animals) {
    const last = chain.at(-1);
    if (last === undefined || isOlder(each, last)) chain.push(each);
  }
  return chain;
}
