import { type Failure, Skip } from "../../checks/index.js";
import { addAnimal, knownAnimals } from "./animals.js";
import { listAnimals, type Page } from "./pages.js";
import { differences, type Pet, readPet, type Status } from "./pet.js";
import { fetched, fetchRequest, notFound, type Query } from "./requests.js";
import type { TestContext } from "./scenario.js";
import { isRemovalDue, type StoreState } from "./state.js";

/**
 * Expects that one request added one animal: that the page shows no second one with its name, besides those that were
 * known `before`. A run with the same seed may have added such a one, so a name that no other run gives has to show it.
 */
export async function expectNoTwin(
  t: TestContext,
  page: readonly Pet[],
  { animal, before, query }: { animal: Pet; before: ReadonlySet<bigint>; query: Query },
): Promise<void> {
  if (!page.some(({ id, name }) => name === animal.name && id !== animal.id && !before.has(id))) return;
  const { state } = t;
  const status = animal.status === undefined ? {} : { status: animal.status };
  const draft = { name: `Pedigree ${state.nonce()}`, categoryId: animal.categoryId, ...status };
  const again = await addAnimal(t, draft);
  // What was sent more than once may have been added more than once.
  if (t.exchanges.at(-1)?.retries !== 0) return;
  const twin = (await listAnimals(t, query)).find(({ id, name }) => name === again.name && id !== again.id);
  t.expect(twin === undefined, {
    check: "create/once",
    problem: "added twice",
    expected: `one new animal, ${describe(again)}`,
    actual: twin === undefined ? "" : `another one besides, ${describe(twin)}`,
    interference: "other clients",
  });
}

/**
 * Expects that a page, which was the last answer, is full or shows these animals. One that is missing is fetched:
 * only an animal that is still there and still the same counts, since others may have changed or deleted it.
 */
export async function expectNoneHidden(
  t: TestContext,
  page: Page,
  expected: readonly Pet[],
  query: Query,
  check?: string,
): Promise<void> {
  const limit = limitOf(t.state, query);
  const missingFrom = (seen: Page): readonly Pet[] => {
    const ids = new Set(seen.map(({ id }) => id));
    return seen.rows >= limit ? [] : expected.filter(({ id }) => !ids.has(id));
  };
  let missing = missingFrom(page);
  const until = performance.now() + t.state.settle;
  while (missing.length > 0 && performance.now() < until) {
    await t.state.pause(50);
    missing = missingFrom(await listAnimals(t, query));
  }
  const exchange = t.exchanges.length - 1;
  const isHidden = async (pet: Pet): Promise<boolean> => {
    if (!(await isStill(t, pet))) return false;
    // Others may have changed it, and changed it back since; but hardly twice in a row.
    const again = missingFrom(await listAnimals(t, query));
    return again.some(({ id }) => id === pet.id) && (await isStill(t, pet));
  };
  // The newest first: the older an animal, the likelier others have changed or deleted it.
  for (const pet of missing.slice(-3).reverse()) {
    if (!(await isHidden(pet))) continue;
    t.expect(false, {
      ...hidden(pet, limit),
      interference: "other clients",
      exchange,
      ...(check === undefined ? {} : { check }),
    });
    return;
  }
}

/**
 * Expects that a page holds no more animals than it may, and as many if they are there.
 * @throws Skip unless there are more than it may hold
 */
export async function expectFilled(t: TestContext, query: Query): Promise<void> {
  const { state } = t;
  const known = knownAnimals(state, query.status);
  const page = await listAnimals(t, query);
  expectAtMost(t, page, limitOf(state, query));
  await expectNoneHidden(t, page, known, query, "list/complete");
  needMoreThan(state, limitOf(state, query), query.status);
}

/** Does the animal, by its id, still look as it did when it was added? */
export async function isStill(t: TestContext, pet: Pet): Promise<boolean> {
  if (isRemovalDue(t.state)) return true;
  const accepts = [...fetched, ...notFound];
  const { response, json } = await t.send(fetchRequest(t.state, pet.id, { accepts }));
  const now = readPet(t.state, json);
  return response.status === 200 && now !== undefined && differences(now, pet).length === 0;
}

export function expectAtMost(t: TestContext, page: Page, limit: number, check?: string): void {
  t.expect(page.rows <= limit, {
    problem: "too many",
    expected: `at most ${limit} animals`,
    actual: `${page.rows} animals`,
    at: { in: "body", pointer: `/${limit}` },
    ...(check === undefined ? {} : { check }),
  });
}

export function expectSound(t: TestContext, page: readonly Pet[], status: Status): void {
  // An animal that was added without a status may show none, whatever the server counts it among.
  const isStray = (pet: Pet): boolean =>
    pet.status === undefined ? addedAs(t.state, pet).statusSent === true : pet.status !== status;
  const stray = page.find((pet) => !pet.invalid.includes("status") && isStray(pet));
  t.expect(stray === undefined, {
    problem: "stray",
    expected: `only animals that are ${status}`,
    actual:
      stray === undefined
        ? ""
        : `${describe(stray)} at position ${page.indexOf(stray) + 1} of ${page.length}`,
    ...(stray === undefined ? {} : { at: { in: "body", pointer: `/${page.indexOf(stray)}` } }),
  });
}

/** @throws Skip unless there are more animals than the page may hold: else it proves nothing that it holds no more */
function needMoreThan(state: StoreState, limit: number, status?: Status): void {
  const known = knownAnimals(state, status).length;
  if (known > limit) return;
  const which = status === undefined ? "" : ` that are ${status}`;
  throw new Skip("untested", `it takes more than ${limit} animals${which}; ${known} are known`);
}

export function addedAs(state: StoreState, pet: Pet): Pet {
  return state.animals.get(pet.id)?.pet ?? pet;
}

/** The contradiction that an existing animal is missing from a page with room for it. */
export function hidden(animal: Pet, limit: number): Failure {
  return {
    problem: "hidden",
    expected: `the animal ${describe(animal)}, since the page has room for it`,
    actual: `it exists, but is not among the animals on a page of ${limit} that is not full`,
  };
}

/** An animal in a few words. */
export function describe(pet: Pet): string {
  return `${pet.id} (${JSON.stringify(pet.name.slice(0, 40))}, category ${pet.categoryId}, ${pet.status ?? "no status"})`;
}

export function describeOrder(ids: readonly bigint[]): string {
  const rising = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  if (rising) return "by id, rising";
  const falling = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? id));
  return falling ? "by id, falling" : "not by id";
}

/** How many animals a page of this query may hold. */
export function limitOf(state: StoreState, query: Query): number {
  return query.limit ?? state.contract.roles.pageSize.default;
}
