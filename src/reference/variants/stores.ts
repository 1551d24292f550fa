import type { Operator, OperatorTable } from "../handlers.js";
import { largestInt64, smallestInt64 } from "../int64.js";
import { byId, each, fullOfOthers, inTurn, remembering, seed, selectOnly, statusInTurn, whereStored, wrap } from "../operators/index.js";
import type { Pet, Store } from "../store.js";

const oddNames = ["", " ", "\0", "🐕".repeat(80), "<b>", '"', "\u202e", "x".repeat(9000), "\ud83d", "null", "__proto__"];

/** What others put into the store, before the run and beside it. */
export const crowdedStores: OperatorTable = {
  // What is in the store before and beside the run, and how its animals are numbered.
  ...each(
    [1, 19, 20, 21, 100, 101, 500],
    (count) => `${count}-animals-before`,
    (count) => seed(count, other),
  ),
  ...each(
    ["newest first", "oldest first"] as const,
    (order) => `2,000-animals-${order.replace(" ", "-")}`,
    (order) => fullOfOthers(2000, order),
  ),
  "odd-animals-before": seed(oddNames.length, (index) => ({
    id: BigInt(index) - 5n,
    name: oddNames[index] ?? "",
    categoryId: [smallestInt64, largestInt64, 0n, 2n ** 53n + 1n][index % 4] ?? 0n,
    status: [undefined, "available", "sold"][index % 3],
  })),
  "animals-without-status-before": seed(30, (index) => ({ ...other(index), status: undefined })),
  "150-sold-animals-before": seed(150, (index) => ({ ...other(index), status: "sold" })),
  "animals-with-one-name-before": seed(40, (index) => ({ ...other(index), name: "Rex" })),

  // Other clients that use the store at the same time.
  "neighbours-who-add": meanwhile(8, (store, count) => store.put({ ...other(count - 1), id: -9000n - BigInt(count) })),
  "neighbours-who-add-sold-ones-first": inTurn(
    byId,
    meanwhile(12, (store, count) => store.put({ ...other(count - 1), status: "sold", id: -9_000_000n - BigInt(count) })),
  ),
  "neighbours-who-change-old-animals": inTurn(
    seed(60, other),
    meanwhile(15, (store, count) => {
      const pet = store.get(BigInt((count * 7) % 60) + 1n);
      if (pet !== undefined) store.put({ ...pet, status: pet.status === "sold" ? "available" : "sold" });
    }),
  ),
  "neighbours-who-delete-old-animals": inTurn(
    seed(60, other),
    meanwhile(25, (store, count) => store.remove(BigInt(count))),
  ),
  "neighbours-who-sell-and-delete-anything": remembering(
    () => new Map<bigint, number>(),
    (seen) =>
      meanwhile(40, (store, count) => {
        const now = performance.now();
        const all = [...store.all()];
        for (const { id } of all) if (!seen.has(id)) seen.set(id, now);
        const old = all.filter(({ id }) => now - (seen.get(id) ?? now) > 400);
        const pet = old[(count * 13) % Math.max(1, old.length)];
        if (pet === undefined) return;
        if (count % 2 === 0) store.remove(pet.id);
        else store.put({ ...pet, status: "sold" });
      }),
  ),
  "largest-id-given-again": inTurn(
    seed(30, other),
    () => ({ assignId: (_pet, store) => largestId(store) + 1n }),
    meanwhile(400, (store) => store.remove(largestId(store))),
  ),
};

/** How animals are numbered, and how soon they are seen. */
export const storeVariants: OperatorTable = {
  // How animals are numbered.
  "ids-from-one": numberFrom((count) => count),
  "ids-from-nought": numberFrom((count) => count - 1n),
  "ids-negative": numberFrom((count) => -count),
  "ids-sparse": numberFrom((count) => count * count * 1_000_003n),
  "ids-descending-from-the-largest": numberFrom((count) => largestInt64 + 1n - count),
  "ids-ascending-from-the-smallest": numberFrom((count) => smallestInt64 + count - 1n),
  "ids-around-53-bits": numberFrom((count) => 2n ** 53n - 40n + count),
  "ids-around-32-bits": numberFrom((count) => 2n ** 31n - 40n + count),
  "ids-of-both-signs": numberFrom((count) => (count % 2n === 0n ? count : -count)),
  "ids-like-snowflakes": numberFrom((count) => (1_400_000_000_000n << 22n) + (count << 12n) + count),

  // How soon an animal is seen after it was added.
  "seen-in-lists-after-a-while": whereStored((storedAt) => selectOnly(({ id }) => isOlder(storedAt.get(id), 60))),
  "fetched-after-a-while": whereStored((storedAt) =>
    wrap("lookUp", (lookUp, id, store) => (isOlder(storedAt.get(id), 30) ? lookUp(id, store) : undefined)),
  ),
};

function isOlder(moment: number | undefined, milliseconds: number): boolean {
  return moment === undefined || performance.now() - moment >= milliseconds;
}

function largestId(store: Store): bigint {
  let largest = 0n;
  for (const { id } of store.all()) if (id > largest) largest = id;
  return largest;
}

/** An animal of somebody else. */
function other(index: number): Pet {
  return { id: BigInt(index + 1), name: `Neighbour ${index + 1}`, categoryId: 1n, status: statusInTurn(index + 1) };
}

/** Does something to the store again and again, with this pause in milliseconds. */
function meanwhile(pause: number, act: (store: Store, count: number) => void): Operator {
  return wrap("startBackground", (start, store) => {
    const stopBefore = start(store);
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

/** Numbers the animals; an id that is taken is left out. */
function numberFrom(idOf: (count: bigint) => bigint): Operator {
  return remembering(
    () => ({ count: 0n }),
    (memory) => () => ({
      assignId(_pet, store) {
        do memory.count += 1n;
        while (store.get(idOf(memory.count)) !== undefined);
        return idOf(memory.count);
      },
    }),
  );
}
