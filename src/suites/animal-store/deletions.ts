import { parseJsonBytes } from "../../json/index.js";
import { largestPage, statusesOf } from "./facts.js";
import { readPet } from "./pet.js";
import { listRequest } from "./requests.js";
import type { World } from "./world.js";

/**
 * Are animals missing that the run has seen before? Then others delete some, and an id that is given again may have
 * been free. Looks at every list. Where one is full, or not to be had, nobody can tell, and they may.
 */
export async function areAnimalsDeleted(world: World): Promise<boolean> {
  // As of now: what is added while the lists are read may be on none of them.
  const known = [...world.animals.values()];
  const fullPage = largestPage(world);
  let isWholeListFull = false;
  const there = new Set<bigint>();
  for (const query of [{}, ...statusesOf(world).map((status) => ({ status }))]) {
    const { outcome } = await world.send(listRequest(world, { ...query, limit: fullPage }));
    if (outcome.kind !== "answer") return true;
    const parsed = parseJsonBytes(outcome.body);
    const page = parsed.status === "valid" && Array.isArray(parsed.value) ? parsed.value : [];
    if (page.length >= fullPage) {
      if ("status" in query) return true;
      isWholeListFull = true;
    }
    for (const item of page) {
      const pet = readPet(world, item);
      if (pet !== undefined) there.add(pet.id);
    }
  }
  // One that shows no status is on the whole list only.
  const provable = known.filter(({ pet }) => !isWholeListFull || pet.status !== undefined);
  return provable.some(({ pet }) => !there.has(pet.id));
}
