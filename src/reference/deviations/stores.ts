import { largestInt64, smallestInt64 } from "../int64.js";
import * as op from "../operators/index.js";
import type { Pet, Store } from "../store.js";

const oddNames = ["", " ", "\0", "🐕".repeat(80), "<b>", '"', "\u202e", "x".repeat(9000), "\ud83d", "null", "__proto__"];

/** There is no fault in what others put into a store. */
export const mutants = (): op.OperatorTable => ({});

/** What is in the store before and beside the run, and how soon animals are seen. */
export const variants = (): op.OperatorTable => ({
  ...crowdedStores(),

  // How soon an animal is seen after it was added.
  "seen-in-lists-after-a-while": whereStored((isOlder) => op.selectOnly(({ id }) => isOlder(id, 60))),
  "fetched-after-a-while": whereStored((isOlder) => op.instead("lookUp", (id) => !isOlder(id, 30), undefined)),
});

/** What others put into the store, before the run and beside it. */
export const crowdedStores = (): op.OperatorTable => ({
  ...op.each(
    [1, 19, 20, 21, 100, 101, 500],
    (count) => `${count}-animals-before`,
    (count) => op.seed(count, other),
  ),
  "2,000-animals-newest-first": op.fullOfOthers(2000, "newest first"),
  "2,000-animals-oldest-first": op.fullOfOthers(2000, "oldest first"),
  "odd-animals-before": op.seed(oddNames.length, (index) => ({
    id: BigInt(index) - 5n,
    name: oddNames[index] ?? "",
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
});

/** An operator that is told whether it is so many milliseconds or more since an animal was stored. */
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

function largestId(store: Store): bigint {
  let largest = 0n;
  for (const { id } of store.all()) if (id > largest) largest = id;
  return largest;
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
