import { pageOf } from "./pages.js";
import { readPet } from "./pet.js";
import { everyList, fetchRequest, jsonOf, largestPage, listRequest } from "./requests.js";
import { isRemovalDue, ownAnimals, type StoreState } from "./state.js";

/** How long the newest animal is watched, in ms. */
const watch = 1000;

/**
 * Do others delete the newest animal? Where ids are counted from the largest, its id is then given again at once, so
 * that no animal seems to be missing. Watches the animal with the largest id while nothing is added.
 */
export async function isNewestDeleted(state: StoreState): Promise<boolean> {
  const own = ownAnimals(state).map(({ pet }) => pet);
  const [newest] = own.toSorted((left, right) => (left.id > right.id ? -1 : 1));
  if (newest === undefined) return false;
  await state.pause(watch);
  const request = isRemovalDue(state)
    ? listRequest(state, { limit: largestPage(state), status: newest.status })
    : fetchRequest(state, newest.id);
  const shown = [jsonOf((await state.send(request)).outcome)].flat();
  return !shown.some((item) => readPet(state, item)?.name === newest.name);
}

/**
 * Are animals missing that the run has seen before? Then others delete some, and an id that is given again may have
 * been free. Looks at every list. Where one is full, or not to be had, nobody can tell, and they may.
 */
export async function areAnimalsDeleted(state: StoreState): Promise<boolean> {
  // As of now: what is added while the lists are read may be on none of them.
  const known = [...state.animals.values()];
  let isWholeListFull = false;
  const there = new Set<bigint>();
  for (const query of everyList(state, { limit: largestPage(state) })) {
    const exchange = await state.send(listRequest(state, query));
    if (exchange.outcome.kind !== "response") return true;
    const page = pageOf(state, { exchange, json: jsonOf(exchange.outcome) });
    if (page.isFull && page.status !== undefined) return true;
    isWholeListFull ||= page.isFull;
    for (const { id } of page) there.add(id);
  }
  // One that shows no status is on the whole list only.
  const provable = known.filter(({ pet }) => !isWholeListFull || pet.status !== undefined);
  return provable.some(({ pet }) => !there.has(pet.id));
}
