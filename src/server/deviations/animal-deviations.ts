import { setTimeout as delay } from "node:timers/promises";
import { type Json, numberAsWritten } from "../../json/index.js";
import { largestInt64, smallestInt64 } from "../incoming-request.js";
import * as op from "../operators/index.js";
import type { Pet, Store } from "../store.js";

const unusualNames = ["", " ", "\0", "🐕".repeat(80), "<b>", '"', "\u202e", "x".repeat(9000), "\ud83d", "null", "__proto__"];

/** The ids and members of an animal, and the form of a list. */
export const mutants = (): op.OperatorTable => ({
  // Names, categories and statuses that are missing, or of another type.
  "name-null-when-fetched": op.showPets(() => ({ name: null }), "renderFoundPet"),
  "name-of-digits-becomes-a-number": op.showName((name) => (/^[1-9]\d*$/.test(name) ? BigInt(name) : name)),
  "name-in-languages": op.showPets(({ name = null }) => ({ name: { en: name } }), "renderCreatedPet"),
  "name-missing-deep-in-lists": changeItemAt(30, { name: undefined }),
  "empty-name-becomes-null": op.showName((name) => (name === "" ? null : name)),

  "category-as-text": op.showPets(({ categoryId }) => ({ categoryId: `${categoryId}` })),
  "large-category-as-text": op.showCategory((id) => (Math.abs(Number(id)) > 2 ** 53 ? `${id}` : id)),
  "category-as-object": op.showPets(({ categoryId = null }) => ({ categoryId: { id: categoryId } }), "renderFoundPet"),
  "negative-category-null": op.showCategory((id) => (id < 0n ? null : id)),
  "category-fraction-deep-in-lists": changeItemAt(40, { categoryId: numberAsWritten("1.5") }),

  "status-as-number": op.showPets(() => ({ status: 1n }), "renderFoundPet"),
  "status-reserved-deep-in-lists": changeItemAt(60, { status: "reserved" }),

  // Lists that are no arrays of animals.
  "filtered-list-in-an-object": () => ({ renderPets: (pets, query) => (query.has("status") ? { results: pets } : pets) }),
  "single-animal-without-array": () => ({ renderPets: (pets) => (pets.length === 1 ? (pets[0] ?? null) : pets) }),
  "list-wrapped-now-and-then": op.after(
    "renderPets",
    op.onEveryNth<Json>(10, (pets) => ({ items: pets })),
  ),

  // Ids that two animals have, or that the client chose.
  "ids-raced": () => ({
    async assignId(_pet, store) {
      const id = BigInt(store.size + 1);
      await delay(2);
      return id;
    },
  }),
  // Of tenths of a second: two creations share one on a busy machine, too.
  "ids-of-the-clock": () => ({ assignId: () => BigInt(Math.floor(Date.now() / 100)) }),
  "ids-of-the-name": () => ({ assignId: ({ name }) => hash(`${name}`) }),
  "one-id-given-twice": () => {
    let given = 0;
    return {
      assignId(_pet, store) {
        given += 1;
        return given === 60 ? BigInt(store.size - 20) : BigInt(given);
      },
    };
  },
  "every-fifth-id-given-twice": () => {
    let count = 0n;
    return {
      assignId() {
        count += 1n;
        return count - count / 5n;
      },
    };
  },
  "ids-from-a-ring": op.after("assignId", async (was) => (await was) % 61n),
  "one-id-for-creations-at-the-same-time": () => {
    let query: Promise<bigint> | undefined;
    let given = 0n;
    return {
      assignId() {
        query ??= delay(2).then(() => {
          query = undefined;
          given += 1n;
          return given;
        });
        return query;
      },
    };
  },
  "ids-from-random-bytes": op.after("assignId", async (was) => BigInt.asUintN(10, await was)),

  "negative-client-id-taken": takeClientId((id) => id < 0n),
  "free-client-id-taken": takeClientId((id, isNew) => id > 1n && isNew),
  "large-client-id-taken": takeClientId((id) => id > 2n ** 53n),

  "client-id-of-another-animal-taken": replaceAnimals(),
  "client-id-of-letters-taken": (handlers) => {
    let latest: Json = null;
    return op.inTurn(
      op.after("normalize", (pet, { id = null }) => {
        latest = id;
        return pet;
      }),
      op.showPets(() => (typeof latest === "string" ? { id: latest } : {}), "renderCreatedPet"),
    )(handlers);
  },

  // Ids that are missing, or of another type.
  "id-with-underscore": op.showPets(({ id }) => ({ id: undefined, _id: id }), "renderFoundPet"),
  "id-missing-deep-in-lists": changeItemAt(25, { id: undefined }),
});

/** How animals are numbered, how soon they are seen, and which others there are, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "ids-from-one": op.numberFrom((count) => count),
  "ids-from-nought": op.numberFrom((count) => count - 1n),
  "ids-negative": op.numberFrom((count) => -count),
  "ids-sparse": op.numberFrom((count) => count * count * 1_000_003n),
  "ids-descending-from-the-largest": op.numberFrom((count) => largestInt64 + 1n - count),
  "ids-ascending-from-the-smallest": op.numberFrom((count) => smallestInt64 + count - 1n),
  "ids-around-53-bits": op.numberFrom((count) => 2n ** 53n - 40n + count),
  "ids-around-32-bits": op.numberFrom((count) => 2n ** 31n - 40n + count),
  "ids-of-both-signs": op.numberFrom((count) => (count % 2n === 0n ? count : -count)),
  "ids-like-snowflakes": op.numberFrom((count) => (1_400_000_000_000n << 22n) + (count << 12n) + count),

  // How soon an animal is seen after it was added.
  "seen-in-lists-after-a-while": whereStored((isOlder) => op.selectOnly(({ id }) => isOlder(id, 60))),
  "seen-in-lists-20-to-800-ms-late": whereStored((isOlder) =>
    op.selectOnly(({ id }) => isOlder(id, 20 + Number(BigInt.asUintN(10, id)) * 0.76)),
  ),
  "fetched-after-a-while": whereStored((isOlder) => op.instead("lookUp", (id) => !isOlder(id, 30), undefined)),
  ...fullStores(),
});

/** Animals that others put into the store, before the run and beside it. */
export const fullStores = (): op.OperatorTable => ({
  ...op.each([1, 19, 20, 21, 100, 101, 500], (count) => [`${count}-animals-before`, op.seed(count, other)]),
  "2,000-animals-newest-first": [op.seed(2000), op.newestFirst],
  "2,000-animals-oldest-first": op.seed(2000),
  "odd-animals-before": op.seed(unusualNames.length, (index) => ({
    id: BigInt(index) - 5n,
    name: unusualNames[index] ?? "",
    categoryId: [smallestInt64, largestInt64, 0n, 2n ** 53n + 1n][index % 4] ?? 0n,
    status: [undefined, "available", "sold"][index % 3],
  })),
  "animals-without-status-before": op.seed(30, (index) => ({ ...other(index), status: undefined })),
  "150-sold-animals-before": op.seed(150, (index) => ({ ...other(index), status: "sold" })),
  "animals-with-one-name-before": op.seed(40, (index) => ({ ...other(index), name: "Rex" })),

  // Other clients that use the store at the same time.
  "neighbours-who-add": meanwhile(8, (store, count) => store.put({ ...other(count - 1), id: -9000n - BigInt(count) })),
  "neighbours-who-add-sold-ones-first": [
    op.byId,
    meanwhile(12, (store, count) => store.put({ ...other(count - 1), status: "sold", id: -9_000_000n - BigInt(count) })),
  ],
  "neighbours-who-change-old-animals": [
    op.seed(60, other),
    meanwhile(15, (store, count) => {
      const pet = store.get(BigInt((count * 7) % 60) + 1n);
      if (pet !== undefined) store.put({ ...pet, status: pet.status === "sold" ? "available" : "sold" });
    }),
  ],
  "neighbours-who-delete-old-animals": [op.seed(60, other), meanwhile(25, (store, count) => store.remove(BigInt(count)))],
  "neighbours-who-sell-and-delete-anything": sellAndDelete(),
  "largest-id-given-again": [
    op.seed(30, other),
    () => ({ assignId: (_pet, store) => largestId(store) + 1n }),
    meanwhile(400, (store) => store.remove(largestId(store))),
  ],
  "free-ids-given-again": [
    op.seed(30, other),
    () => ({ assignId: (_pet, store) => smallestFreeId(store) }),
    meanwhile(400, (store, count) => store.remove(BigInt((count * 37) % Math.max(1, [...store.all()].length)) + 1n)),
  ],
  "ids-of-deleted-animals-given-again-first": [op.seed(30, other), reuseIds(150)],
});

/** Shows the animal at this position of every list that is long enough with these members. */
function changeItemAt(at: number, members: op.Members): op.Operator {
  return op.changeJson("listed", (list) =>
    Array.isArray(list) ? list.map((pet: Json, index) => (index === at ? op.changeMembers(pet, () => members) : pet)) : list,
  );
}

/** Takes the id that the client sends, where it is such. */
function takeClientId(isAccepted: (id: bigint, isNew: boolean) => boolean): op.Operator {
  const seen = new Set<bigint>();
  const chosen = new WeakMap<object, bigint>();
  return op.inTurn(
    op.after("normalize", (pet, { id }) => {
      if (typeof id !== "bigint") return pet;
      if (isAccepted(id, !seen.has(id))) chosen.set(pet, id);
      seen.add(id);
      return pet;
    }),
    op.wrap("assignId", (decide, pet, store) => chosen.get(pet) ?? decide(pet, store)),
  );
}

/** Stores an animal in the place of the one whose id the client sends. */
function replaceAnimals(): op.Operator {
  const chosen = new WeakMap<object, bigint>();
  return op.inTurn(
    op.after("normalize", (pet, { id }, { store }) => {
      if (typeof id === "bigint" && store.get(id) !== undefined) chosen.set(pet, id);
      return pet;
    }),
    op.wrap("assignId", (decide, pet, store) => chosen.get(pet) ?? decide(pet, store)),
  );
}

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}

/** Makes an operator that knows whether an animal was stored this long ago, in ms, or longer. */
function whereStored(operator: (isOlder: (id: bigint, milliseconds: number) => boolean) => op.Operator): op.Operator {
  const storedAt = new Map<bigint, number>();
  return op.inTurn(
    op.notice("storePet", ({ id }) => void storedAt.set(id, performance.now())),
    operator((id, milliseconds) => performance.now() - (storedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= milliseconds),
  );
}

function sellAndDelete(): op.Operator {
  const seen = new Map<bigint, number>();
  return meanwhile(40, (store, count) => {
    const now = performance.now();
    const all = [...store.all()];
    for (const { id } of all) if (!seen.has(id)) seen.set(id, now);
    const old = all.filter(({ id }) => now - (seen.get(id) ?? now) > 400);
    const pet = old[(count * 13) % Math.max(1, old.length)];
    if (pet === undefined) return;
    if (count % 2 === 0) store.remove(pet.id);
    else store.put({ ...pet, status: "sold" });
  });
}

/**
 * Others delete one of the newest animals each time after such a pause, in ms, and the next animal gets its id. While an id
 * is free they wait a second, so that they are not faster than a client on a busy machine.
 */
function reuseIds(pause: number): op.Operator {
  const free: bigint[] = [];
  let deletedAt = 0;
  return op.inTurn(
    op.wrap("assignId", (decide, ...given) => free.pop() ?? decide(...given)),
    meanwhile(pause, (store, count) => {
      const newest = [...store.all()].at(-1 - (count % 5));
      if (newest === undefined || (free.length > 0 && Date.now() - deletedAt < 1000)) return;
      deletedAt = Date.now();
      store.remove(newest.id);
      free.push(newest.id);
    }),
  );
}

function largestId(store: Store): bigint {
  let largest = 0n;
  for (const { id } of store.all()) if (id > largest) largest = id;
  return largest;
}

function smallestFreeId(store: Store): bigint {
  let id = 1n;
  while (store.get(id) !== undefined) id += 1n;
  return id;
}

/** An animal of somebody else. */
function other(index: number): Pet {
  return { id: BigInt(index + 1), name: `Neighbour ${index + 1}`, categoryId: 1n, status: op.states[(index + 1) % op.states.length] };
}

/** Does something to the store again and again, with this pause in milliseconds. */
function meanwhile(pause: number, act: (store: Store, count: number) => void): op.Operator {
  return op.after("startBackground", (stopBefore, store) => {
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      act(store, count);
    }, pause);
    return () => {
      clearInterval(timer);
      stopBefore();
    };
  });
}
