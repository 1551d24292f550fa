import type { Json, JsonObject } from "../json/index.js";

/**
 * The kept part of a creation. The members are `Json`, and not string and bigint, because handlers with one
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
  /** The animals of one status. */
  withStatus(status: Json | undefined): Iterable<Pet>;
}

/** A store that lives as long as the process. */
export function createStore(): Store {
  const pets = new Map<bigint, Pet>();
  return {
    get size() {
      return pets.size;
    },
    put: (pet) => void pets.set(pet.id, pet),
    get: (id) => pets.get(id),
    remove: (id) => void pets.delete(id),
    all: () => pets.values(),
    *withStatus(status) {
      for (const pet of pets.values()) if (pet.status === status) yield pet;
    },
  };
}
