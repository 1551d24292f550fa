import { setTimeout as delay } from "node:timers/promises";
import { type Alteration, everyNth } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Failures that depend on what else the service does, and on how much it holds. */
export const occasionalFailureFaults: readonly Fault[] = [
  {
    name: "one-request-in-ten-fails",
    breaks: "GEN-3",
    why: "one connection of the pool is dead",
    alter: () => failingEvery(10),
    consequences: ["GET-1", "AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-request-in-twenty-five-fails",
    breaks: "GEN-3",
    why: "one instance has the wrong database password",
    alter: () => failingEvery(25),
    consequences: ["AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-request-in-forty-fails",
    breaks: "GEN-3",
    why: "a rare path leaves a lock behind",
    alter: () => failingEvery(40),
    consequences: ["AUTH-5", "CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "one-creation-in-fifteen-fails",
    breaks: "GEN-3",
    why: "the sequence is refilled in another transaction",
    alter(conduct) {
      const now = everyNth(15);
      return {
        async storePet(pet, store) {
          if (now()) throw new Error("could not serialize access");
          await conduct.storePet(pet, store);
        },
      };
    },
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "creations-at-the-same-moment-fail",
    breaks: "GEN-3",
    why: "two transactions wait for each other, and one is ended",
    alter(conduct) {
      let running = 0;
      return {
        async storePet(pet, store) {
          running += 1;
          await delay(3);
          const deadlock = running > 6;
          running -= 1;
          if (deadlock) throw new Error("deadlock detected");
          await conduct.storePet(pet, store);
        },
      };
    },
    consequences: ["CREATE-1", "CREATE-4", "CREATE-5"],
  },
  {
    name: "lists-beyond-a-hundred-fail",
    breaks: "GEN-3",
    why: "a buffer is made for a hundred animals, and the store has more",
    alter: (conduct) => ({
      selectPets(store, status) {
        if (store.size > 100) throw new Error("index out of range");
        return conduct.selectPets(store, status);
      },
    }),
    consequences: ["LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },
];

function failingEvery(n: number): Alteration {
  const now = everyNth(n);
  return { answerEarly: () => (now() ? { kind: "broken" } : undefined) };
}
