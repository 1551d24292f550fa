import { Skip } from "../../engine/index.js";
import type { Case } from "../../transport/index.js";
import { knownAnimals } from "./animals.js";
import { describe, differences, type Pet, type Status } from "./pet.js";
import {
  askForPage,
  assumeValid,
  causeOfTooMany,
  findAnimal,
  isOn,
  listAnimals,
  needGetPet,
  type Page,
  pageOf,
} from "./reading.js";
import { everyList, jsonOf, largestPage, listRequest, type Query } from "./store-requests.js";
import { addedAs, isPastRemovalDate, ownAnimals, type TestContext } from "./store-state.js";

/**
 * Expects that a page, which was the last answer, is full or shows these animals. One that is missing is fetched:
 * only an animal that is still there and still the same counts, since others may have changed or deleted it.
 */
export async function expectNoneHidden(
  t: TestContext,
  page: Page,
  expected: readonly Pet[],
  check?: string,
): Promise<void> {
  const missingFrom = (seen: Page): readonly Pet[] =>
    seen.isFull ? [] : expected.filter(({ id }) => !isOn(seen, id));
  const missing = missingFrom(await whenShown(t, page, missingFrom));
  const exchange = t.exchanges.length - 1;
  // The newest first: the older an animal, the likelier others have changed or deleted it.
  for (const pet of missing.slice(-3).reverse()) {
    if (!(await isStill(t, pet))) continue;
    // Others may have changed it, and changed it back since; but hardly twice in a row.
    const again = missingFrom(await askForPage(t, page.request));
    if (!again.includes(pet) || !(await isStill(t, pet))) continue;
    t.state.lateness.ruleOut();
    const likelyCause = await causeOfHidden(t, page);
    t.expect(false, { ...hidden(pet, page, likelyCause), check, exchange, interference: "other clients" });
    return;
  }
  if (!page.isFull && expected.length > 0) t.expectNone([], check);
}

/** Between two looks at a list that may be late, in ms. */
const pollInterval = 50;

/**
 * Looks at a list again while it lacks new animals of the run's own, as long as it may be late: the document does not say
 * how soon a list shows a new animal. What comes within that time was late, and the run remembers by how much.
 * @param page the first look, which was the last answer
 * @returns the last look
 */
export async function whenShown(
  t: TestContext,
  page: Page,
  missingFrom: (page: Page) => readonly Pet[],
): Promise<Page> {
  const { animals, clock, lateness } = t.state;
  const ownCount = ownAnimals(t.state).length;
  const until = clock.elapsed() + clock.settle;
  /** How old the run's own animals among these were when the last look went out. */
  const ages = (pets: readonly Pet[]): readonly number[] => {
    const askedAt = t.exchanges.at(-1)?.sentAt ?? 0;
    return pets
      .flatMap(({ id }) => animals.get(id) ?? [])
      .flatMap((each) => (each.own ? askedAt - each.seenAt : []));
  };
  const isEarly = (age: number): boolean => age < lateness.patience();
  let seen = page;
  for (let missing = missingFrom(seen); missing.length > 0; ) {
    if (clock.elapsed() >= until && !ages(missing).some(isEarly)) break;
    const lacked = new Map(missing.map((pet) => [pet, Math.max(0, ...ages([pet]))]));
    await clock.pause(pollInterval);
    seen = await askForPage(t, page.request);
    missing = missingFrom(seen);
    for (const pet of missing) lacked.delete(pet);
    // An animal that another one made visible was not late.
    if (ownAnimals(t.state).length === ownCount) lateness.note([...lacked.values()].filter(isEarly));
  }
  return seen;
}

/** Expects that a list which has just shown an animal shows it again when it is asked for once more. */
export async function expectListedAgain(t: TestContext, animal: Pet, request: Case): Promise<void> {
  await t.state.clock.pause(t.state.lateness.known());
  // It was there a moment ago: that is no lateness.
  const page = await askForPage(t, request);
  if (page.isFull || isOn(page, animal.id)) return;
  const exchange = t.exchanges.length - 1;
  if (!(await isStill(t, animal))) return;
  t.state.lateness.ruleOut();
  const interference = isPastRemovalDate(t.state) ? "other clients" : "none";
  t.expect(false, { ...hidden(animal, page), exchange, interference });
}

/**
 * Expects that a page holds no more animals than it may, and as many if they are there.
 * @throws Skip unless there are more than it may hold: else it proves nothing that it holds no more
 */
export async function expectFilled(t: TestContext, query: Query): Promise<void> {
  const known = knownAnimals(t.state, query.status);
  const page = await listAnimals(t, query);
  expectAtMost(t, page);
  const check = query.status === undefined ? "list/complete" : "list/query/filter/complete";
  await expectNoneHidden(t, page, known, check);
  const inAll = knownAnimals(t.state, query.status).length;
  const which = query.status === undefined ? "" : ` that are ${query.status}`;
  if (inAll <= page.limit)
    throw new Skip("untested", `it takes more than ${page.limit} animals${which}; ${inAll} are known`);
}

/**
 * Expects that the first and the last animal of a page, which was the last answer, look the same when they are fetched. They may be other people's:
 * one that differs is listed and fetched once more, and still others may have changed it back and forth.
 * @throws Skip if none of them could be compared
 */
export async function expectListedAsFetched(t: TestContext, page: Page): Promise<void> {
  needGetPet(t.state);
  const compared = [];
  const valid = page.filter(({ invalid }) => invalid.length === 0);
  for (const pet of new Set([...valid.slice(0, 1), ...valid.slice(-1)])) {
    const found = await findAnimal(t, pet);
    if (found === undefined) continue;
    compared.push(pet);
    const changed = differences(found, pet);
    if (changed.length === 0) continue;
    const exchange = t.exchanges.length - 1;
    const again = (await askForPage(t, page.request)).find(({ id }) => id === pet.id);
    const foundAgain = await findAnimal(t, pet);
    const isSteady = again && foundAgain && differences(foundAgain, again).length > 0;
    t.expect(!isSteady, {
      problem: changed.join(", "),
      expected: `${describe(found)}, as it is fetched`,
      actual: `${describe(pet)}, as it is listed`,
      interference: "other clients",
      exchange,
    });
  }
  if (compared.length === 0) throw new Skip("untested", "it takes an animal on the list that can be fetched");
  t.expectNone([]);
}

/** Does the animal, by its id, still look as it did when it was added? */
export async function isStill(t: TestContext, pet: Pet): Promise<boolean> {
  if (isPastRemovalDate(t.state)) return true;
  const now = await findAnimal(t, pet);
  return now !== undefined && differences(now, pet).length === 0;
}

/** @param exchange the one that the page came with; the last one if absent */
export function expectAtMost(
  t: TestContext,
  { rows, limit }: Page,
  check?: string,
  exchange = t.exchanges.length - 1,
): void {
  t.expect(rows <= limit, {
    check,
    exchange,
    problem: "too many",
    likelyCause: causeOfTooMany(rows, limit),
    expected: `at most ${limit} animals`,
    actual: `${rows} animals`,
    at: { in: "body", pointer: `/${limit}` },
  });
}

/** @param exchange the one that the page came with; the last one if absent */
export function expectSound(
  t: TestContext,
  page: Page,
  status: Status,
  check?: string,
  exchange = t.exchanges.length - 1,
): void {
  // An animal that was added without a status may show none, whatever the server counts it among.
  const isStray = (pet: Pet): boolean =>
    pet.status === undefined ? addedAs(t.state, pet).statusSent === true : pet.status !== status;
  const at = page.findIndex((pet) => !pet.invalid.includes("status") && isStray(pet));
  const stray = page[at];
  if (stray === undefined) {
    // Single rows of others may be what an earlier run left behind.
    const unclear = page.filter(({ invalid }) => invalid.includes("status"));
    const isOurs = unclear.some(({ id }) => t.state.animals.get(id)?.own);
    if (isOurs || unclear.length === page.length) assumeValid(...unclear);
    t.expectNone([], check);
    return;
  }
  t.expect(false, {
    check,
    exchange,
    problem: "stray",
    expected: `only animals that are ${status}`,
    actual: `${describe(stray)} at position ${at + 1} of ${page.length}`,
    at: { in: "body", pointer: `/${at}` },
  });
}

/** Animals that are known beyond those of the fullest page, before the page is to blame. */
const farMore = 2;

/** Describes the contradiction that an existing animal is missing from a page with room for it. */
export function hidden(animal: Pet, { limit, rows }: Page, likelyCause?: string) {
  const hint = likelyCause === undefined ? " (if that may take longer than 2 s: --settle 10s)" : "";
  return {
    problem: "hidden",
    ...(likelyCause === undefined ? {} : { likelyCause }),
    expected: `the animal ${describe(animal)}, since a page of ${limit} has room for it`,
    actual: `it exists, but is not among the ${rows} animals on the page${hint}`,
  };
}

/** Returns the likely cause why a page hides animals, as far as other pages show it. */
async function causeOfHidden(t: TestContext, page: Page): Promise<string | undefined> {
  const { limit, status, rows } = page;
  if (rows === 0) return undefined;
  if (status !== undefined) {
    const all = await probePage(t, { limit });
    const kept = all.filter((pet) => pet.status === status);
    if (all.isFull && kept.length === rows && kept.every(({ id }) => isOn(page, id)))
      return "the filter is applied after the limit: the page shows the matches among the first animals of the unfiltered list";
  }
  const { pageSize } = t.state.contract.roles;
  if (await isMostOfAnyPage(t, page)) return `no page shows more than ${rows} animals`;
  const isDefault = !page.request.path.includes(`${pageSize.name}=`);
  const same = isDefault ? await probePage(t, { limit, status }) : page;
  return same.rows > rows
    ? `a page shows ${rows} animals without a limit; ${limit} are the default`
    : undefined;
}

/** Does no list show more, filtered or not, although many more animals are known? */
async function isMostOfAnyPage(t: TestContext, { rows }: Page): Promise<boolean> {
  const most = largestPage(t.state);
  if (t.state.animals.size < rows + farMore) return false;
  for (const query of everyList(t.state, { limit: most }))
    if ((await probePage(t, query)).rows > rows) return false;
  return true;
}

/** Asks for a page that is not judged. */
async function probePage(t: TestContext, query: Query): Promise<Page> {
  const exchange = await t.sendUnchecked(listRequest(t.state, query));
  return pageOf(t.state, { exchange, json: jsonOf(exchange.outcome) });
}
