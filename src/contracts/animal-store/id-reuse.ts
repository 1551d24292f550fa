import { Skip } from "../../engine/index.js";
import { plainPet } from "./animals.js";
import { type Page, pageOf } from "./reading.js";
import {
  addRequest,
  everyList,
  fetchedOrNot,
  fetchRequest,
  jsonOf,
  largestPage,
  listRequest,
  newPetBody,
} from "./store-requests.js";
import {
  type IdReuse,
  isPastRemovalDate,
  ownAnimals,
  type StoreState,
  sendWithinBounds,
} from "./store-state.js";
import { idIn } from "./transmission.js";

/** How long nothing may be deleted, so that an id that was given twice within half of the time was not free, in ms. */
export const watch = 4000;
/** How often it looks during that time. */
const looks = 4;
/** Animals that are looked up one by one: the newest ones, and those that lists lack. */
const [mostOfNewest, mostUnlisted] = [8, 40];
/** Animals that are added to see whether they get the ids of deleted ones. */
const mostAdded = 5;

/** Returns the fate of the ids of deleted animals, as far as the run has seen it. It watches once, when it matters first. */
export function idReuse(state: StoreState): Promise<IdReuse> {
  state.idReuse ??= watchIds(state);
  return state.idReuse;
}

/** Watches the store while this run adds nothing: do others delete animals, and do new ones get their ids? */
async function watchIds(state: StoreState): Promise<IdReuse> {
  const gone = await goneAnimals(state);
  if (gone.length === 0) return "no deletion";
  // A server that loses what the run has added is no proof of others.
  state.othersAct ||= gone.some((id) => state.animals.get(id)?.own !== true);
  for (let count = 0; count < mostAdded; count += 1) {
    const id = await addUnjudged(state);
    if (id === undefined) return "not seen";
    if (gone.includes(id)) {
      state.othersAct = true;
      return "reused";
    }
  }
  return "not seen";
}

/** The id that a new animal gets; undefined where none was added. */
async function addUnjudged(state: StoreState): Promise<bigint | undefined> {
  try {
    const request = addRequest(state, newPetBody(state, plainPet(state)));
    return idIn((await sendWithinBounds(state, request)).outcome);
  } catch (error) {
    if (error instanceof Skip) return undefined;
    throw error;
  }
}

/**
 * The animals that were there during the watch, and after it are not found twice in a row: a list that is full, and a
 * response that did not come, show nothing. Other checks may add animals meanwhile, so that it looks several times.
 */
async function goneAnimals(state: StoreState): Promise<readonly bigint[]> {
  const seen = new Set<bigint>();
  for (let look = 0; look < looks; look += 1) {
    for (const id of await listedIds(state)) seen.add(id);
    for (const id of newestOf(state)) if ((await isThere(state, id)) === true) seen.add(id);
    await state.clock.pause(watch / looks);
  }
  const left = await listedIds(state);
  const unlisted = [...seen].filter((id) => !left.has(id)).slice(-mostUnlisted);
  const gone: bigint[] = [];
  for (const id of new Set([...newestOf(state).filter((each) => seen.has(each)), ...unlisted]))
    if ((await isThere(state, id)) === false && (await isThere(state, id)) === false) gone.push(id);
  return gone;
}

/** The ids of the animals that the run has added last. */
function newestOf(state: StoreState): readonly bigint[] {
  return ownAnimals(state)
    .toSorted((left, right) => right.seenAt - left.seenAt)
    .slice(0, mostOfNewest)
    .map(({ pet }) => pet.id);
}

/** The ids on all lists as they are now. */
async function listedIds(state: StoreState): Promise<Set<bigint>> {
  const pages = await readLists(state);
  return new Set(pages.flatMap((page) => page.map(({ id }) => id)));
}

/** Is there an animal with this id? Undefined where nothing shows it. */
async function isThere(state: StoreState, id: bigint): Promise<boolean | undefined> {
  if (isPastRemovalDate(state)) {
    const pages = await readLists(state);
    if (pages.some((page) => page.some((pet) => pet.id === id))) return true;
    return pages.some(({ isFull, status }) => !isFull && status === undefined) ? false : undefined;
  }
  const { outcome } = await state.target.send(fetchRequest(state, id, { accepts: fetchedOrNot }));
  if (outcome.kind === "transport-error") return undefined;
  return outcome.status === 404 ? false : outcome.status === 200 || undefined;
}

/** All lists that could be had. */
async function readLists(state: StoreState): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const query of everyList(state, { limit: largestPage(state) })) {
    const exchange = await state.target.send(listRequest(state, query));
    const { outcome } = exchange;
    if (outcome.kind === "response" && outcome.status === 200)
      pages.push(pageOf(state, { exchange, json: jsonOf(outcome) }));
  }
  return pages;
}
