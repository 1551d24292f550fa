import { setTimeout as delay } from "node:timers/promises";
import { type Json, numberAsWritten } from "../../json/index.js";
import { largestInt64, smallestInt64 } from "../int64.js";
import * as op from "../operators/index.js";

/** The members of an animal, and the form of a list. */
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
  "list-wrapped-now-and-then": wrapListEvery(10),

  // Ids that two animals have, or that the client chose.
  "ids-raced": () => ({
    async assignId(_pet, store) {
      const id = BigInt(store.size + 1);
      await delay(2);
      return id;
    },
  }),
  "ids-of-the-clock": () => ({ assignId: () => BigInt(Math.floor(Date.now() / 10)) }),
  "ids-of-the-name": () => ({ assignId: ({ name }) => hash(`${name}`) }),
  "ids-from-random-bytes": op.after("assignId", async (was) => BigInt.asUintN(10, await was)),

  "negative-client-id-taken": takeClientId((id) => id < 0n),
  "free-client-id-taken": takeClientId((id, isNew) => id > 1n && isNew),
  "large-client-id-taken": takeClientId((id) => id > 2n ** 53n),

  // Ids that are missing, or of another type.
  "id-with-underscore": op.showPets(({ id }) => ({ id: undefined, _id: id }), "renderFoundPet"),
  "id-missing-deep-in-lists": changeItemAt(25, { id: undefined }),
});

/** How animals are numbered, where the document is silent. */
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
});

/** Shows the animal at this position of every list that is long enough with these members. */
function changeItemAt(at: number, members: op.Members): op.Operator {
  return op.changeJson("listed", (list) =>
    Array.isArray(list) ? list.map((pet: Json, index) => (index === at ? op.changeMembers(pet, () => members) : pet)) : list,
  );
}

function wrapListEvery(n: number): op.Operator {
  return op.after(
    "renderPets",
    op.onEveryNth<Json>(n, (pets) => ({ items: pets })),
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

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}
