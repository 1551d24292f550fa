import { setTimeout as delay } from "node:timers/promises";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Ids that two animals have, or that the client chose. */
export const givenIdFaults: readonly Fault[] = [
  {
    name: "ids-raced",
    breaks: "PET-5",
    why: "the highest id is read, then one is added",
    alter: () => ({
      async assignId(_pet, store) {
        const id = BigInt(store.size + 1);
        await delay(2);
        return id;
      },
    }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-the-clock",
    breaks: "PET-5",
    why: "the id is the time in hundredths of a second",
    alter: () => ({ assignId: () => BigInt(Math.floor(Date.now() / 10)) }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-the-name",
    breaks: "PET-5",
    why: "the id is a hash of the name",
    alter: () => ({ assignId: ({ name }) => hash(`${name}`) }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-eight-bits",
    breaks: "PET-5",
    why: "a counter wraps around",
    alter() {
      let last = 0n;
      return { assignId: () => (last = (last + 1n) % 64n) };
    },
    consequences: afterIdsMet(),
  },
  {
    name: "ids-now-and-then-the-same",
    breaks: "PET-5",
    why: "blocks of thirty ids are handed out, and each block begins with the last of the one before",
    alter() {
      let count = 0n;
      return { assignId: () => 1000n + ++count - count / 30n };
    },
    consequences: afterIdsMet(),
  },
  {
    name: "ids-from-random-bytes",
    breaks: "PET-5",
    why: "a random number of 10 bits is thought to be enough",
    alter(conduct) {
      return { assignId: async (pet, store) => BigInt.asUintN(10, await conduct.assignId(pet, store)) };
    },
    consequences: afterIdsMet(),
  },

  {
    name: "client-id-taken",
    breaks: "PET-6",
    why: "the body is merged into the record, id included",
    alter: (conduct) => takeClientId(conduct, () => true),
    consequences: afterIdsMet(),
  },
  {
    name: "negative-client-id-taken",
    breaks: "PET-6",
    why: "only positive ids are thought to be the service's",
    alter: (conduct) => takeClientId(conduct, (id) => id < 0n),
    consequences: afterIdsMet(),
  },
  {
    name: "free-client-id-taken",
    breaks: "PET-6",
    why: "an id in the body is meant for imports, and checked only for being free",
    alter(conduct) {
      const taken = new Set<bigint>();
      return takeClientId(conduct, (id) => {
        const isFree = id > 1n && !taken.has(id);
        taken.add(id);
        return isFree;
      });
    },
    consequences: afterIdsMet(),
  },
  {
    name: "large-client-id-taken",
    breaks: "PET-6",
    why: "an import writes ids of its own range through the same operation",
    alter: (conduct) => takeClientId(conduct, (id) => id > 2n ** 53n),
    consequences: afterIdsMet(),
  },
];

function takeClientId(conduct: Conduct, isTaken: (id: bigint) => boolean): Partial<Conduct> {
  const sent = new WeakMap<object, bigint>();
  return {
    normalize(body) {
      const pet = conduct.normalize(body);
      const { id } = body;
      if (typeof id === "bigint" && isTaken(id)) sent.set(pet, id);
      return pet;
    },
    assignId: (pet, store) => sent.get(pet) ?? conduct.assignId(pet, store),
  };
}

/** What may go wrong once two animals have one id: the second takes the first one's place. */
function afterIdsMet(): readonly string[] {
  return [
    "PET-5",
    "CREATE-2",
    "CREATE-3",
    "CREATE-4",
    "GET-1",
    "GET-2",
    "GET-3",
    "LIST-5",
    "LIST-8",
    "LIST-9",
    "LIST-12",
    "DEP-3",
  ];
}

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}
