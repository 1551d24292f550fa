import { type Alteration, changeReply, everyNth, noBody, ofKind, rounded } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";

const lost = ["GET-3", "DEP-3", "LIST-12"];

/** Animals that are there, and not found. */
export const notFoundFaults: readonly Fault[] = [
  {
    name: "sold-not-found",
    breaks: "GET-1",
    why: "what is sold was thought to be gone",
    alter: (conduct) => loseSome(conduct, ({ status }) => status === "sold"),
    consequences: lost,
  },
  {
    name: "large-ids-not-found",
    breaks: "GET-1",
    why: "the path is read as a double, and the look-up misses",
    alter(conduct) {
      let count = 0n;
      return {
        // Of both sizes, so that not every animal is lost.
        async assignId(pet, store) {
          count += 1n;
          return count % 2n === 0n ? count : conduct.assignId(pet, store);
        },
        lookUp: (id, store) => (rounded(id) === id ? conduct.lookUp(id, store) : undefined),
      };
    },
    consequences: lost,
  },
  {
    name: "one-in-six-not-found",
    breaks: "GET-1",
    why: "one replica of six does not get the writes",
    alter(conduct) {
      const now = everyNth(6);
      return { lookUp: (id, store) => (now() ? undefined : conduct.lookUp(id, store)) };
    },
    consequences: lost,
  },
  {
    name: "every-fifth-write-lost",
    breaks: "GET-1",
    why: "writes are acknowledged before they are safe, and dropped when the queue is full",
    alter(conduct) {
      const now = everyNth(5);
      return { storePet: (pet, store) => (now() ? undefined : conduct.storePet(pet, store)) };
    },
    consequences: [...lost, "LIST-5", "LIST-8", "LIST-9"],
  },
  {
    name: "found-with-302",
    breaks: "GET-1",
    why: "the deprecated operation leads to its successor",
    alter: (conduct) =>
      changeReply(conduct, ofKind("found"), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: "/v1/pets" },
        ...noBody,
      })),
    consequences: [...lost, "GEN-2", "DEP-1", "GEN-1", "GET-5"],
  },
  {
    name: "found-after-a-while",
    breaks: "GET-1",
    why: "the cache for single animals is filled after 300 ms",
    alter(conduct) {
      const known = new Map<bigint, number>();
      return {
        async storePet(pet, store) {
          known.set(pet.id, performance.now() + 300);
          await conduct.storePet(pet, store);
        },
        lookUp: (id, store) =>
          (known.get(id) ?? 0) > performance.now() ? undefined : conduct.lookUp(id, store),
      };
    },
    consequences: ["GET-3", "DEP-3", "LIST-12", "DEP-1"],
  },
  {
    name: "not-found-is-remembered",
    breaks: "GET-1",
    why: "what was not found is cached, and ids are counted",
    alter(conduct) {
      const missing = new Set<bigint>();
      return {
        assignId: (_pet, store) => BigInt(store.size + 1),
        async lookUp(id, store) {
          const pet = missing.has(id) ? undefined : await conduct.lookUp(id, store);
          if (pet === undefined) missing.add(id);
          return pet;
        },
      };
    },
    consequences: lost,
  },
  {
    name: "animals-with-odd-names-not-found",
    breaks: "GET-1",
    why: "the cache's key is made of the name, and breaks at a quote",
    alter: (conduct) => loseSome(conduct, ({ name }) => /["']/.test(`${name}`)),
    consequences: lost,
  },
  {
    name: "negative-categories-not-found",
    breaks: "GET-1",
    why: "the join with the categories drops what it does not find",
    alter: (conduct) =>
      loseSome(conduct, ({ categoryId }) => typeof categoryId === "bigint" && categoryId < 0n),
    consequences: lost,
  },
  {
    name: "newest-not-found",
    breaks: "GET-1",
    why: "single animals are read from a replica that lags by one",
    alter: (conduct) => ({
      lookUp(id, store) {
        const newest = [...store.all()].at(-1);
        return newest?.id === id ? undefined : conduct.lookUp(id, store);
      },
    }),
    consequences: lost,
  },
];

function loseSome(conduct: Conduct, isLost: (pet: Pet) => boolean): Alteration {
  return {
    async lookUp(id, store) {
      const pet = await conduct.lookUp(id, store);
      return pet !== undefined && isLost(pet) ? undefined : pet;
    },
  };
}
