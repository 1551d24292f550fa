import { changeJson, ofKind } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Pages that hold an animal twice. */
export const repeatedAnimalFaults: readonly Fault[] = [
  {
    name: "first-animal-twice",
    breaks: "LIST-11",
    why: "the pinned animal is added to the page that holds it already",
    alter: (_conduct) => ({
      revisePage: (page, { limit }) => [...page.slice(0, 1), ...page].slice(0, Math.max(limit, 1)),
    }),
    consequences: ["LIST-5", "LIST-8", "LIST-9", "DEP-3"],
  },
  {
    name: "sold-animals-twice",
    breaks: "LIST-11",
    why: "a join returns a row for each of two sales records",
    alter: (conduct) => ({
      *selectPets(store, status) {
        for (const pet of conduct.selectPets(store, status)) {
          yield pet;
          if (pet.status === "sold") yield pet;
        }
      },
    }),
  },
  {
    name: "animal-twice-at-a-page-break",
    breaks: "LIST-11",
    why: "batches of twenty overlap by one",
    alter: (conduct) => ({
      *selectPets(store, status) {
        let count = 0;
        for (const pet of conduct.selectPets(store, status)) {
          yield pet;
          if (++count % 20 === 0) yield pet;
        }
      },
    }),
  },
  {
    name: "animal-twice-deep-in-a-page",
    breaks: "LIST-11",
    why: "two shards both hold the animal at their border",
    alter: (conduct) =>
      changeJson(conduct, ofKind("listed"), (list) =>
        Array.isArray(list) && list.length > 70
          ? list.map((pet, index) => (index === 70 ? (list[69] ?? null) : pet))
          : list,
      ),
    consequences: ["LIST-5"],
  },
];
