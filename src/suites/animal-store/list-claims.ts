import { addAnimal, knownAnimals, listAnimals, type Page } from "./animals.js";
import { differences, type Pet, readPet, type Status } from "./pet.js";
import type { Contradiction, Probe } from "./probe.js";
import { fetched, fetchRequest, notFound, type Query } from "./requests.js";
import { Stop } from "./stop.js";
import { isRemovalDue, type World } from "./world.js";

/**
 * Claims that one request added one animal: that the page shows no second one with its name, besides those that were
 * known `before`. A run with the same seed may have added such a one, so a name that no other run gives has to show it.
 */
export async function claimNoTwin(
  probe: Probe,
  page: readonly Pet[],
  { animal, before, query }: { animal: Pet; before: ReadonlySet<bigint>; query: Query },
): Promise<void> {
  if (!page.some(({ id, name }) => name === animal.name && id !== animal.id && !before.has(id))) return;
  const { world } = probe;
  const status = animal.status === undefined ? {} : { status: animal.status };
  const draft = { name: `Pedigree ${world.nonce()}`, categoryId: animal.categoryId, ...status };
  const again = await addAnimal(probe, draft);
  // What was sent more than once may have been added more than once.
  if (probe.exchanges.at(-1)?.retries !== 0) return;
  const twin = (await listAnimals(probe, query)).find(
    ({ id, name }) => name === again.name && id !== again.id,
  );
  probe.claim(twin === undefined, {
    requirement: "CREATE-24",
    problem: "added twice",
    expected: `one new animal, ${describe(again)}`,
    actual: twin === undefined ? "" : `another one besides, ${describe(twin)}`,
    otherCause: "neighbours",
  });
}

/**
 * Claims that a page, which was the last answer, is full or shows these animals. One that is missing is fetched:
 * only an animal that is still there and still the same counts, since others may have changed or deleted it.
 */
export async function claimNoneHidden(
  probe: Probe,
  page: Page,
  expected: readonly Pet[],
  query: Query,
  requirement?: string,
): Promise<void> {
  const limit = limitOf(probe.world, query);
  const missingFrom = (seen: Page): readonly Pet[] => {
    const ids = new Set(seen.map(({ id }) => id));
    return seen.rows >= limit ? [] : expected.filter(({ id }) => !ids.has(id));
  };
  let missing = missingFrom(page);
  const until = performance.now() + probe.world.settle;
  while (missing.length > 0 && performance.now() < until) {
    await probe.world.pause(50);
    missing = missingFrom(await listAnimals(probe, query));
  }
  const exchange = probe.exchanges.length - 1;
  const isHidden = async (pet: Pet): Promise<boolean> => {
    if (!(await isStill(probe, pet))) return false;
    // Others may have changed it, and changed it back since; but hardly twice in a row.
    const again = missingFrom(await listAnimals(probe, query));
    return again.some(({ id }) => id === pet.id) && (await isStill(probe, pet));
  };
  // The newest first: the older an animal, the likelier others have changed or deleted it.
  for (const pet of missing.slice(-3).reverse()) {
    if (!(await isHidden(pet))) continue;
    probe.claim(false, {
      ...hidden(pet, limit),
      otherCause: "neighbours",
      exchange,
      ...(requirement === undefined ? {} : { requirement }),
    });
    return;
  }
}

/**
 * Claims that a page holds no more animals than it may, and as many if they are there (LIST-5).
 * @throws Stop unless there are more than it may hold
 */
export async function claimFilled(probe: Probe, query: Query): Promise<void> {
  const { world } = probe;
  const known = knownAnimals(world, query.status);
  const page = await listAnimals(probe, query);
  claimAtMost(probe, page, limitOf(world, query));
  await claimNoneHidden(probe, page, known, query, "LIST-5");
  needMoreThan(world, limitOf(world, query), query.status);
}

/** Does the animal, by its id, still look as it did when it was added? */
export async function isStill(probe: Probe, pet: Pet): Promise<boolean> {
  if (isRemovalDue(probe.world)) return true;
  const accepts = [...fetched, ...notFound];
  const { answer, json } = await probe.send(fetchRequest(probe.world, pet.id, { accepts }));
  const now = readPet(probe.world, json);
  return answer.status === 200 && now !== undefined && differences(now, pet).length === 0;
}

export function claimAtMost(probe: Probe, page: Page, limit: number, requirement?: string): void {
  probe.claim(page.rows <= limit, {
    problem: "too many",
    expected: `at most ${limit} animals`,
    actual: `${page.rows} animals`,
    at: { in: "body", pointer: `/${limit}` },
    ...(requirement === undefined ? {} : { requirement }),
  });
}

export function claimSound(probe: Probe, page: readonly Pet[], status: Status): void {
  // Who chose no status may see none, whatever the server counts the animal among.
  const stray = page.find((pet) =>
    pet.status === undefined ? addedAs(probe.world, pet).statusSent === true : pet.status !== status,
  );
  probe.claim(stray === undefined, {
    problem: "stray",
    expected: `only animals that are ${status}`,
    actual:
      stray === undefined
        ? ""
        : `${describe(stray)} at position ${page.indexOf(stray) + 1} of ${page.length}`,
    ...(stray === undefined ? {} : { at: { in: "body", pointer: `/${page.indexOf(stray)}` } }),
  });
}

/** @throws Stop unless there are more animals than the page may hold: else it proves nothing that it holds no more */
function needMoreThan(world: World, limit: number, status?: Status): void {
  const known = knownAnimals(world, status).length;
  if (known > limit) return;
  const which = status === undefined ? "" : ` that are ${status}`;
  throw new Stop("untested", `it takes more than ${limit} animals${which}; ${known} are known`);
}

export function addedAs(world: World, pet: Pet): Pet {
  return world.animals.get(pet.id)?.pet ?? pet;
}

/** The contradiction that an existing animal is missing from a page with room for it. */
export function hidden(animal: Pet, limit: number): Contradiction {
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
export function limitOf(world: World, query: Query): number {
  return query.limit ?? world.contract.roles.pageSize.default;
}
