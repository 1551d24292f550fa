import type { Pet, Status } from "./pet.js";
import type { KnownAnimal, StoreState } from "./state.js";

/** How many animals of the run in the order of their creation prove an order: chance does that once in 40,000 times. */
const enough = 8;
/** The part of the run's animals that must be on the page for an order: a few may be gone, or wrongly hidden. */
const mostOfThem = 3 / 4;

/**
 * Does this page show the newest animals first? The run's own animals prove it: they are on the page one after the
 * other as they were created, and none that is newer than the last of them is missing but for a few. Pure.
 * @param status the filter of the list, if there was one
 */
export function showsNewestFirst(state: StoreState, page: readonly Pet[], status?: Status): boolean {
  const own = ownAnimals(state, page);
  const oldest = own.at(-1);
  if (oldest === undefined) return false;
  const isInOrder = own.every((each, at) => own.slice(at + 1).every((later) => !isOlder(each, later)));
  const expected = [...state.animals.values()].filter(
    (each) => isOlder(oldest, each) && (status === undefined || each.pet.status === status),
  );
  return isInOrder && longestChain(own) >= enough && own.length - 1 >= expected.length * mostOfThem;
}

/** Was the first animal added before the second one was sent? */
export function isOlder(first: KnownAnimal, second: KnownAnimal): boolean {
  return first.own && second.sentAt !== undefined && first.seenAt < second.sentAt;
}

/** The run's own animals on a page, in its order. */
export function ownAnimals(state: StoreState, page: readonly Pet[]): readonly KnownAnimal[] {
  return page.flatMap(({ id }) => {
    const known = state.animals.get(id);
    return known?.own ? [known] : [];
  });
}

/** How many follow each other, each surely older than the one before: of two that were sent together, nobody knows. */
function longestChain(animals: readonly KnownAnimal[]): number {
  let last = animals[0];
  let length = last === undefined ? 0 : 1;
  for (const each of animals) {
    if (last === undefined || !isOlder(each, last)) continue;
    length += 1;
    last = each;
  }
  return length;
}
