import type { Deviation } from "../conduct.js";
import { fullOfOthers, inTurn } from "../operators/index.js";
import type { Pet } from "../pet.js";
import type { Store } from "../store.js";
import { tables } from "./adding-categories.js";
import { type Variant, variant } from "./variant.js";

/** What is in the store before and beside the run, and how its animals are numbered. */
export const storeVariants: readonly Variant[] = [
  ...[1, 19, 20, 21, 100, 101, 500].map((count) =>
    variant(`${count}-animals-before`, "LIST-15", "nothing says that a store is empty, or how large it is", {
      conflictsWith: tables,
    }).by(() => ({ seed: () => animals(count) })),
  ),
  ...(["newest first", "oldest first"] as const).map((order) =>
    variant(`2,000-animals-${order.replace(" ", "-")}`, "LIST-15", "a store may be full of animals, in any order", {
      conflictsWith: tables,
    }).by(fullOfOthers(2000, order)),
  ),
  variant("odd-animals-before", "CREATE-21", "what is there may have any name, and any category", { conflictsWith: tables }).by(() => ({
    seed: () =>
      ["", " ", "\0", "🐕".repeat(80), "<b>", '"', "\u202e", "x".repeat(9000), "\ud83d", "null", "__proto__"].map((name, index) => ({
        id: BigInt(index) - 5n,
        name,
        categoryId: [-(2n ** 63n), 2n ** 63n - 1n, 0n, 2n ** 53n + 1n][index % 4] ?? 0n,
        status: [undefined, "available", "sold"][index % 3],
      })),
  })),
  variant("animals-without-status-before", "STATE-2", "the member is optional", { conflictsWith: tables }).by(() => ({
    seed: () => animals(30).map((pet) => ({ ...pet, status: undefined })),
  })),
  variant("150-sold-animals-before", "LIST-15", "nothing says how many animals are in which state", { conflictsWith: tables }).by(() => ({
    seed: () => animals(150).map((pet) => ({ ...pet, status: "sold" })),
  })),
  variant("animals-with-one-name-before", "CREATE-22", "nothing says that names differ", { conflictsWith: tables }).by(() => ({
    seed: () => animals(40).map((pet) => ({ ...pet, name: "Rex" })),
  })),

  variant("neighbours-who-add", "STATE-3", "others use the store at the same time", { conflictsWith: tables }).by(
    neighbours(8, (store, count) => store.put({ ...animal(count), id: -9000n - BigInt(count) })),
  ),
  variant("neighbours-who-add-sold-ones-first", "LIST-15", "others use the store at the same time, and their animals may come first", {
    conflictsWith: tables,
  }).by(
    inTurn(
      () => ({ arrange: (pets) => [...pets].toSorted((left, right) => (left.id < right.id ? -1 : 1)) }),
      neighbours(12, (store, count) => store.put({ ...animal(count), status: "sold", id: -9_000_000n - BigInt(count) })),
    ),
  ),
  variant("neighbours-who-change-old-animals", "STATE-3", "animals may change their status, since other operations exist", {
    conflictsWith: tables,
  }).by(
    inTurn(
      () => ({ seed: () => animals(60) }),
      neighbours(15, (store, count) => {
        const pet = store.get(BigInt((count * 7) % 60) + 1n);
        if (pet !== undefined) store.put({ ...pet, status: pet.status === "sold" ? "available" : "sold" });
      }),
    ),
  ),
  variant("neighbours-who-delete-old-animals", "STATE-3", "animals may be deleted, since other operations exist", {
    conflictsWith: tables,
  }).by(
    inTurn(
      () => ({ seed: () => animals(60) }),
      neighbours(25, (store, count) => store.remove(BigInt(count))),
    ),
  ),
  variant(
    "neighbours-who-sell-and-delete-anything",
    "STATE-3",
    "animals may change or disappear, those of the run included, once they are some time old",
    { conflictsWith: tables },
  ).by((conduct) => {
    const seen = new Map<bigint, number>();
    return neighbours(40, (store, count) => {
      const now = performance.now();
      const all = [...store.all()];
      for (const { id } of all) if (!seen.has(id)) seen.set(id, now);
      const old = all.filter(({ id }) => now - (seen.get(id) ?? now) > 400);
      const pet = old[(count * 13) % Math.max(1, old.length)];
      if (pet === undefined) return;
      if (count % 2 === 0) store.remove(pet.id);
      else store.put({ ...pet, status: "sold" });
    })(conduct);
  }),

  variant(
    "largest-id-given-again",
    "PET-5",
    "the next id is one more than the largest there is, and others delete the newest animal now and then",
    {
      conflictsWith: [...tables, "1-animals-before"],
    },
  ).by(
    inTurn(
      () => ({
        seed: () => animals(30),
        assignId: (_pet, store) => largestId(store) + 1n,
      }),
      neighbours(400, (store) => store.remove(largestId(store))),
    ),
  ),
  variant("ids-from-one", "PET-4", "any integer of 64 bits may be an id", { conflictsWith: ["1-animals-before"] }).by(
    number((count) => count),
  ),
  variant("ids-from-nought", "PET-4", "any integer of 64 bits may be an id").by(number((count) => count - 1n)),
  variant("ids-negative", "PET-4", "any integer of 64 bits may be an id").by(number((count) => -count)),
  variant("ids-sparse", "PET-4", "nothing says that ids follow each other").by(number((count) => count * count * 1_000_003n)),
  variant("ids-descending-from-the-largest", "PET-4", "any integer of 64 bits may be an id").by(number((count) => 2n ** 63n - count)),
  variant("ids-ascending-from-the-smallest", "PET-4", "any integer of 64 bits may be an id").by(
    number((count) => -(2n ** 63n) + count - 1n),
  ),
  variant("ids-around-53-bits", "PET-4", "any integer of 64 bits may be an id").by(number((count) => 2n ** 53n - 40n + count)),
  variant("ids-around-32-bits", "PET-4", "any integer of 64 bits may be an id").by(number((count) => 2n ** 31n - 40n + count)),
  variant("ids-of-both-signs", "PET-4", "any integer of 64 bits may be an id").by(number((count) => (count % 2n === 0n ? count : -count))),
  variant("ids-like-snowflakes", "PET-4", "any integer of 64 bits may be an id").by(
    number((count) => (1_400_000_000_000n << 22n) + (count << 12n) + count),
  ),
];

function largestId(store: Store): bigint {
  let largest = 0n;
  for (const { id } of store.all()) if (id > largest) largest = id;
  return largest;
}

function animal(count: number): Pet {
  const status = ["available", "pending", "sold"][count % 3];
  return { id: BigInt(count), name: `Neighbour ${count}`, categoryId: 1n, status };
}

function animals(count: number): readonly Pet[] {
  return Array.from({ length: count }, (_, index) => animal(index + 1));
}

/** Others who do something to the store every so many milliseconds. */
function neighbours(pause: number, act: (store: Store, count: number) => void): Deviation {
  return (conduct) => ({
    startBackground(store) {
      const stopBefore = conduct.startBackground(store);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        act(store, count);
      }, pause);
      return () => {
        clearInterval(timer);
        stopBefore();
      };
    },
  });
}

/** Numbers the animals; an id that is taken is left out. */
function number(idOf: (count: bigint) => bigint): Deviation {
  return () => {
    let count = 0n;
    return {
      assignId(_pet, store) {
        do count += 1n;
        while (store.get(idOf(count)) !== undefined);
        return idOf(count);
      },
    };
  };
}
