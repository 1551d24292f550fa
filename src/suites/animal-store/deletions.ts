import { type Json, parseJsonBytes } from "../../json/index.js";
import { largestPage, statusesOf } from "./facts.js";
import { petsOf } from "./pages.js";
import { type Pet, readPet } from "./pet.js";
import { fetchRequest, listRequest } from "./requests.js";
import { isRemovalDue, type StoreState } from "./state.js";

/** How long the newest animal is watched, in ms. */
const watch = 1000;

/**
 * Do others delete the newest animal? Where ids are counted from the largest, its id is then given again at once, so
 * that no animal seems to be missing. Watches the animal with the largest id while nothing is added.
 */
export async function isNewestDeleted(state: StoreState): Promise<boolean> {
  const own = [...state.animals.values()].filter((animal) => animal.own).map(({ pet }) => pet);
  const newest = own.reduce<Pet | undefined>(
    (most, pet) => (most && most.id > pet.id ? most : pet),
    undefined,
  );
  if (newest === undefined) return false;
  await state.pause(watch);
  const query = {
    limit: largestPage(state),
    ...(newest.status === undefined ? {} : { status: newest.status }),
  };
  const request = isRemovalDue(state) ? listRequest(state, query) : fetchRequest(state, newest.id);
  const { outcome } = await state.send(request);
  const parsed = outcome.kind === "response" ? parseJsonBytes(outcome.body) : undefined;
  const shown = parsed?.status === "valid" ? [parsed.value].flat() : [];
  return !shown.some((item) => readPet(state, item as Json)?.name === newest.name);
}

/**
 * Are animals missing that the run has seen before? Then others delete some, and an id that is given again may have
 * been free. Looks at every list. Where one is full, or not to be had, nobody can tell, and they may.
 */
export async function areAnimalsDeleted(state: StoreState): Promise<boolean> {
  // As of now: what is added while the lists are read may be on none of them.
  const known = [...state.animals.values()];
  const fullPage = largestPage(state);
  let isWholeListFull = false;
  const there = new Set<bigint>();
  for (const query of [{}, ...statusesOf(state).map((status) => ({ status }))]) {
    const { outcome } = await state.send(listRequest(state, { ...query, limit: fullPage }));
    if (outcome.kind !== "response") return true;
    const parsed = parseJsonBytes(outcome.body);
    const page = petsOf(state, parsed.status === "valid" ? parsed.value : undefined);
    if (page.rows >= fullPage) {
      if ("status" in query) return true;
      isWholeListFull = true;
    }
    for (const { id } of page) there.add(id);
  }
  // One that shows no status is on the whole list only.
  const provable = known.filter(({ pet }) => !isWholeListFull || pet.status !== undefined);
  return provable.some(({ pet }) => !there.has(pet.id));
}
