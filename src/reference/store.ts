import type { Json, JsonObject } from "../json/index.js";

/**
 * What is kept of a creation. The members are `Json`, and not string and bigint, because handlers with one
 * check less let other values through. A `status` of undefined stands for none.
 */
export interface NewPet {
  readonly name: Json;
  readonly categoryId: Json;
  readonly status: Json | undefined;
  /** The members that the description has besides those. */
  readonly further?: JsonObject;
}

/** An animal as the store keeps it. */
export interface Pet extends NewPet {
  readonly id: bigint;
}

/** The animals of one server, in the order in which they were added. */
export interface Store {
  readonly size: number;
  /** Adds an animal, or replaces the one with the same id. */
  put(pet: Pet): void;
  get(id: bigint): Pet | undefined;
  remove(id: bigint): void;
  all(): Iterable<Pet>;
  /** The animals of one status; costs no more than what is taken of it. */
  withStatus(status: Json | undefined): Iterable<Pet>;
}

/** A store that lives as long as the process. */
export function createStore(): Store {
  const pets = new Map<bigint, Pet>();
  const byStatus = new Map<Json | undefined, Map<bigint, Pet>>();
  return {
    get size() {
      return pets.size;
    },
    put(pet) {
      const before = pets.get(pet.id);
      if (before !== undefined && before.status !== pet.status) byStatus.get(before.status)?.delete(pet.id);
      pets.set(pet.id, pet);
      const sameStatus = byStatus.get(pet.status);
      if (sameStatus === undefined) byStatus.set(pet.status, new Map([[pet.id, pet]]));
      else sameStatus.set(pet.id, pet);
    },
    get: (id) => pets.get(id),
    remove(id) {
      const pet = pets.get(id);
      if (pet === undefined) return;
      pets.delete(id);
      byStatus.get(pet.status)?.delete(id);
    },
    all: () => pets.values(),
    withStatus: (status) => byStatus.get(status)?.values() ?? [],
  };
}
