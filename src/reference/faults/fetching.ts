import { setTimeout as delay } from "node:timers/promises";
import {
  type Alteration,
  changeReply,
  changeStatus,
  everyNth,
  noBody,
  ofKind,
  rounded,
  showPets,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Pet } from "../pet.js";
import type { Fault } from "./fault.js";

const lost = ["GET-3", "DEP-3", "LIST-12"];

/** Section "Endpoints: Get an animal". */
export const fetchingFaults: readonly Fault[] = [
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

  {
    name: "found-name-cut-at-64",
    breaks: "GET-3",
    why: "the cache's entry has 64 characters for it",
    alter: (conduct) => showFound(conduct, (pet) => ({ name: `${pet["name"]}`.slice(0, 64) })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-name-escaped",
    breaks: "GET-3",
    why: "the page's template is used for JSON, too",
    alter: (conduct) => showFound(conduct, (pet) => ({ name: `${pet["name"]}`.replaceAll("<", "&lt;") })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-category-rounded",
    breaks: "GET-3",
    why: "the answer goes through a layer that reads JSON numbers as doubles",
    alter: (conduct) =>
      showFound(conduct, ({ categoryId }) =>
        typeof categoryId === "bigint" ? { categoryId: BigInt.asIntN(64, rounded(categoryId)) } : {},
      ),
    consequences: ["CREATE-3", "LIST-12", "PET-2"],
  },
  {
    name: "found-status-stale",
    breaks: "GET-3",
    why: "single animals come from a cache that was filled before the status was set",
    alter: (conduct) => showFound(conduct, () => ({ status: "available" })),
    consequences: ["CREATE-4", "DEP-3", "LIST-12", "LIST-5", "LIST-8"],
  },
  {
    name: "found-default-status-differs",
    breaks: "GET-3",
    why: "created and stored animals get their default in two places",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "pending" }),
      ...showPets(
        conduct,
        ({ status, name }) =>
          status === "pending" && !`${name}`.startsWith("Pedigree") ? { status: "available" } : {},
        "renderCreatedPet",
      ),
    }),
    consequences: ["LIST-12", "CREATE-4"],
  },
  {
    name: "found-name-in-latin-1",
    breaks: "GET-3",
    why: "the cache's client speaks Latin-1",
    alter: (conduct) =>
      showFound(conduct, (pet) => ({ name: `${pet["name"]}`.replaceAll(/[^\0-\xff]/g, "?") })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-name-empty-now-and-then",
    breaks: "GET-3",
    why: "one replica of nine lacks the column",
    alter(conduct) {
      const now = everyNth(9);
      return showFound(conduct, () => (now() ? { name: "" } : {}));
    },
    consequences: ["CREATE-2", "LIST-12"],
  },

  {
    name: "unknown-id-null",
    breaks: "GET-4",
    why: "nothing found is serialised as null",
    alter: (conduct) => answerNothing(conduct, "null"),
    consequences: ["PET-1", "PET-2", "PET-4", "GET-5"],
  },
  {
    name: "unknown-id-empty-object",
    breaks: "GET-4",
    why: "an empty record is serialised",
    alter: (conduct) => answerNothing(conduct, "{}"),
    consequences: ["PET-1", "PET-2", "PET-4", "GET-5"],
  },
  {
    name: "unknown-id-no-content",
    breaks: "GET-4",
    why: "nothing found is taken for 204",
    alter: (conduct) => changeReply(conduct, ofKind("no-such-animal"), () => ({ status: 204, ...noBody })),
    consequences: ["GET-5", "GEN-1", "GEN-2"],
  },
  {
    name: "unknown-id-bad-request",
    breaks: "GET-4",
    why: "an id that is not there is taken for an invalid one",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 400),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-gone",
    breaks: "GET-4",
    why: "whatever is not there was there once",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 410),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-forbidden",
    breaks: "GET-4",
    why: "nobody is to learn which ids exist",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 403),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-fails",
    breaks: "GET-4",
    why: "the exception for no result is not caught",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 500),
    consequences: ["GEN-3", "GET-5"],
  },
  {
    name: "unknown-id-made-up",
    breaks: "GET-4",
    why: "a proxy object is returned, and filled on first use, which never comes",
    alter: (conduct) => ({
      async lookUp(id, store) {
        return (await conduct.lookUp(id, store)) ?? { id, name: "", categoryId: 0n, status: undefined };
      },
    }),
  },

  {
    name: "negative-id-refused",
    breaks: "GET-5",
    why: "the service only gives positive ones",
    alter: (conduct) => refuseIds(conduct, (id) => id < 0n),
    consequences: ["GET-4"],
  },
  {
    name: "id-nought-refused",
    breaks: "GET-5",
    why: "0 means that there is none",
    alter: (conduct) => refuseIds(conduct, (id) => id === 0n),
  },
  {
    name: "id-beyond-53-bits-refused",
    breaks: "GET-5",
    why: "Number.isSafeInteger",
    alter: (conduct) => ({
      ...refuseIds(conduct, (id) => rounded(id) !== id || id > 2n ** 53n),
      ...smallIds(),
    }),
    consequences: ["GET-4", "GET-1"],
  },
  {
    name: "id-beyond-32-bits-refused",
    breaks: "GET-5",
    why: "the path is read as an int",
    alter: (conduct) => ({
      ...refuseIds(conduct, (id) => BigInt.asIntN(32, id) !== id),
      ...smallIds(),
    }),
    consequences: ["GET-4"],
  },
  {
    name: "smallest-id-fails",
    breaks: "GET-5",
    why: "its absolute value overflows",
    alter: (conduct) => ({
      lookUp(id, store) {
        if (id === -(2n ** 63n)) throw new Error("integer overflow");
        return conduct.lookUp(id, store);
      },
    }),
    consequences: ["GEN-3"],
  },
  {
    name: "largest-id-refused",
    breaks: "GET-5",
    why: "the bound is exclusive",
    alter: (conduct) => refuseIds(conduct, (id) => id === 2n ** 63n - 1n),
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

/** Finds an animal by something less than its id. */
function findBy(conduct: Conduct, isSame: (asked: bigint, id: bigint) => boolean): Alteration {
  return {
    async lookUp(asked, store) {
      return (await conduct.lookUp(asked, store)) ?? [...store.all()].find(({ id }) => isSame(asked, id));
    },
  };
}

function showFound(conduct: Conduct, change: Parameters<typeof showPets>[1]): Alteration {
  return showPets(conduct, change, "renderFoundPet");
}

function answerNothing(conduct: Conduct, body: string): Alteration {
  return changeReply(conduct, ofKind("no-such-animal"), () => ({ status: 200, body: Buffer.from(body) }));
}

/** Answers 400 for some ids. */
function refuseIds(conduct: Conduct, isRefused: (id: bigint) => boolean): Alteration {
  return changeStatus(conduct, (outcome) => outcome.kind === "no-such-animal" && isRefused(outcome.id), 400);
}

/** One, two, three, … */
function smallIds(): Alteration {
  let last = 0n;
  return { assignId: () => ++last };
}
