import { setTimeout as delay } from "node:timers/promises";
import { type Alteration, rounded, showPets } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Another animal than the one that was asked for. */
export const wrongAnimalFaults: readonly Fault[] = [
  {
    name: "id-rounded-at-53-bits",
    breaks: "GET-2",
    why: "the path is read as a double, and the nearest is taken",
    alter: (conduct) => findBy(conduct, (asked, id) => rounded(asked) === rounded(id)),
    consequences: ["GET-4", "GET-5", "GET-3", "GET-1"],
  },
  {
    name: "id-in-32-bits",
    breaks: "GET-2",
    why: "the path is read as an int",
    alter: (conduct) => findBy(conduct, (asked, id) => BigInt.asIntN(32, asked) === BigInt.asIntN(32, id)),
    consequences: ["GET-4", "GET-5", "GET-3", "GET-1"],
  },
  {
    name: "id-by-its-beginning",
    breaks: "GET-2",
    why: "the path is looked up as a prefix of the key",
    alter: (conduct) => findBy(conduct, (asked, id) => `${id}`.startsWith(`${asked}`)),
    consequences: ["GET-4", "GET-5", "GET-3", "GET-1"],
  },
  {
    name: "id-without-sign",
    breaks: "GET-2",
    why: "the sign is dropped",
    alter: (conduct) => findBy(conduct, (asked, id) => asked === id || asked === -id),
    consequences: ["GET-4", "GET-5"],
  },
  {
    name: "id-modulo-256",
    breaks: "GET-2",
    why: "a hash table that compares the hash only",
    alter: (conduct) => findBy(conduct, (asked, id) => BigInt.asUintN(8, asked) === BigInt.asUintN(8, id)),
    consequences: ["GET-1", "GET-3", "GET-4", "GET-5", "CREATE-2", "DEP-3"],
  },
  {
    name: "id-wraps-at-64-bits",
    breaks: "GET-2",
    why: "the overflow goes unnoticed",
    alter: () => ({
      readPetId: (text) => (/^-?\d{1,40}$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined),
    }),
  },
  {
    name: "id-followed-by-letters-read",
    breaks: "GET-2",
    why: "parseInt reads as far as it can",
    alter: (conduct) => ({ readPetId: (text) => conduct.readPetId(/^-?\d+/.exec(text)?.[0] ?? text) }),
  },
  {
    name: "id-as-hexadecimal-read",
    breaks: "GET-2",
    why: "the reader guesses the base",
    alter: (conduct) => ({ readPetId: (text) => conduct.readPetId(text.replace(/^0x/, "")) }),
  },
  {
    name: "id-of-fraction-truncated",
    breaks: "GET-2",
    why: "the path is read as a decimal, and cut",
    alter: (conduct) => ({ readPetId: (text) => conduct.readPetId(text.replace(/\.\d+$/, "")) }),
  },
  {
    name: "unknown-id-leads-to-the-newest",
    breaks: "GET-2",
    why: "the next animal in the index is taken",
    alter: (conduct) => ({
      async lookUp(id, store) {
        return (await conduct.lookUp(id, store)) ?? [...store.all()].at(-1);
      },
    }),
    consequences: ["GET-4", "GET-5"],
  },
  {
    name: "found-id-rounded",
    breaks: "GET-2",
    why: "the answer goes through a layer that reads JSON numbers as doubles",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ id }) => (typeof id === "bigint" ? { id: BigInt.asIntN(63, rounded(id)) } : {}),
        "renderFoundPet",
      ),
    consequences: ["GET-3", "DEP-3", "GET-5", "PET-4", "LIST-8"],
  },
  {
    name: "animals-swapped-under-load",
    breaks: "GET-2",
    why: "a variable is shared between requests",
    alter(conduct) {
      let asked: bigint | undefined;
      return {
        async lookUp(id, store) {
          asked = id;
          await delay(2);
          return conduct.lookUp(asked, store);
        },
      };
    },
    consequences: ["GET-1", "GET-3", "GET-4", "GET-5", "DEP-3", "LIST-12", "LIST-5", "LIST-8"],
  },
];

/** Finds an animal by something less than its id. */
function findBy(conduct: Conduct, isSame: (asked: bigint, id: bigint) => boolean): Alteration {
  return {
    async lookUp(asked, store) {
      return (await conduct.lookUp(asked, store)) ?? [...store.all()].find(({ id }) => isSame(asked, id));
    },
  };
}
