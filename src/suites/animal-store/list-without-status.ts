import { addAnimal, listAnimals } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { largestPage, statusesOf } from "./facts.js";
import { describe } from "./list-claims.js";
import type { NewPet, Pet, Status } from "./pet.js";
import { Stop } from "./stop.js";
import { usualCategory, type World } from "./world.js";

/** Each pair of filters with the first of them asked for again: others may have changed an animal's state once. */
function orderOf(world: World): readonly Status[] {
  const statuses = statusesOf(world);
  return [...statuses, ...statuses.slice(0, 2)];
}

/** The check on animals that show no status: a filter may count them among one state, or among none. */
export const listWithoutStatusChecks: readonly Check[] = [
  check({
    id: "LIST-7/no-status",
    title: "an animal without a status is listed under one filter at most",
    phase: "populate",
    inputs: once,
    run: async (probe) => {
      const { world } = probe;
      if (![...world.animals.values()].some(({ pet, own }) => own && pet.status === undefined))
        throw new Stop("not-applicable", "every animal shows a status");
      const draft = (): NewPet => ({ name: `Pedigree ${world.token()}`, categoryId: usualCategory(world) });
      const pets = [await addAnimal(probe, draft()), await addAnimal(probe, draft())];
      if (pets.some(({ status }) => status !== undefined))
        throw new Stop("not-applicable", "a new animal shows a status, whether or not one was sent");
      const pages: (readonly Pet[])[] = [];
      const order = orderOf(world);
      const limit = largestPage(world);
      for (const status of order) pages.push(await listAnimals(probe, { status, limit }));
      const found = pets.map(({ id }) =>
        betweenOthers(
          order,
          pages.map((page) => page.some((pet) => pet.id === id)),
        ),
      );
      const [first, second] = found;
      const [animal] = pets;
      probe.claim(first === undefined || second === undefined, {
        problem: "under two states",
        expected: "each animal under one state, or under none",
        actual: `${animal === undefined ? "" : describe(animal)} under ${first?.join(" and ")}, and so is another animal`,
        otherCause: "neighbours",
      });
    },
  }),
];

/** Two states of which an animal was listed under the first, then under the second, then under the first again. */
function betweenOthers(order: readonly Status[], listed: readonly boolean[]): readonly Status[] | undefined {
  for (const [index, state] of order.entries()) {
    const again = order.indexOf(state, index + 1);
    if (!listed[index] || !listed[again]) continue;
    const between = listed.findIndex((shown, at) => shown && at > index && at < again);
    const other = order[between];
    if (other !== undefined) return [state, other];
  }
  return undefined;
}
