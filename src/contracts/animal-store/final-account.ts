import { fullList } from "./full-lists.js";
import { ownName } from "./learning.js";
import { describe, type Pet } from "./pet.js";
import { askForPage, isOn, listAnimals, type Page } from "./reading.js";
import { everyList, largestPage } from "./store-requests.js";
import {
  type KnownAnimal,
  ownAnimals,
  type Scenario,
  type StoreState,
  scenario,
  type TestContext,
} from "./store-state.js";

/** In characters: a shorter name may be anybody's. It is the length of a marker. */
const shortestName = 8;

/**
 * The account of the run's creations, drawn once more at its end: lists show an animal for each 201, and none for a refusal.
 * What is added twice once in forty times shows here alone, and so does what comes a while after its refusal.
 */
export const finalAccount: Scenario = scenario({
  id: "create/once/account",
  title: "at the end of a run, lists show one animal for each that was added, and none that was refused",
  expects: ["create/refused/account"],
  phase: "final",
  inputs: (state) => (ownAnimals(state).length > 0 ? [null] : []),
  happensOnce: "only all creations of a run together show it",
  run: async (t) => {
    const pages = (await readEveryAnimal(t)).filter(({ isFull }) => !isFull);
    if (pages.length === 0) throw fullList(t.state, undefined);
    t.expectNone([], "create/once");
    t.expectNone([], "create/refused/account");
    await expectNoneStored(t, pages);
    await expectNoDuplicates(t, pages);
  },
});

/** The whole list or, where that is full, the list of each state. */
async function readEveryAnimal(t: TestContext): Promise<readonly Page[]> {
  const [all = {}, ...filtered] = everyList(t.state, { limit: largestPage(t.state) });
  const first = await listAnimals(t, all);
  if (!first.isFull) return [first];
  const pages: Page[] = [];
  for (const query of filtered) pages.push(await listAnimals(t, query));
  return pages;
}

/** Expects that no list shows an animal that was refused. */
async function expectNoneStored(t: TestContext, pages: readonly Page[]): Promise<void> {
  const stored = t.state.budget
    .storedDespiteRefusal()
    .filter(({ transmission: { sent } }) => (sent.name ?? "").length >= shortestName);
  for (const { key, transmission } of stored.slice(0, 1)) {
    const page = pages.find((each) => each.some(({ id }) => `${id}` === key));
    const found = page && (await askForPage(t, page.request)).find(({ id }) => `${id}` === key);
    t.expect(false, {
      // Where it was refused for its key, that is the promise.
      check: transmission.status === 401 ? "credential/refused/nothing-added" : "create/refused/account",
      problem: "stored",
      expected: `no animal, since ${transmission.status} was answered`,
      actual:
        found === undefined
          ? "a list showed it, and no longer does"
          : `the list shows ${describe(found)}${stored.length === 1 ? "" : `, one of ${stored.length}`}`,
      ...(found === undefined ? { interference: "other clients" } : { interference: "verified", resent: 1 }),
      shownBy: [transmission.shownBy, t.exchanges.at(-1)].filter((each) => each !== undefined),
    });
  }
}

/** An animal that the run added, and another one with its values that no answer spoke of. */
interface Duplicate {
  readonly own: KnownAnimal;
  readonly second: Pet;
  readonly page: Page;
}

/** Expects that no list shows an animal twice that was added once. */
async function expectNoDuplicates(t: TestContext, pages: readonly Page[]): Promise<void> {
  const duplicates = findDuplicates(t.state, pages);
  const [first] = duplicates;
  if (first === undefined || isOfAnotherRun(t.state, pages, duplicates)) return;
  const { own, second, page } = first;
  const isShownAgain = isOn(await askForPage(t, page.request), second.id);
  // Where some creations were turned away, another run with the same seed gets through now and then.
  const areAllHeard = ownAnimals(t.state).every(({ shownBy }) => (shownBy?.retries ?? 0) === 0);
  const isSure = isShownAgain && duplicates.length > 1 && areAllHeard;
  // A retry would see the same pair, and no more of it.
  if (!isSure && t.state.reportedDuplicates.has(second.id)) return;
  t.state.reportedDuplicates.add(second.id);
  t.expect(false, {
    check: "create/once",
    problem: "added twice",
    expected: `one new animal, ${describe(own.pet)}`,
    actual: `a second one, ${describe(second)}${duplicates.length === 1 ? "" : `; ${duplicates.length} creations added two`}`,
    at: { in: "body", pointer: `/${page.findIndex(({ id }) => id === second.id)}` },
    ...(isSure ? { interference: "verified", resent: 1 } : { interference: "other clients" }),
    shownBy: [own.shownBy, t.exchanges.at(-1)].filter((each) => each !== undefined),
  });
}

/** The run's own animals, in the order in which they were sent, with whatever has the same values and came after. */
function findDuplicates(state: StoreState, pages: readonly Page[]): readonly Duplicate[] {
  return sentOnce(state).flatMap((own) => {
    const { pet, sentAt = 0 } = own;
    // A list that shows it under another id has two names for one animal.
    if (!pages.some((page) => isOn(page, pet.id))) return [];
    const isSecond = ({ id, name, categoryId, status }: Pet): boolean =>
      name === pet.name &&
      categoryId === pet.categoryId &&
      status === pet.status &&
      !state.budget.wasAnswered(id) &&
      (state.budget.newSince(`${id}`) ?? Number.NEGATIVE_INFINITY) >= sentAt;
    const page = pages.find((each) => each.some(isSecond));
    const second = page?.find(isSecond);
    return page === undefined || second === undefined ? [] : [{ own, second, page }];
  });
}

/** Those whose one transmission was answered with 201, by names that are nobody else's. */
function sentOnce(state: StoreState): readonly KnownAnimal[] {
  return ownAnimals(state)
    .filter(
      ({ pet, request }) =>
        request !== undefined && pet.name.length >= shortestName && state.budget.timesSent(pet.name) === 1,
    )
    .toSorted((left, right) => (left.sentAt ?? 0) - (right.sentAt ?? 0));
}

/** From so many on, animals in a row that all were added twice tell of another run. */
const fewestInARow = 2;

/**
 * May another run with the same seed have added the second ones? It adds what this one does, in the same order, and
 * with other arguments animals with names that this run has not sent.
 */
function isOfAnotherRun(
  state: StoreState,
  pages: readonly Page[],
  duplicates: readonly Duplicate[],
): boolean {
  const sent = sentOnce(state);
  const places = duplicates.map(({ own }) => sent.indexOf(own));
  const span = (places.at(-1) ?? 0) - (places[0] ?? 0) + 1;
  if (duplicates.length >= fewestInARow && duplicates.length * 2 >= span) return true;
  const firstSent = new Map(sent.map(({ pet, sentAt = 0 }) => [pet.name, sentAt]));
  const added = new Set(ownAnimals(state).map(({ pet }) => pet.name));
  const isForeign = ({ id, name }: Pet): boolean => {
    const since = state.budget.newSince(`${id}`);
    if (since === undefined || state.budget.wasAnswered(id) || !ownName.test(name)) return false;
    // The other run is ahead at times: what is there before this run sends it is no second one.
    if (since < (firstSent.get(name) ?? 0)) return true;
    return !added.has(name) && state.budget.timesSent(name) === 0;
  };
  return pages.some((page) => page.some(isForeign));
}
