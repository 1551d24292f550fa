import { Skip } from "../../checks/index.js";
import { addAnimal } from "./animals.js";
import { largestPage, statusesOf } from "./facts.js";
import { describe } from "./list-expectations.js";
import { listAnimals } from "./pages.js";
import type { NewPet, Pet, Status } from "./pet.js";
import { once, type Scenario, scenario } from "./scenario.js";
import { type StoreState, usualCategory } from "./state.js";

/** Each pair of filters with the first of them asked for again: others may have changed an animal's state once. */
function orderOf(state: StoreState): readonly Status[] {
  const statuses = statusesOf(state);
  return [...statuses, ...statuses.slice(0, 2)];
}

/** The check on animals that show no status: a filter may count them among one state, or among none. */
export const listWithoutStatusChecks: readonly Scenario[] = [
  scenario({
    id: "list/query/filter/sound/no-status",
    title: "an animal without a status is listed under one filter at most",
    phase: "populate",
    inputs: once,
    run: async (t) => {
      const { state } = t;
      if (![...state.animals.values()].some(({ pet, own }) => own && pet.status === undefined))
        throw new Skip("not-applicable", "every animal shows a status");
      const draft = (): NewPet => ({ name: `Pedigree ${state.token()}`, categoryId: usualCategory(state) });
      const pets = [await addAnimal(t, draft()), await addAnimal(t, draft())];
      if (pets.some(({ status }) => status !== undefined))
        throw new Skip("not-applicable", "a new animal shows a status, whether or not one was sent");
      const pages: (readonly Pet[])[] = [];
      const order = orderOf(state);
      const limit = largestPage(state);
      for (const status of order) pages.push(await listAnimals(t, { status, limit }));
      const found = pets.map(({ id }) =>
        betweenOthers(
          order,
          pages.map((page) => page.some((pet) => pet.id === id)),
        ),
      );
      const [first, second] = found;
      const [animal] = pets;
      t.expect(first === undefined || second === undefined, {
        problem: "under two states",
        expected: "each animal under one state, or under none",
        actual: `${animal === undefined ? "" : describe(animal)} under ${first?.join(" and ")}, and so is another animal`,
        interference: "other clients",
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
