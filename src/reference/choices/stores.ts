import type { Alteration } from "../alterations.js";
import { fullOfOthers } from "../full-of-others.js";
import type { Pet } from "../pet.js";
import type { Store } from "../store.js";
import type { PermittedChoice } from "./permitted-choice.js";

const tables = [
  "categories-of-ones-own",
  "categories-of-seven",
  "categories-unprocessable",
  "categories-not-found",
];

/** What is in the store before and beside the run, and how its animals are numbered. */
export const storeChoices: readonly PermittedChoice[] = [
  ...[1, 19, 20, 21, 100, 101, 500].map(
    (count): PermittedChoice => ({
      name: `${count}-animals-before`,
      concerns: "LIST-15",
      why: "nothing says that a store is empty, or how large it is",
      alter: () => ({ seed: () => animals(count) }),
      conflictsWith: tables,
    }),
  ),
  ...(["newest first", "oldest first"] as const).map(
    (order): PermittedChoice => ({
      name: `2,000-animals-${order.replace(" ", "-")}`,
      concerns: "LIST-15",
      why: "a store may be full of animals, in any order",
      alter: () => fullOfOthers(2000, order),
      conflictsWith: tables,
    }),
  ),
  {
    name: "odd-animals-before",
    concerns: "CREATE-21",
    why: "what is there may have any name, and any category",
    alter: () => ({
      seed: () =>
        [
          "",
          " ",
          "\0",
          "🐕".repeat(80),
          "<b>",
          '"',
          "\u202e",
          "x".repeat(9000),
          "\ud83d",
          "null",
          "__proto__",
        ].map((name, index) => ({
          id: BigInt(index) - 5n,
          name,
          categoryId: [-(2n ** 63n), 2n ** 63n - 1n, 0n, 2n ** 53n + 1n][index % 4] ?? 0n,
          status: [undefined, "available", "sold"][index % 3],
        })),
    }),
    conflictsWith: tables,
  },
  {
    name: "animals-without-status-before",
    concerns: "STATE-2",
    why: "the member is optional",
    alter: () => ({ seed: () => animals(30).map((pet) => ({ ...pet, status: undefined })) }),
    conflictsWith: tables,
  },
  {
    name: "150-sold-animals-before",
    concerns: "LIST-15",
    why: "nothing says how many animals are in which state",
    alter: () => ({ seed: () => animals(150).map((pet) => ({ ...pet, status: "sold" })) }),
    conflictsWith: tables,
  },
  {
    name: "animals-with-one-name-before",
    concerns: "CREATE-22",
    why: "nothing says that names differ",
    alter: () => ({ seed: () => animals(40).map((pet) => ({ ...pet, name: "Rex" })) }),
    conflictsWith: tables,
  },

  {
    name: "neighbours-who-add",
    concerns: "STATE-3",
    why: "others use the store at the same time",
    alter(conduct) {
      return neighbours(conduct, 8, (store, count) =>
        store.put({ ...animal(count), id: -9000n - BigInt(count) }),
      );
    },
    conflictsWith: tables,
  },
  {
    name: "neighbours-who-add-sold-ones-first",
    concerns: "LIST-15",
    why: "others use the store at the same time, and their animals may come first",
    alter: (conduct) => ({
      arrange: (pets) => [...pets].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      ...neighbours(conduct, 12, (store, count) =>
        store.put({ ...animal(count), status: "sold", id: -9_000_000n - BigInt(count) }),
      ),
    }),
    conflictsWith: tables,
  },
  {
    name: "neighbours-who-change-old-animals",
    concerns: "STATE-3",
    why: "animals may change their status, since other operations exist",
    alter: (conduct) => ({
      seed: () => animals(60),
      ...neighbours(conduct, 15, (store, count) => {
        const pet = store.get(BigInt((count * 7) % 60) + 1n);
        if (pet !== undefined) store.put({ ...pet, status: pet.status === "sold" ? "available" : "sold" });
      }),
    }),
    conflictsWith: tables,
  },
  {
    name: "neighbours-who-delete-old-animals",
    concerns: "STATE-3",
    why: "animals may be deleted, since other operations exist",
    alter: (conduct) => ({
      seed: () => animals(60),
      ...neighbours(conduct, 25, (store, count) => store.remove(BigInt(count))),
    }),
    conflictsWith: tables,
  },
  {
    name: "neighbours-who-sell-and-delete-anything",
    concerns: "STATE-3",
    why: "animals may change or disappear, those of the run included, once they are some time old",
    alter(conduct) {
      const seen = new Map<bigint, number>();
      return neighbours(conduct, 40, (store, count) => {
        const now = performance.now();
        const all = [...store.all()];
        for (const { id } of all) if (!seen.has(id)) seen.set(id, now);
        const old = all.filter(({ id }) => now - (seen.get(id) ?? now) > 400);
        const pet = old[(count * 13) % Math.max(1, old.length)];
        if (pet === undefined) return;
        if (count % 2 === 0) store.remove(pet.id);
        else store.put({ ...pet, status: "sold" });
      });
    },
    conflictsWith: tables,
  },

  {
    name: "ids-from-one",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => count),
    conflictsWith: ["1-animals-before"],
  },
  {
    name: "ids-from-nought",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => count - 1n),
  },
  {
    name: "ids-negative",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => -count),
  },
  {
    name: "ids-sparse",
    concerns: "PET-4",
    why: "nothing says that ids follow each other",
    alter: () => number((count) => count * count * 1_000_003n),
  },
  {
    name: "ids-descending-from-the-largest",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => 2n ** 63n - count),
  },
  {
    name: "ids-ascending-from-the-smallest",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => -(2n ** 63n) + count - 1n),
  },
  {
    name: "ids-around-53-bits",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => 2n ** 53n - 40n + count),
  },
  {
    name: "ids-around-32-bits",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => 2n ** 31n - 40n + count),
  },
  {
    name: "ids-of-both-signs",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => (count % 2n === 0n ? count : -count)),
  },
  {
    name: "ids-like-snowflakes",
    concerns: "PET-4",
    why: "any integer of 64 bits may be an id",
    alter: () => number((count) => (1_400_000_000_000n << 22n) + (count << 12n) + count),
  },
];

function animal(count: number): Pet {
  const status = ["available", "pending", "sold"][count % 3];
  return { id: BigInt(count), name: `Neighbour ${count}`, categoryId: 1n, status };
}

function animals(count: number): readonly Pet[] {
  return Array.from({ length: count }, (_, index) => animal(index + 1));
}

/** Others who do something to the store every so many milliseconds. */
function neighbours(
  conduct: { startBackground: (store: Store) => () => void },
  pause: number,
  act: (store: Store, count: number) => void,
): Alteration {
  return {
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
  };
}

/** Numbers the animals; an id that is taken is left out. */
function number(idOf: (count: bigint) => bigint): Alteration {
  let count = 0n;
  return {
    assignId(_pet, store) {
      do count += 1n;
      while (store.get(idOf(count)) !== undefined);
      return idOf(count);
    },
  };
}
