import type { AnimalList, View } from "./listed-animals.js";
import type { ListedAnimal } from "./sent-animal.js";

/** An animal that was added since the run began, by whomever. */
export interface NewAnimal extends ListedAnimal {
  /** When a list first showed it, in ms. */
  readonly seenAt: number;
}

/** What the lists have shown so far, and how far they can be relied upon. */
export interface Sightings {
  /**
   * Since when, in ms, what is new on this list has been added, so that what was sent since then and is not new there
   * was not stored; undefined if the list is full, or the first of its kind.
   */
  readonly add: (list: AnimalList) => number | undefined;
  /** Animals that some list lacked before, and that nobody has taken. */
  readonly untaken: () => readonly NewAnimal[];
  readonly take: (animal: NewAnimal) => void;
  /** The animal with this id is accounted for. */
  readonly takeId: (id: bigint) => void;
  /** Has this list been looked at? */
  readonly isKnown: (view: View) => boolean;
  /** Is this list full, or not to be had? */
  readonly isClosed: (view: View) => boolean;
  readonly close: (view: View) => void;
}

interface Sighting extends NewAnimal {
  readonly views: Set<View>;
  isNew: boolean;
}

/** No list has been seen yet. */
export function createSightings(): Sightings {
  const animals = new Map<string, Sighting>();
  const taken = new Set<NewAnimal>();
  const takenIds = new Set<string>();
  /** When a list was first seen whole: what it shows later and did not show then is new. */
  const whole = new Map<View, number>();
  const closed = new Set<View>();
  const isTaken = ([id, animal]: [string, Sighting]): boolean => takenIds.has(id) || taken.has(animal);

  return {
    add: ({ view, isFull, animals: listed }) => {
      const seenAt = performance.now();
      const wasWhole = whole.has(view);
      const since = whole.get(null) ?? whole.get(view);
      for (const [id, shown] of listed) {
        const known = animals.get(id);
        const animal = known ?? { ...shown, seenAt, views: new Set(), isNew: since !== undefined };
        animal.isNew ||= wasWhole && !animal.views.has(view);
        animal.views.add(view);
        animals.set(id, animal);
      }
      if (isFull) closed.add(view);
      else {
        if (!wasWhole) whole.set(view, seenAt);
        closed.delete(view);
      }
      return isFull ? undefined : since;
    },
    untaken: () => [...animals].filter((each) => each[1].isNew && !isTaken(each)).map(([, animal]) => animal),
    take: (animal) => taken.add(animal),
    takeId: (id) => takenIds.add(`${id}`),
    isKnown: (view) => whole.has(view) || closed.has(view),
    isClosed: (view) => closed.has(view),
    close: (view) => closed.add(view),
  };
}
