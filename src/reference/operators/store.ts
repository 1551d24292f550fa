import type { Operator } from "../handlers.js";
import type { Pet } from "../store.js";
import { inTurn, remembering, wrap } from "./combine.js";
import { newestFirst, states } from "./lists.js";

/** An operator that is given when each animal was stored, and to which `storePet` is the moment of it. */
export function whereStored(operator: (storedAt: ReadonlyMap<bigint, number>) => Operator): Operator {
  return remembering(
    () => new Map<bigint, number>(),
    (storedAt) =>
      inTurn(
        wrap("storePet", (decide, pet, store) => {
          storedAt.set(pet.id, performance.now());
          return decide(pet, store);
        }),
        operator(storedAt),
      ),
  );
}

/** A status for the nth animal: each of them in turn. */
export function statusInTurn(count: number): string | undefined {
  return states[count % states.length];
}

/** Animals that are there before the first request: their number, and how each of them differs. */
export function seed(count: number, petOf: (index: number) => Partial<Pet>): Operator {
  return () => ({
    seed: () =>
      Array.from({ length: count }, (_, index) => ({
        id: BigInt(index + 1),
        name: `Old ${index + 1}`,
        categoryId: 3n,
        status: statusInTurn(index),
        ...petOf(index),
      })),
  });
}

/** A store with this many animals of others, of each status in turn, and the order of its lists. */
export function fullOfOthers(count: number, order: "newest first" | "oldest first"): Operator {
  const others = seed(count, () => ({}));
  return order === "newest first" ? inTurn(others, newestFirst) : others;
}
